package guard

import (
	"testing"

	"github.com/locimem/loci"
)

func TestPlainCredentials(t *testing.T) {
	for want, texts := range map[string][]string{
		"pin": {
			"the door code is 4821#", "the alarm code is 4821", "gate code: 4821", "my locker combination is 4821", "SIM unlock code 48213", "the code for the front door is 4821", "the code to the garage is *4821#", "PUK code: 48213377",
			"código do alarme: 4821", "o código da porta é 4821", "código del portal: 4821", "el código de la alarma es 4821", "le code de la porte est 4821", "code du portail : 4821", "il codice del cancello è 4821", "codice allarme 4821", "der Türcode ist 4821", "der Code für die Haustür ist 4821", "de deurcode is 4821", "de code van het alarm is 4821", "kod do bramy to 4821", "kod do domofonu: 4821",
			"код от домофона 4821", "код от двери: 4821", "код сигнализации 4821", "код від дверей: 4821", "eshik kodi 4821", "эшик коди 4821", "коди дарвоза 4821", "دروازے کا کوڈ 4821 ہے", "کد دزدگیر 4821 است", "كود البوابة 4821", "kapı kodu 4821", "alarm kodu: 4821", "दरवाज़े का कोड 4821 है", "kode pintu 4821", "kode alarm adalah 4821", "mã cửa là 4821",
			"the safe combination is 12-34-56", "Код от домофона: 12К3456", "код от подъезда 12К3456", "le code du portail est 48B21",
			"门禁码是4821", "ドアのコードは4821です", "도어락 번호는 4821이야",
		},
		"password": {
			// words in a row
			"My wifi is called Casa and the passphrase is correct horse battery staple", "wifi passphrase: correct horse battery staple", "passphrase for the backup disk: marble tunnel orbit", "My passphrase is marble tunnel orbit velvet and I must not lose it",
			"frase secreta: girassol mesa trovão azul", "la frase de contraseña es girasol mesa trueno azul", "ma phrase de passe est tournesol tasse tonnerre", "Passphrase: sonnenblume tisch donner blau", "кодовая фраза: подсолнух стол гром ночь",
			"my passphrase is correct-horse-battery-staple",
			// without a copula
			"parolim qwerty", "mening parolim bahor", "parolimiz qwerty", "паролим баҳор", "wifi parolim qwerty", "şifrem qwerty", "benim şifrem gunes", "Parolam sunshine.", "sandi saya qwerty", "kata sandi saya matahari", "password saya qwerty", "passwordku qwerty",
			"我的密码qwerty", "我的密码 sunshine", "密码 qwerty", "密碼 qwerty", "パスワード qwerty", "私のパスワードqwerty", "비밀번호 qwerty", "내 비밀번호 sunshine",
			// what it is for, and then the value
			"пароль от вайфая qwerty99", "пароль от почты qwerty99", "Пароль для домашнего вайфая qwerty99", "my password for home wifi hunter22", "the password for the router hunter22", "senha do wifi hunter22", "contraseña del wifi hunter22", "mot de passe du wifi hunter22", "password del router hunter22", "Passwort für WLAN hunter22", "hasło do wifi hunter22", "kata sandi untuk wifi hunter22", "рамзи вайфай qwerty99",
			// one word of letters
			"my password is sunshine", "wifi: Casa, password: sunshine", "my wifi password is Sunshine.", "我的密码是sunshine", "the gmail password is sunshine", "my password is sunshine and my user is anna", "the password for the router is sunshine", "our password was sunshine", "minha senha é girassol", "a senha do wifi é girassol", "mi contraseña es girasol", "la clave del wifi es girasol", "mon mot de passe est tournesol", "la mia password è girasole", "minha password é girassol", "mein Passwort ist Sonnenblume", "mijn wachtwoord is zonnebloem", "мой пароль — подсолнух", "пароль от вайфая: подсолнух", "мій пароль: соняшник", "kata sandi saya adalah matahari",
		},
	} {
		for _, text := range texts {
			if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != want {
				t.Errorf("%q: %v, want %s", text, kinds, want)
			}
		}
	}
}

