package guard

import (
	"strings"
	"testing"
)

// A command says by its option, or by the place, that a word is a password, which
// then may be any word.
func TestCommands(t *testing.T) {
	for _, text := range []string{
		"curl -u admin:marmalade https://example.com", "curl -sS -u 'admin:marmalade' https://example.com", "curl -su admin:marmalade https://example.com", "curl -uadmin:marmalade x", `curl --user "admin:marmalade" x`, "curl --proxy-user=admin:marmalade x", "curl -u $USER:marmalade x", "I used curl -u admin:marmalade.", "curl \\\n  -X POST \\\n  -u admin:marmalade x",
		"http -a admin:marmalade example.com", "https --auth=admin:marmalade example.com", `smbclient //srv/share -U bob%marmalade`,
		"mysql -uroot -pmarmalade db", "mysqldump -u root -p'sour marmalade' db > x.sql", "/usr/bin/mysql -uroot --password=marmalade", "docker exec db mysql -uroot -pmarmalade", "`mysql -uroot -pmarmalade`", "7z a -pmarmalade x.7z y", "rar a -hpmarmalade x y",
		"sshpass -p marmalade ssh bob@host", "sshpass -pmarmalade ssh bob@host", "I run sshpass -p marmalade ssh bob@host", "docker login -u bob -p marmalade", "docker login registry.example.com --username bob --password marmalade", "mongosh -u bob -p marmalade",
		"redis-cli -h cache -a marmalade ping", "redis-cli --pass marmalade", "sqlcmd -S srv -U sa -P marmalade", "zip -P marmalade x.zip y", "ldapsearch -x -D cn=admin -w marmalade", "lftp -u bob,marmalade example.com",
		"openssl enc -aes-256-cbc -k marmalade", "openssl rsa -in key.pem -passin pass:marmalade", "keytool -list -keystore x -storepass marmalade", "apksigner sign --ks x --ks-pass pass:marmalade y.apk",
		`net use Z: \\srv\share /user:bob marmalade`, `net use \\srv\share marmalade /user:bob`, "net user bob marmalade77 /add", "xfreerdp /u:bob /p:marmalade /v:srv", "cmdkey /add:srv /user:bob /pass:marmalade",
		"nmcli device wifi connect HomeNet password marmalade", "wpa_passphrase HomeNet marmalade77", "htpasswd -b .htpasswd bob marmalade77", "htpasswd -nb bob marmalade77", "wget --user=bob --password=marmalade x", "gpg --batch --passphrase marmalade -c x",
		"PGPASSWORD=marmalade psql -h db", "export MYSQL_PWD=marmalade", "machine example.com login bob password marmalade",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); strings.Contains(clean, "marmalade") {
			t.Errorf("%q: kept %q", text, clean)
		}
	}
	for _, text := range []string{
		"curl -u admin: https://example.com", "curl -u $USER:$PASS x", "curl -u <user:password> x", "curl -u username:token.", "curl -u 'test:test' x", "curl -u admin:<password> x", "curl -o out.json https://example.com", "curl -H 'Accept: text/html' x", "curl -U is for proxies", "http is short for hypertext", "use http -a for that",
		"mysql -u root -p db", "mysql -P 3306 -h db", "mysql -uroot -p$PASS", "docker run -p 8080:80 nginx", "docker login -u bob", "docker login -u bob --password-stdin", "the docker login -p flag is unsafe", "mongosh --port 27017", "sshpass -p %PASS%", "sshpass -e ssh x", "sshpass -p {{password}} ssh x",
		"mkdir -p src/lib", "ssh -p 2222 bob@host", "redis-cli -h cache -p 6379", "zip -r x.zip y", "my zip code is 90210", "unzip x.zip; tar -P", "sqlcmd -P", "openssl x509 -in cert.pem -noout", "net user growth is strong", "net user experience improvement", "net use of energy", "net use of time is better",
		"gpg --passphrase-file x", "wget --password option is deprecated", "the machine password policy is strict", "machine learning and password hygiene", "influx of people", "curl | sh", "hydra is a tool that guesses passwords", "the rar -p option asks",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); clean != text {
			t.Errorf("%q: cut to %q", text, clean)
		}
	}
}

// A user and a password side by side need no word between them.
func TestUserAndPassword(t *testing.T) {
	for _, text := range []string{
		`{"user":"bob","pass":"marmalade"}`, `{'username': 'bob', 'pw': 'marmalade'}`, `{"email": "bob@example.com", "password": "marmalade"}`, "vpn: user bob, secret Marmalade77", "user: bob pass: marmalade77", "login bob and password marmalade77",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); strings.Contains(strings.ToLower(clean), "marmalade") {
			t.Errorf("%q: kept %q", text, clean)
		}
	}
	for _, text := range []string{
		`{"user":"bob","pass":"<pass>"}`, `{"user":"bob","path":"marmalade"}`, "user bob, password policy strict", "each user has a pass for 2026-11-29", "login and pass the test of level12",
	} {
		if clean, _ := New(Options{}).ScanTurn(text); clean != text {
			t.Errorf("%q: cut to %q", text, clean)
		}
	}
}
