package guard

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// Every value that a sentence gives a credential goes, whichever of them it holds
// to be the right one.
func TestEveryValueOfASentence(t *testing.T) {
	for _, text := range []string{
		"my passwords are Apple!90 and Berry!90", "My passwords: Apple!90, Berry!90 and Cherry!77.", "I changed my password from Apple!90 to Berry!90", "I changed my wifi password from apple to berry",
		"the password is not Apple!90 but Berry!90", "the wifi password is apple, not berry", "The password used to be Apple!90, now it's Berry!90", "password was Apple!90 and is now Berry!90", "our passwords are apple and berry",
		"my password is Apple!90. Berry!90 is my wifi password", "My PIN is 4821, not 4822", "my PINs are 4821 and 9912",
		"wifi passwords:\n1. Apple!90\n2. Berry!90", "passwords:\n\nApple!90\nBerry!90", "My password was Apple!90 until yesterday, now it is Berry!90", "password Apple!90 or maybe Berry!90, I'm not sure",
		"my first password is Apple!90 and my second one is Berry!90", "Meine Passwörter: Apple!90 (Mail), Berry!90 (Bank)", "The door code changed from 4821 to 9912", "J'ai changé mon mot de passe : Berry!90 au lieu de Apple!90",
		"A senha mudou de Apple!90 para Berry!90", "as minhas senhas são Apple!90 e Berry!90", "a senha já não é Apple!90, agora é Berry!90", "mi contraseña ya no es Apple!90 sino Berry!90", "cambié la contraseña de Apple!90 a Berry!90",
		"mes mots de passe sont Apple!90 et Berry!90", "le mot de passe n'est plus Apple!90 mais Berry!90", "Passwort ist jetzt Apple!90, nicht mehr Berry!90", "Mein Passwort ist nicht Apple!90, sondern Berry!90", "ich habe mein Passwort von Apple!90 auf Berry!90 geändert",
		"la mia password non è Apple!90 ma Berry!90", "mijn wachtwoord is niet Apple!90 maar Berry!90", "moje hasło to nie Apple!90, tylko Berry!90", "мой пароль не Apple!90, а Berry!90", "мій пароль не Apple!90, а Berry!90",
		"parolim Apple!90 emas, Berry!90", "şifrem Apple!90 değil Berry!90", "رمز من Apple!90 نیست، بلکه Berry!90 است", "كلمة السر ليست Apple!90 بل Berry!90", "मेरा पासवर्ड Apple!90 नहीं Berry!90 है", "mera password Apple!90 nahi Berry!90 hai",
		"kata sandi saya bukan Apple!90 melainkan Berry!90", "mật khẩu không phải Apple!90 mà là Berry!90", "密码不是Apple!90，而是Berry!90", "パスワードはApple!90ではなくBerry!90です", "비밀번호는 Apple!90이 아니라 Berry!90입니다",
	} {
		clean, _ := New(Options{}).ScanTurn(text)
		for _, value := range []string{"Apple", "apple", "Berry", "berry", "4821", "4822", "9912"} {
			if strings.Contains(clean, value) {
				t.Errorf("%q keeps %s: %q", text, value, clean)
			}
		}
	}
}

// Where else a value stands than behind its word.
func TestWhereValuesStand(t *testing.T) {
	for want, texts := range map[string][]string{
		"password": {
			"here's the password\n\nZebra!4458", "Here is the password:\n\nzebra4458\n\nthanks", "voici le mot de passe :\n\nZebra!4458", "hier das Passwort\n\nZebra!4458",
			"The password for the router, which I set last year when we moved, is Zebra!4458", "Das Passwort, das ich letztes Jahr beim Umzug gesetzt habe, ist Zebra!4458", "a senha do router, que mudei no ano passado quando viemos, é Zebra!4458",
			"Mein Passwort ist: ‚Zebra!4458‘", "my password is ‹zebra›", "login is clara, pw zebra4458", "WLAN: Gast / Zebra4458", "credenciais: clara / Zebra!4458", "identifiants : clara / Zebra!4458", "router admin/Zebra4458",
			"my p\u0430ssw\u043erd is Zebra!4458", "p a s s w o r d: Zebra!4458",
			"my passcode's 4821", "my password (for the NAS) is Zebra!4458",
		},
		"otp":            {"2FA backup codes: 1234-5678, 8765-4321", "2FA codes: 12345678 87654321"},
		"credential:key": {"WiFi: HomeNet, key Zebra4458"},
		"pin":            {"the safe's combination is 12-34-56"},
	} {
		for _, text := range texts {
			if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != want {
				t.Errorf("%q: %v, want %s", text, kinds, want)
			}
		}
	}
	for _, text := range []string{
		"my password is strong, not weak", "The wifi password, I think, is somewhere in the drawer.", "I forgot the password.\n\nubuntu2204", "## Password\n\nbcrypt12\n", "How do I reset my password?\n\nUbuntu2204",
		"server admin/config2", "see admin/users2024", "WiFi: 2.4 / 5GHz", "PW 2024", "PW7XKQ2MB4TLC3YV5HZN6JRD2E", "I work from 9 to 5 and forgot my password", "the password moved from the drawer to the safe", "I changed my password from home", "Passwörter sind lang und sicher",
		"the key of the WiFi song is C", "Крyжка", "a p p l e s", "my passwords are old and weak", "as minhas senhas são longas e seguras",
		"the wifi password's on the fridge", "the password changed from last week to this week",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) > 0 {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}