// TestWhatElseIsSaidOfPasswords holds what stands where a value would, without a
// copula.
func TestWhatElseIsSaidOfPasswords(t *testing.T) {
	for _, text := range []string{
		"parolim reset", "şifrem reset", "parolim esimdan chiqdi", "parolim yo'q", "parolim kerak", "parolim eskirgan", "parolim qisqa", "parolim juda oson", "parolim ishlamayapti", "parolim esimda", "parolim daftarda", "parolim bormi?", "parolim unutildi", "parolim noto'g'ri", "parolimni unutdim", "parolimni almashtir", "mening parolim murakkab", "parolim telefonga bog'langan", "паролим эсимдан чиқди", "паролим керак", "паролим ўзгарди",
		"şifrem değişti", "şifrem unutuldu", "şifrem yok", "şifrem çalışmıyor", "şifrem güvenli", "şifrem nerede", "şifrem lazım", "şifrem kayboldu", "şifrem çalındı", "şifrem defterde", "şifrem hatalı", "şifrem çok uzun", "şifremi unuttum", "şifremi sıfırla", "parolam gizli", "parolam neydi?", "Şifrem aynı.",
		"sandi saya lupa", "sandi saya salah", "sandi saya hilang", "kata sandi saya bocor", "kata sandi saya terlalu pendek", "password saya diganti", "password saya apa?", "saya lupa kata sandi", "tolong ganti kata sandi saya segera", "kata sandi saya sudah kedaluwarsa", "sandi saya aman",
		"我忘了密码", "密码错了", "我的密码很长", "密码 reset", "密码 error", "忘记密码怎么办", "パスワードを忘れた", "パスワード reset", "パスワード変更", "私のパスワードは長い", "비밀번호 변경", "비밀번호를 잊었어요", "내 비밀번호 reset", "我用1Password管理密码", "我的密码 manager 是 Bitwarden", "パスワード manager", "I forgot my password yesterday", "my password saga",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) > 0 {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}

// A value may stand before its word, before its copula, or digit by digit.
func TestCredentialsTheOtherWayRound(t *testing.T) {
	for want, texts := range map[string][]string{
		"password": {
			"marmalade is my wifi password", "girassol é a minha senha do wifi", "girasol es mi contraseña del wifi", "tournesol est mon mot de passe wifi",
			"sonnenblume ist mein WLAN-Passwort", "girasole è la mia password del wifi", "zonnebloem is mijn wifi-wachtwoord", "słonecznik to moje hasło do wifi",
			"подсолнух — мой пароль от вайфая", "соняшник — мій пароль від вайфаю", "kungaboqar — mening wifi parolim", "bunga adalah kata sandi wifi saya",
			"рамзи вайфаи ман офтобпараст аст", "رمز وای\u200cفای من آفتابگردان است", "मेरा वाईफाई पासवर्ड सूरजमुखी है", "میرا وائی فائی پاس ورڈ سورج ہے",
			"use hunter22 as the password",
		},
		"pin": {"my PIN is 4 8 2 1", "PIN: 4-8-2-1", "o PIN do cartão é 48 21", "el PIN de mi tarjeta es 4 8 2 1", "mon code PIN est 4 8 2 1", "meine PIN ist 48-21", "мой пин-код 4 8 2 1"},
	} {
		for _, text := range texts {
			if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != want {
				t.Errorf("%q: %v, want %s", text, kinds, want)
			}
		}
	}
	for _, text := range []string{
		"honesty is my best quality and my password is safe", "This is my wifi password", "losing is my password problem", "I forgot the password to my laptop", "I lost the password to my account", "coffee is the password to my heart",
		"पासवर्ड लंबा है", "मेरा पासवर्ड पुराना है", "میرا پاس ورڈ غلط ہے", "رمز من طولانی است", "рамзи ман дароз аст", "I use 4 8 2 1 as warm-up counts", "my PIN is 4 digits", "the pin is 4 5 inches long",
		"see Bitwarden as a password manager", "A paciência é a minha senha para a vitória",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) > 0 {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}

// A token may be wrapped anywhere, inside its prefix too.
func TestWrappedInsideThePrefix(t *testing.T) {
	for i := 1; i < len(githubKey); i++ {
		if kinds := kindsOf("my key: "+githubKey[:i]+"\n"+githubKey[i:], loci.ClassSecret); i < len(githubKey)-3 && len(kinds) == 0 {
			t.Errorf("wrapped after %d bytes: not found", i)
		}
	}
}

func TestPlainCredentialSpan(t *testing.T) {
	for text, want := range map[string]string{
		"the door code is 4821#":                                    "4821#",
		"wifi passphrase: correct horse battery staple":             "correct horse battery staple",
		"My passphrase is marble tunnel orbit velvet and I like it": "marble tunnel orbit velvet",
		"my password is sunshine.":                                  "sunshine",
		"пароль от вайфая qwerty99":                                 "qwerty99",
	} {
		for _, f := range checkText("text", text, limitOf("text")) {
			if got := text[f.Start:f.End]; got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
}

// TestPlainInnocent holds sentences with the same words and no credential.
func TestPlainInnocent(t *testing.T) {
	for _, text := range []string{
		"the door code changed again", "the door code was changed in 2024", "area code 212", "area code 4821", "error code 4821", "the alarm failed with error code 4821", "zip code 90210", "my zip code is 90210", "promo code SAVE10 works", "country code +351", "dress code is formal", "the course code is 4821", "I forgot the alarm code", "I wrote 4821 lines of code behind closed doors", "the building code of 2021", "the door is green; the code is 4821 lines long",
		"my password is wrong", "my password is expired", "my password is too long", "my password is safe", "my password is the same everywhere", "my wifi password is secure", "our password is weak and old", "my password was stolen", "my email password was leaked", "my password is 12 characters", "my password is required", "the password is mandatory", "my password is here", "my password is what?", "a password is knowledge", "my password is stored offline",
		"the passphrase is stored in the safe", "the passphrase is written down somewhere secret", "my passphrase is very long and hard to type", "the passphrase is six words long", "passphrase: ask the front desk", "I forgot the passphrase of my disk", "A passphrase is easier to remember",
		"olvidé la contraseña del nuevo iPhone15", "I forgot the password for my old iphone15", "please reset the password for the account user42",
		"la clave del éxito es paciencia", "mi clave es paciencia", "minha senha está errada", "minha senha é fraca", "a palavra-chave do meu artigo é clima", "mi contraseña es demasiado larga", "mi contraseña es insegura", "mon mot de passe est oublié", "mon mot de passe est trop long", "la mia password è scaduta", "mein Passwort ist abgelaufen", "mein Passwort ist zu kurz", "mijn wachtwoord is verlopen", "moje hasło jest słabe", "мой пароль устарел", "мой пароль это секрет", "пароль от почты не подходит", "я забыл код от домофона", "код ошибки 4821", "мой пароль слишком длинный", "kata sandi saya adalah rahasia", "mật khẩu của tôi là bí mật",
		"My favourite password manager is Bitwarden", "my password is changed", "my password is compromised", "Our code is open source", "the access code changed", "My email account password is managed by IT", "my password is shared with Ana", "my bank password is different",
		"my wifi password is taped under the router", "my login password is biometric", "my password is case sensitive", "My netflix password is my dog's name", "the wifi password is on the fridge", "the wifi password is on the back of the router", "my phone passcode is the same as my birthday", "my passcode is six digits",
		"the wifi password at the office is different", "my password is strong", "my password is long enough", "passwords are hard", "my password is leaked, please help", "The lift access code for the parking is in the mail", "my passphrase is a line from a song", "the passphrase is too hard to remember",
		"passphrase: none", "my passphrase is generated with diceware", "the passphrase was leaked on reddit last year", "pass phrases are better than passwords", "the entry code for the contest is on the box", "code for the garage door app is on github in 2019", "my access code is in my email", "The Sim card code does not work since 2024",
		"unlock code for level 2024", "I wrote the alarm code in 2023", "le code d'accès a changé en 2024", "a senha da minha conta é diferente", "minha senha é a mesma", "minha senha é muito fraca", "minha senha expirou", "a senha do banco é obrigatória",
		"mon mot de passe est faible", "mon mot de passe est toujours le même", "mon mot de passe est expiré", "mein Passwort ist schwach", "mein Passwort ist das gleiche", "mein WLAN Passwort ist geändert", "mein Passwort ist unsicher", "mein Passwort ist weg",
		"moje hasło to podstawa", "hasło do banku to ważna sprawa", "мой пароль — слабый", "мой пароль — это моя дата рождения", "мой пароль взломали", "пароль от почты — старый", "пароль от банка — тот же", "пароль от вайфая поменялся в 2024",
		"код двери поменяли в 2024", "код города 4821", "код страны 998", "мій пароль: старий", "eshik kodi o'zgardi", "eshik kodi 2024 yilda o'zgardi", "рамзи муваффақият меҳнат аст", "دروازے کا کوڈ بدل گیا",
		"رمز موفقیت صبر است", "kapı kodu değişti", "kata sandi saya adalah yang lama", "kata kunci saya adalah kesabaran", "mật khẩu của tôi là cái cũ", "mật khẩu wifi là ở sau router", "my pin code is wrong", "A senha da vitória é persistência",
		"the password to success is perseverance", "my password to happiness is coffee", "the password of the day is swordfish", "My home wifi password is now longer", "my password is nothing special", "the wifi password is wrong because they changed it", "my github password is expired and I need help", "the server password is stored in vault",
		"credentials are valid", "my credentials are wrong", "my credentials are impressive", "our credentials are excellent", "my credentials are MBA", "a minha password é fraca", "minha password é a mesma", "la mia password è salvata",
		"type User = { email: string, password: string }", "Password: required", "password: ask Ana", "Passwort: vergessen", "the door code was changed on 11-29", "the garage opens at 18-30, code 12", "пароль: забыл", "the unlock code is valid until 12-11-2024", "password: true",
		"código postal 4821", "código de erro 4821", "code postal 75001", "le code de la route de 1958", "Postleitzahl 10115, Code 4821", "posta kodu 34000", "kode pos 40115", "पिन कोड 110001 दिल्ली", "邮政编码 100001",
	} {
		if v := New(Options{}).Check(loci.Candidate{Text: text, Origin: loci.UserStated}); v.Action != Accept {
			t.Errorf("%q: %+v", text, v)
		}
	}
}

// Words in a row may be a password as well as a passphrase, where it is said whose
// it is or for what.
func TestPasswordOfPlainWords(t *testing.T) {
	for _, text := range []string{
		"my wifi password is purple monkey dishwasher", "my email password: purple monkey dishwasher", "my password is purple monkey", "the router password: correct horse battery staple",
		"the password for the router is purple monkey dishwasher", "our wifi password is blue tiger and nobody guesses it", "minha senha é girassol mesa trovão", "a senha do wifi é girassol mesa",
		"mi contraseña es girasol mesa trueno", "la clave del wifi es girasol trueno", "mon mot de passe est tournesol tasse tonnerre", "la mia password è girasole tavolo tuono",
		"mein passwort ist sonnenblume donner tisch", "mijn wachtwoord is zonnebloem tafel donder", "мой пароль — подсолнух стол гром", "мій пароль: соняшник грім",
		"moje hasło do wifi to słonecznik stół", "my password is orange lamp river",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != "password" {
			t.Errorf("%q: %v, want password", text, kinds)
		}
	}
	for _, text := range []string{
		"my password is too short", "my wifi password is not working", "my password is in the safe", "my password is the same as before",
		"my password is stored in 1Password", "my password is causing problems", "my email password is giving errors again", "our wifi password is common knowledge",
		"my password is company property", "my wifi password is case sensitive", "my password is very weak", "my bank password is top secret",
		"my password is rock solid", "my password is brand new", "the router password is printed underneath", "the wifi password is eight characters long",
		"my password is six random words", "our password is managed centrally", "my email password is acting up", "my password is next to useless",
		"my laptop password is total nonsense", "my password is four words", "the router password: see sticker", "my email password: ask admin",
		"my phone password is expiring tomorrow", "the bank password: minimum eight characters", "my password is super long", "my wifi password is probably wrong",
		"my password is work related", "my account password is out of date", "our password is public information", "my password is personal information",
		"my password is sensitive data", "my password is private stuff", "my password is getting old", "the netflix password is shared between friends",
		"my gmail password is hard to remember", "my email password is none of your business", "minha senha é muito fraca", "minha senha é só letras",
		"minha senha do banco é bem antiga", "a senha do wifi é fácil demais", "minha senha é informação pessoal", "mi contraseña es demasiado corta",
		"mi contraseña es información personal", "la clave del wifi es muy larga", "mi contraseña es puro números", "mon mot de passe est trop court",
		"mon mot de passe est plutôt faible", "mon mot de passe est bien trop simple", "la mia password è troppo corta", "la mia password è solo lettere",
		"la mia password è abbastanza sicura", "mein passwort ist zu kurz", "mein passwort ist ziemlich schwach", "mein passwort ist nur acht zeichen lang",
		"mein wlan-passwort ist schon wieder falsch", "mijn wachtwoord is te kort", "mijn wachtwoord is behoorlijk zwak", "moje hasło jest za krótkie",
		"moje hasło to imię psa", "мой пароль — дата рождения", "мой пароль — имя собаки", "мой пароль слишком короткий",
		"мой пароль — просто набор букв", "мій пароль надто короткий", "мій пароль — дата народження", "parolim juda oson",
		"şifrem çok uzun", "kata sandi saya terlalu pendek", "kata sandi saya adalah tanggal lahir", "mật khẩu của tôi rất dài", "my password is stored inside keepass vault",
		"my email password was changed last week", "my password is muscle memory", "my password is finger memory", "my laptop password is fingerprint only",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) > 0 {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}
