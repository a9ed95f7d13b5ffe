package guard

import (
	"regexp"
	"testing"
)

// usedValue matches what is left of a value of TestUsedAsCredential.
var usedValue = regexp.MustCompile(`(?i)blue7whale|tango881|sunflower|bluewhale|blumenkohl|hunter22|5512|4471`)

// A sentence may say what is used as a password, what it still is or has been, and
// give more than one.
func TestUsedAsCredential(t *testing.T) {
	for _, text := range []string{
		// used as one, in plain words too
		"I always use sunflower as my password", "I use sunflower as my wifi password", "I'm using sunflower as the password everywhere", "siempre uso bluewhale como contraseña", "uso bluewhale como mi contraseña del wifi", "uso sempre bluewhale como senha",
		"j'utilise toujours bluewhale comme mot de passe", "uso sempre bluewhale come password", "ich nehme immer bluewhale als Passwort", "ich benutze bluewhale als mein Passwort", "ik gebruik altijd bluewhale als wachtwoord", "używam zawsze bluewhale jako hasła",
		"я всегда использую bluewhale как пароль", "использую bluewhale в качестве пароля", "я завжди використовую bluewhale як пароль", "bluewhale ni parol sifatida ishlataman", "ман bluewhale ҳамчун рамз истифода мебарам", "bluewhale kelimesini şifre olarak kullanıyorum",
		"از bluewhale به عنوان رمز استفاده می\u200cکنم", "میں bluewhale کو پاس ورڈ کے طور پر استعمال کرتا ہوں", "أستخدم bluewhale ككلمة مرور", "मैं bluewhale को पासवर्ड के रूप में इस्तेमाल करता हूँ", "saya pakai bluewhale sebagai kata sandi", "tôi dùng bluewhale làm mật khẩu",
		"我用bluewhale当密码", "bluewhaleをパスワードに使っている", "bluewhale를 비밀번호로 사용해",
		// the same with digits
		"für netflix nehme ich immer Blumenkohl77 als Passwort", "I picked Blue7Whale for my password", "als Passwort habe ich Blue7Whale genommen", "coloquei Blue7Whale na senha do wifi", "elegí Blue7Whale para mi contraseña", "j'ai choisi Blue7Whale pour mon mot de passe",
		"ho scelto Blue7Whale per la mia password", "ik heb Blue7Whale als wachtwoord gekozen", "wybrałem Blue7Whale na hasło", "выбрал Blue7Whale для пароля", "обрав Blue7Whale для пароля",
		// what it has been, was and still is
		"my password has been Blue7Whale since 2010", "my password used to be Blue7Whale", "the password remains Blue7Whale", "my password still is Blue7Whale", "mi contraseña sigue siendo Blue7Whale", "mi contraseña todavía es Blue7Whale", "a minha palavra-passe continua a ser Blue7Whale",
		"a minha senha ainda é Blue7Whale", "mon mot de passe reste Blue7Whale", "mon mot de passe est toujours Blue7Whale", "la mia password è ancora Blue7Whale", "la mia password resta Blue7Whale", "mein Passwort ist immer noch Blue7Whale", "mein Passwort bleibt Blue7Whale", "mijn wachtwoord is nog steeds Blue7Whale",
		"mijn wachtwoord blijft Blue7Whale", "moje hasło to nadal Blue7Whale", "moje hasło pozostaje Blue7Whale", "мой пароль по-прежнему Blue7Whale", "мой пароль остаётся Blue7Whale", "мій пароль досі Blue7Whale", "parolim hali ham Blue7Whale", "рамзи ман ҳанӯз Blue7Whale аст", "şifrem hâlâ Blue7Whale", "رمز من هنوز Blue7Whale است",
		"میرا پاس ورڈ اب بھی Blue7Whale ہے", "كلمة المرور لا تزال Blue7Whale", "मेरा पासवर्ड अब भी Blue7Whale है", "kata sandi saya masih Blue7Whale", "mật khẩu của tôi vẫn là Blue7Whale", "我的密码还是Blue7Whale", "パスワードはまだBlue7Whaleです", "내 비밀번호는 아직 Blue7Whale",
		"my pasword is Blue7Whale", "password → Blue7Whale", "passphrase for my ssh key: Blue7Whale", "Kennwort für die Fritzbox ist übrigens Blue7Whale", "Blue7Whale -- that's the password", "das neue ist Blue7Whale (Passwort fürs Banking)",
		// a name beside it
		"ana@x.com:Blue7Whale", "I log in to netflix with ana@x.com and hunter22", `{"user":"ana","secret":"s3cr3tBlue7Whale"}`,
		// more than one
		"My old password was Blue7Whale; the new one is Tango881", "gmail password Blue7Whale, bank Tango881", "contraseñas: gmail Blue7Whale, facebook Tango881",
		// keypads
		"PIN hab ich auf 4471 geändert", "my phone unlock is 5512", "voicemail code: 5512", "the garage keypad is 5512", "type 4471 to unlock my phone",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); usedValue.MatchString(clean) {
			t.Errorf("%q: kept %q", text, clean)
		}
	}
}

