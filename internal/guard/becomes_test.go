package guard

import (
	"regexp"
	"testing"
)

// Of a value nothing is left that a reader could use.
var leftOver = regexp.MustCompile(`(?i)zebra|4458|77\d\d|9s8d|8f3k|55#71|horse|heron|garça|garza|héron|reiher|цапля`)

// A sentence may say what a credential is set to, will be or was asked for, point
// back to it, or say what it opens.
func TestWhatACredentialBecomes(t *testing.T) {
	for _, text := range []string{
		// what it is set to
		"set the wifi password to Zebra4458", "I changed my gmail password to Zebra4458 yesterday", "Please reset the password of the router to Zebra4458.", "muda a senha do wifi para Zebra4458", "troquei a minha senha para Zebra4458",
		"cambia la contraseña del wifi a Zebra4458", "cambié mi contraseña por Zebra4458", "change le mot de passe du wifi en Zebra4458", "j'ai mis le mot de passe du wifi à Zebra4458", "cambia la password del wifi in Zebra4458",
		"ändere das WLAN-Passwort auf Zebra4458", "ich habe das Passwort vom Router auf Zebra4458 gesetzt", "verander het wifi-wachtwoord naar Zebra4458", "zmień hasło do wifi na Zebra4458", "смени пароль от вайфая на Zebra4458",
		"зміни пароль від вайфаю на Zebra4458", "wifi parolimni Zebra4458 ga o'zgartir", "рамзи вайфайро ба Zebra4458 иваз кун", "wifi şifresini Zebra4458 olarak değiştir", "رمز وای\u200cفای را به Zebra4458 تغییر بده",
		"وائی فائی کا پاس ورڈ بدل کر Zebra4458 کر دو", "غير كلمة المرور إلى Zebra4458", "वाईफाई का पासवर्ड Zebra4458 में बदल दो", "ubah kata sandi wifi menjadi Zebra4458", "đổi mật khẩu wifi thành Zebra4458", "把wifi密码改成Zebra4458",
		"wifiのパスワードをZebra4458に変更して", "와이파이 비밀번호를 Zebra4458로 변경해 줘",
		// what it will be
		"my new password will be Zebra4458", "the wifi password is going to be Zebra4458", "a nova senha vai ser Zebra4458", "a nova senha será Zebra4458", "la nueva contraseña será Zebra4458", "le nouveau mot de passe sera Zebra4458",
		"la nuova password sarà Zebra4458", "das neue Passwort wird Zebra4458 sein", "het nieuwe wachtwoord wordt Zebra4458", "nowe hasło będzie Zebra4458", "новый пароль будет Zebra4458", "новий пароль буде Zebra4458",
		"yangi parol Zebra4458 bo'ladi", "рамзи нав Zebra4458 мешавад", "yeni şifre Zebra4458 olacak", "رمز جدید Zebra4458 خواهد بود", "نیا پاس ورڈ Zebra4458 ہوگا", "كلمة المرور الجديدة ستكون Zebra4458", "नया पासवर्ड Zebra4458 होगा",
		"kata sandi baru akan menjadi Zebra4458", "mật khẩu mới sẽ là Zebra4458", "新密码将是Zebra4458", "新しいパスワードはZebra4458になります", "새 비밀번호는 Zebra4458입니다",
		// what a question for it is answered
		"the password? Zebra4458", "what's my password again? it's Zebra4458 I think", "what is the wifi password? It's still Zebra4458.", "qual é a minha senha? é Zebra4458 acho", "¿cuál es mi contraseña? es Zebra4458 creo",
		"c'est quoi mon mot de passe déjà ? c'est Zebra4458 je crois", "qual è la mia password? è Zebra4458 credo", "wie war mein Passwort nochmal? das ist Zebra4458 glaube ich", "wat is mijn wachtwoord ook alweer? het is Zebra4458 denk ik",
		"jakie było moje hasło? to Zebra4458 chyba", "какой у меня пароль? это Zebra4458 кажется", "який у мене пароль? це Zebra4458 здається", "parolim qanday edi? bu Zebra4458", "рамзи ман чист? ин Zebra4458", "şifrem neydi? bu Zebra4458",
		"رمز من چی بود؟ این Zebra4458", "میرا پاس ورڈ کیا تھا؟ یہ Zebra4458", "ما هي كلمة المرور؟ هي Zebra4458", "मेरा पासवर्ड क्या था? यह Zebra4458", "kata sandi saya apa? itu Zebra4458", "mật khẩu của tôi là gì? là Zebra4458",
		"我的密码是什么？是Zebra4458", "パスワードは何だっけ？Zebra4458です", "비밀번호가 뭐였지? Zebra4458이야",
		// what a clause behind the value says
		"Zebra4458. That's the wifi password.", "Zebra4458 – that's my password", "My iCloud one is Zebra4458, same as my gmail password", "Zebra4458. Essa é a senha do wifi.", "Zebra4458, a mesma que a minha senha do gmail",
		"Zebra4458. Esa es la contraseña del wifi.", "Zebra4458. C'est le mot de passe du wifi.", "Zebra4458. Questa è la password del wifi.", "Zebra4458. Das ist das WLAN-Passwort.", "Zebra4458. Dat is het wifi-wachtwoord.",
		"Zebra4458. To jest hasło do wifi.", "Zebra4458. Это пароль от вайфая.", "Zebra4458. Це пароль від вайфаю.", "Zebra4458. Bu wifi paroli.", "Zebra4458. Ин рамзи вайфай.", "Zebra4458. Bu wifi şifresi.",
		"Zebra4458. این رمز وای\u200cفای است.", "Zebra4458. یہ وائی فائی کا پاس ورڈ ہے۔", "Zebra4458. هذه كلمة مرور الواي فاي.", "Zebra4458. यह वाईफाई का पासवर्ड है।", "Zebra4458. Itu kata sandi wifi.", "Zebra4458. Đó là mật khẩu wifi.",
		"Zebra4458。这是wifi密码。", "Zebra4458。これはwifiのパスワードです。", "Zebra4458. 그게 와이파이 비밀번호야.",
		// what has no word of its own
		"my wifi is HomeNet, pass Zebra4458", "WPA2 key Zebra4458", "login with bob@x.com / Zebra4458", "house alarm: 7718", "alarme de casa: 7718", "alarma de la casa: 7718", "alarme de la maison : 7718", "allarme di casa: 7718",
		"Alarmanlage: 7718", "huisalarm: 7718", "alarm domowy: 7718", "сигнализация: 7718", "сигналізація: 7718", "signalizatsiya: 7718", "сигнализатсия: 7718", "ev alarmı: 7718", "دزدگیر: 7718", "گھر کا الارم: 7718", "إنذار المنزل: 7718",
		"घर का अलार्म: 7718", "alarm rumah: 7718", "báo động nhà: 7718", "门锁：7718", "玄関：7718", "현관문: 7718", "my phone unlocks with 7720", "o meu telemóvel desbloqueia com 7720", "mi móvil se desbloquea con 7720",
		"mon téléphone se déverrouille avec 7720", "il mio telefono si sblocca con 7720", "mein Handy entsperrt man mit 7720", "mijn telefoon ontgrendel je met 7720", "телефон разблокируется кодом 7720", "hp saya dibuka dengan 7720",
		// several words
		"my 2fa backup codes are 8f3k-22lp and 9s8d-11qq", "my password is correct horse battery 7740", "my password is Heron 7739", "minha senha é Garça 7739", "mi contraseña es Garza 7739", "mon mot de passe est Héron 7739",
		"mein Passwort ist Reiher 7739", "мой пароль: Цапля 7739", "le code de la porte c'est 7749B", "o código da porta é 7749B", "der Code für die Haustür ist 7749B", "код от подъезда 7749К", "the door code at the office: 55#71",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); leftOver.MatchString(clean) {
			t.Errorf("%q: kept %q", text, clean)
		}
	}
}

