package guard

import (
	"testing"

	"github.com/locimem/loci"
)

func kindsOf(text string, class loci.Class) []string {
	var kinds []string
	for _, f := range checkText("text", text, limitOf("text")) {
		if f.Class == class {
			kinds = append(kinds, f.Kind)
		}
	}
	return kinds
}

func TestProsePasswords(t *testing.T) {
	for _, text := range []string{
		// by language: linked, marked, unlinked, the value before its word
		"my wifi password is Tr0ub4dor&3x", "password: hunter2", "The password's S3nha.Forte!", "qwerty123 is my bank password", `my passphrase is "correct horse battery staple"`, "pwd = letmein!42", "password: correcthorsebattery",
		"minha senha é Gat0Preto!9", "a senha do wifi é b4tt3ry", "mi contraseña es Xk9#mP2$vL", "le mot de passe est P@ssw0rd", "mot de passe : hunter2", "mein Passwort lautet Zima2026x", "la mia password è S3nha!", "mijn wachtwoord is welkom01", "moje hasło to zima2026",
		"мой пароль Zima_2026x", "пароль от почты Zima_2026x", "пароль от вайфая — qwerty123", "мій пароль: zyma2026", "parolim: Bahor2026!kuz", "mening parolim bahor2026 edi", "паролим баҳор2026", "рамзи ман: Kuhi$tonk0 аст", "рамзи ман hunter2 аст",
		"میرا پاس ورڈ Lahore#7788 ہے", "Lahore#7788 mera password hai", "رمز عبور من hunter2 است", "كلمة المرور هي hunter2", "wifi şifresi: yaz2026", "मेरा पासवर्ड dilli2026 है", "kata sandi saya hunter2", "mật khẩu của tôi là hanoi2026", "我的密码是hunter2", "パスワードはhunter2です", "비밀번호는 hunter2입니다",
		"the wifi code at home: blue-Horse-77", "WLAN-Code: blau-Pferd-77", "el código del wifi es azul-Caballo-77", "код от вайфая: siniy-Kon-77", "wifi kodu: mavi-At-77",
		"login: bob / Tr0ub4dor3", "Benutzer: bob / Tr0ub4dor3", "usuario: bob / Tr0ub4dor3", "логин: bob / Tr0ub4dor3", "账号：bob / Tr0ub4dor3",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != "password" {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}

func TestProseCodes(t *testing.T) {
	for text, want := range map[string]string{
		"the PIN for my debit card is 4821": "pin", "PIN: 4821": "pin", "4821 is my PIN": "pin", "o código PIN é 4821": "pin", "мой пин-код 4821": "pin", "PIN kodim 4821": "pin", "کارڈ کا پن 4821 ہے": "pin", "暗証番号は4821です": "pin",
		"my bank pin: four two nine one": "pin", "my PIN is four-two-nine-one": "pin", "o código PIN é quatro dois nove um": "pin", "meine Geheimzahl ist vier zwei neun eins": "pin", "мой пин-код четыре два девять один": "pin", "暗証番号は四二九一です": "pin", "le code PIN est quatre deux neuf un": "pin",
		"CVV 123 for the Visa": "cvv", "the cvc is 4821": "cvv", "код CVV 123": "cvv",
		"the verification code is 482913": "otp", "recovery codes: 1a2b-3c4d 5e6f-7a8b": "otp",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != want {
			t.Errorf("%q: %v, want %s", text, kinds, want)
		}
	}
}

func TestProseKeys(t *testing.T) {
	key := "q8Zr3TnW5yLk2VbX7cJm4HsD9fGa"
	for _, text := range []string{"app secret=" + key, "my api key is " + key, "API key: 9f86d081884c7d659a2feaa0c55ad015", "the access token for staging: " + key, "калиди махфӣ: " + key, "密钥是" + key, "my key is " + key} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != "credential:key" {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}

// TestProseInnocent holds sentences about credentials that hold none.
func TestProseInnocent(t *testing.T) {
	for _, text := range []string{
		"I forgot my password again", "my password manager is Bitwarden2", "my password is stored in 1Password", "the password must be at least 12 characters long", "I changed my password on 2026-11-29", "my password expires in 90days", "the password is hashed with SHA256",
		"password reset link: https://example.com/reset?id=123abc456", "I keep passwords in ~/vault/passwords.kdbx", "please reset the password for user42", "git checkout 9fceb02 to see the password form", "password length 16",
		"mi contraseña caducó ayer", "olvidé la contraseña del iPhone15", "la clave del éxito es dormir 8 horas", "troquei minha senha em 12/05/2026", "ich habe mein Passwort am 12.05.2026 geändert", "пароль надо менять каждые 90 дней", "секрет: сон 8 часов", "parolim esimdan chiqdi",
		"рамзи худро фаромӯш кардам", "پاس ورڈ 8 حروف کا ہونا چاہیے", "密码至少8位，包含数字和字母", "パスワードは8文字以上にしてください", "비밀번호는 8자 이상이어야 합니다",
		"my pin is one of four things that I forget", "login: the second one / the first one", "user: bob / admin", "the wifi code is on the fridge", "login: 5 attempts / 30days",
		"my pin code is 110001 in Delhi", "pin 13 on the Arduino is the LED", "I pinned the tab with 1234 messages", "cvv is the 3 digit code on the back", "verification took 4821 ms",
		"the secret of good bread is time", "secret meeting at 18:30 in room 4B", "tokens per second: 1450", "API key rotation happens every 30 days", "the primary key is user_id", "foreign key constraint fk_orders_2026", "key results for Q4 2026: 3 of 5", "session 550e8400-e29b-41d4-a716-446655440000 ended",
	} {
		if v := New(Options{}).Check(loci.Candidate{Text: text, Origin: loci.UserStated}); v.Action != Accept {
			t.Errorf("%q: %+v", text, v)
		}
	}
}