// TestOrdinaryUse holds the same words where no credential is told.
func TestOrdinaryUse(t *testing.T) {
	for _, text := range []string{
		"I use Bitwarden as my password manager", "I use KeePass as my password vault", "I use my birthday as my password", "I use phrases as passwords", "I use biometrics as my password", "use something long as your password", "I use Bitwarden for my passwords", "I use the same password everywhere",
		"uso Bitwarden como gestor de contraseñas", "uso Bitwarden como mi gestor de contraseñas", "uso gestor de contraseñas", "uso frases como contraseñas", "uso Bitwarden como gerenciador de senhas", "uso frases como senhas", "j'utilise Bitwarden comme gestionnaire de mots de passe", "uso Bitwarden come gestore di password",
		"ich nutze Bitwarden als Passwortmanager", "ich benutze Bitwarden als Passwort-Manager", "ik gebruik Bitwarden als wachtwoordmanager", "używam Bitwarden jako menedżera haseł", "я использую Bitwarden как менеджер паролей", "я використовую Bitwarden як менеджер паролів", "Bitwarden ni parol menejeri sifatida ishlataman", "ман Bitwarden ҳамчун менеҷери рамзҳо истифода мебарам",
		"Bitwarden'ı şifre yöneticisi olarak kullanıyorum", "از Bitwarden به عنوان مدیر رمز استفاده می\u200cکنم", "میں Bitwarden کو پاس ورڈ مینیجر کے طور پر استعمال کرتا ہوں", "أستخدم Bitwarden كمدير لكلمات المرور", "मैं Bitwarden को पासवर्ड मैनेजर के रूप में इस्तेमाल करता हूँ", "saya pakai Bitwarden sebagai pengelola kata sandi", "tôi dùng Bitwarden làm trình quản lý mật khẩu",
		"我用Bitwarden当密码管理器", "Bitwardenをパスワードマネージャーに使っている", "Bitwarden을 비밀번호 관리자로 사용해",
		"my password has been changed", "my password has been the same since 2010", "my password has been leaked twice", "my password has been stuck since 2010", "the password remains unchanged", "the password remains valid for 90days", "my password is still not working", "my password is still the same", "my password used to be longer", "my password used to be at least 12 characters",
		"mi contraseña sigue siendo la misma", "mi contraseña todavía no funciona", "a minha senha continua a ser fraca", "a minha senha ainda é a mesma", "mon mot de passe reste inchangé", "mon mot de passe ne marche toujours pas", "la mia password è ancora valida", "la mia password resta uguale", "mein Passwort ist immer noch falsch", "mein Passwort funktioniert immer noch nicht", "mein Passwort bleibt gleich",
		"mijn wachtwoord is nog steeds hetzelfde", "mijn wachtwoord werkt nog steeds niet", "moje hasło nadal nie działa", "moje hasło to nadal tajemnica", "мой пароль по-прежнему не работает", "мой пароль всё ещё старый", "мій пароль досі не працює", "parolim hali ham ishlamayapti", "рамзи ман ҳанӯз кор намекунад", "şifrem hâlâ çalışmıyor", "şifrem hâlâ aynı", "رمز من هنوز کار نمی\u200cکند", "میرا پاس ورڈ اب بھی کام نہیں کر رہا",
		"كلمة المرور لا تزال صحيحة", "मेरा पासवर्ड अब भी काम नहीं कर रहा", "kata sandi saya masih salah", "mật khẩu của tôi vẫn sai", "我的密码还是不对", "パスワードはまだ変えていない", "비밀번호가 아직 안 돼요",
		"I picked Windows11 for my laptop", "ich benutze KeePassXC2 für meine Passwörter", "I use 1Password for my password storage", "we use OAuth2 for password grants", "status: pass → fail, build 42a1b2c3", "I picked a strong one for my password", "coloquei um lembrete na senha do wifi", "ich habe das Passwort als Foto genommen", "als Passwort habe ich etwas Langes genommen", "settings → password → reset", "go to Settings → Passwords → Wi-Fi", "the password → hash step is slow",
		"Contact: ana@x.com: Monday3pm works", "clone git@github.com:ana42/repo7 first", "scp file ana@host.com:/home42", "send it to ana@x.com and bob42@y.com", "ana@x.com 2026Q4", "ThinkPad42 (password protected)", "server42 (password required)", "I log in to netflix with ana@x.com and my phone",
		"I changed my password. The new laptop is a T480s2", "my voicemail is full", "voicemail: 2 messages", "the garage keypad is broken", "the garage keypad is 2019 stock", "my phone unlock is broken", "press 2 to unlock my phone", "type faster to unlock my phone", "collect 5000 coins to unlock the door",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); clean != text {
			t.Errorf("%q: cut to %q", text, clean)
		}
	}
}