// TestOrdinaryTalkOfPasswords holds the same words where no credential is told.
func TestOrdinaryTalkOfPasswords(t *testing.T) {
	for _, text := range []string{
		"I changed my password yesterday", "I changed my password to something stronger", "I changed my password to be safe", "change the password to a longer one", "set the password to never expire", "set the password length to 16",
		"I have to change my password to get back in", "the password policy is strict", "my password manager is Bitwarden", "reset the password for user42", "change the password to the router", "my password will be reset tomorrow",
		"my password will be changed in 90days", "the password will be hashed with SHA256", "the password must be base64", "the password should be at least 12 characters", "my new password will be longer",
		"did you change the password? Ubuntu2204 asks for it again", "what is the password? it is on the fridge", "what's the password? I don't know", "forgot your password? Reset it here", "Forgot password? Click Reset2024 in the menu",
		"is the password strong? It is 12 characters", "Great. That's the wifi password.", "Ubuntu2204 is what I run. That's my password manager's host", "I use version 12.4.1. That's the password manager.",
		"I live in Porto, same as my password says", "It was in 2024. That is the password I forgot.", "my pass for the museum is valid", "I passed level12", "boarding pass XJ4K2P", "login with Google / Facebook",
		"log in with OAuth2 / SAML20", "sign in with your email", "front door: green", "front door: 1200 euros", "padlock: 4821 units sold", "house alarm: 2024", "house alarm: broken", "the garage opens at 0800",
		"The level unlocks with 5000 points", "the achievement unlocks with 5000", "my phone unlocks with my face", "my password is due 2027", "my password is older than 2019", "my password is on page 4021",
		"my wifi password is under the 1200 euro router", "the passwords are in room 4021", "my password is not that hard 2024", "WPA2 is better than WEP", "the WPA2 key is hard to type", "troquei a minha senha ontem",
		"mudei a senha para algo mais forte", "a política de senhas é rígida", "o meu gestor de senhas é o Bitwarden", "mudei a senha para ficar seguro", "a senha será trocada amanhã", "qual é a senha? é a mesma de sempre",
		"Boa. Essa é a senha do wifi.", "cambié mi contraseña ayer", "cambié la contraseña a una más larga", "mi gestor de contraseñas es Bitwarden", "la política de contraseñas es estricta", "la contraseña será cambiada mañana",
		"¿cuál es la contraseña? es la de siempre", "j'ai changé mon mot de passe hier", "j'ai changé le mot de passe en vitesse", "mon gestionnaire de mots de passe est Bitwarden", "le mot de passe sera changé demain",
		"c'est quoi le mot de passe ? c'est compliqué", "la politique des mots de passe est stricte", "ho cambiato la mia password ieri", "il mio gestore di password è Bitwarden", "la password sarà cambiata domani",
		"ich habe mein Passwort gestern geändert", "mein Passwort wird morgen geändert", "mein Passwort wird angezeigt", "mein Passwortmanager ist Bitwarden", "die Passwortrichtlinie ist streng", "wie war das Passwort? das ist geheim",
		"ich habe das Passwort auf Wunsch geändert", "ik heb mijn wachtwoord gisteren gewijzigd", "mijn wachtwoordmanager is Bitwarden", "het wachtwoord wordt morgen gewijzigd", "wczoraj zmieniłem hasło", "mój menedżer haseł to Bitwarden",
		"hasło będzie zmienione jutro", "вчера я сменил пароль", "сменил пароль на более сложный", "мой менеджер паролей Bitwarden", "пароль будет изменён завтра", "какой пароль? это секрет", "учора я змінив пароль",
		"мій менеджер паролів Bitwarden", "пароль буде змінено завтра", "kecha parolimni o'zgartirdim", "parol menejerim Bitwarden", "parol ertaga o'zgaradi", "дирӯз рамзамро иваз кардам", "рамз пагоҳ иваз мешавад",
		"dün şifremi değiştirdim", "şifre yöneticim Bitwarden", "şifre yarın değişecek", "دیروز رمزم را عوض کردم", "رمز فردا عوض خواهد شد", "میں نے کل اپنا پاس ورڈ بدل دیا", "پاس ورڈ کل بدل جائے گا", "غيرت كلمة المرور أمس",
		"ستتغير كلمة المرور غدا", "मैंने कल अपना पासवर्ड बदल दिया", "पासवर्ड कल बदल जाएगा", "saya mengganti kata sandi kemarin", "pengelola kata sandi saya Bitwarden", "kata sandi akan menjadi lebih panjang", "hôm qua tôi đã đổi mật khẩu",
		"mật khẩu sẽ là chuyện khác", "我昨天改了密码", "密码改成更长的了", "我的密码管理器是Bitwarden", "昨日パスワードを変更しました", "パスワードを長く変更した", "어제 비밀번호를 바꿨어요", "비밀번호를 더 길게 변경했어", "玄関：綺麗",
		"I pass the exam in 2026B", "my pass expires on 12/05/2026", "Wifi is down, pass it on to Room204B", "my wifi is slow, pass me the cable", "We use WPA2 with AES256 encryption", "use HTTP Basic auth with curl -u",
		"the user story US1234 and the secret sauce", "user bob42 reported a secret menu2024 item", "user: maria role: admin2024", "login page v2.3.1 fails", "log in with your ID4821", "the username is anna and the pass rate is 85percent",
		"It's ISO27001. That's the password standard.", "I use Argon2id. That is the password hash", "My laptop is a T480s. That's my password machine", "He was born in 1984. That's my PIN number joke", "our building unlocks with a key",
		"the phone opens with 3 clicks", "the app opens with 5000 users", "my phone unlocks with Face ID", "the phone unlocks with 12 hours delay", "front door: 3 locks", "garage door: 2019 model", "padlock: 2 keys", "keypad: 4x4",
		"alarm system: 2024 model", "alarm: 0630", "alarm at 0630", "my alarm is set for 0630", "code red 2024A", "the error code is 4821B", "the door is model 4821B", "model code 4821B", "course code: CS4821", "flight code: LH4821",
		"door handle part code 7749B", "room code A1234 in the catalog", "update the password field to VARCHAR255", "set the token limit to 4096tokens", "set the key size to 2048bits", "change the API key rotation to 90days",
		"set the password hash to argon2id", "set the password hashing algorithm to bcrypt12", "set the secret name to db-prod-2024", "set the token type to bearer2", "set the password hint to my dog", "change the passwords on server42",
		"change the password for db01 to something strong", "update the key in config.yaml to v2", "the token will be valid for 90days", "my pin will be sent by mail", "the password is going to be rotated in Q4",
		"did I tell you my password? No.", "what's the password policy? 12chars minimum", "what's the password? ask John2", "is my password ok? yes, 12characters", "my password? forgot it", "the pin? 4 digits", "PIN? 2024 was the year",
		"password? none", "Which password manager? 1Password8", "what is the wifi password? It's printed on the router RT2600", "what is the best password length? It is 16chars", "my password is Bob's birthday 1201",
		"my password is version two 300 characters", "the code to success: 1234 steps", "https://user:pass@example.com", "psql --password is prompted", "docker run -e PASSWORD=$PASSWORD img", "git commit -m \"fix user 12, password form\"",
		"redis-cli -a is insecure", "a zip -P option", "tar zxf file -P", "Der Code 4821B ist falsch", "die Haustür: grün", "das Passwort für user42 zurücksetzen auf Wunsch", "Alarmanlage: defekt", "сигнализация: 2024",
		"сигнализация сработала в 0630", "домофон: сломан", "la puerta principal: abierta", "玄関：3つ", "门锁：3把", "大门：2024年", "현관: 2층", "porta da frente: azul", "I changed my PIN to something else in 2024", "changed my username to bob2024",
		"changed the wifi name to HomeNet5G", "set the hostname to web01prod",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); clean != text {
			t.Errorf("%q: cut to %q", text, clean)
		}
	}
}
