package guard

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/locimem/loci"
)

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// tokens draws a value of one of the formats in rules/secrets.toml, long enough
// and with letters and digits mixed.
func tokens(t *rapid.T) (kind, value string) {
	rules := slices.DeleteFunc(slices.Clone(secretRules().Tokens), func(r tokenRule) bool { return r.Near })
	r := rapid.SampledFrom(rules).Draw(t, "rule")
	alphabet := map[string]string{"alnum": alphanumeric, "url": alphanumeric + "_", "dotted": alphanumeric, "hex": "0123456789abcdef", "upper": "ABCDEFGHJKMNPQRS234567", "base64": alphanumeric}[r.Chars]
	var b strings.Builder
	prefix := rapid.SampledFrom(r.Prefix).Draw(t, "prefix")
	b.WriteString(prefix)
	for n := range max(r.Min, r.Max) {
		// runs of letters and digits in turn, so that no draw is a mere word
		c := rapid.SampledFrom([]byte(alphabet)).Draw(t, "char")
		for n%3 == 0 && !isDigit(c) || n%3 == 1 && isDigit(c) {
			c = alphabet[(strings.IndexByte(alphabet, c)+1)%len(alphabet)]
		}
		b.WriteByte(c)
	}
	if distinct(b.String()[len(prefix):]) < 8 {
		t.Skip("the same few characters over and over stand for a value")
	}
	return r.Kind, b.String()
}

var frames = []string{
	"{}", "My key is {}.", "use {}, thanks", "(the token: {})", "remember “{}”", "export KEY='{}'", "see `{}`", "{}\nnext line", "paste {}! now",
	"chave: {}; não perca", "ключ {}…", "калид: {} — дар хотир нигоҳ дор", "kalitim {} bo‘ladi", "کلید {}۔ محفوظ کر لیں", "المفتاح {}، احفظه", "मेरी कुंजी {} है।", "密钥是{}，请记住", "鍵は{}です。", "키는 {}입니다.",
}

// TestTokensAreFoundAndNeverShown is the rule of the guard: a value of a known
// format is refused in any sentence, and nothing the guard says holds it.
func TestTokensAreFoundAndNeverShown(t *testing.T) {
	disguises := map[string]func(string) string{
		"plain":      func(s string) string { return s },
		"zero width": func(s string) string { return s[:len(s)/2] + "\u200b" + s[len(s)/2:] },
		"wrapped":    func(s string) string { return s[:len(s)*3/4] + "\r\n  " + s[len(s)*3/4:] }, // behind the prefix
		"spaced":     func(s string) string { return strings.Join(strings.Split(s, ""), " ") },
		"full width": func(s string) string {
			return strings.Map(func(r rune) rune { return r + 0xFEE0 }, s)
		},
		"base64": func(s string) string { return base64.StdEncoding.EncodeToString([]byte("key " + s)) },
		"hex":    func(s string) string { return hex.EncodeToString([]byte(s)) },
		"percent": func(s string) string {
			return regexp.MustCompile(`..`).ReplaceAllString(hex.EncodeToString([]byte(s)), "%$0")
		},
	}
	g := New(Options{})
	rapid.Check(t, func(t *rapid.T) {
		kind, value := tokens(t)
		name := rapid.SampledFrom(slices.Sorted(keys(disguises))).Draw(t, "disguise")
		written := disguises[name](value)
		text := strings.Replace(rapid.SampledFrom(frames).Draw(t, "frame"), "{}", written, 1)
		v := g.Check(loci.Candidate{Text: text, Origin: loci.UserStated})
		if len(text) <= loci.MaxText && v.Action != Refuse {
			t.Fatalf("%s, %s: %q passes", kind, name, text)
		}
		clean, findings := g.ScanTurn(text)
		if clean == text {
			t.Fatalf("%s, %s: %q is kept", kind, name, text)
		}
		refusal := &loci.RefusedError{Findings: v.Findings}
		for what, said := range map[string]string{"turn": clean, "findings": fmt.Sprint(findings, v), "error": refusal.Error(), "hint": refusal.Hint()} {
			if strings.Contains(said, value) || strings.Contains(said, written) || strings.Contains(said, value[len(value)-12:]) {
				t.Fatalf("%s, %s: the %s shows the value: %q", kind, name, what, said)
			}
		}
	})
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func TestPatterns(t *testing.T) {
	r := func(n int) string { return strings.Repeat("aB3xK9qZ7mW2", n/12+1)[:n] }
	begin := "-----BEGIN "
	for kind, texts := range map[string][]string{
		"private_key": {
			begin + "OPENSSH PRIVATE KEY-----\n" + r(70) + "\n" + r(20) + "\n-----END OPENSSH PRIVATE KEY-----",
			begin + `RSA PRIVATE KEY-----\n` + r(64) + `\n-----END RSA PRIVATE KEY-----`,
			begin + "ENCRYPTED PRIVATE KEY----- " + r(80),
			begin + "RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\n" + r(64),
			begin + "PGP PRIVATE KEY BLOCK-----\n\n" + r(64) + "\n-----END PGP PRIVATE KEY BLOCK-----",
			"PuTTY-User-Key-File-3: ssh-ed25519\nComment: me\nPrivate-Lines: 1\n" + r(44),
			`{"type":"service_account","private_key":"` + r(60) + `"}`,
		},
		"conn_string": {
			"postgres://app:" + r(14) + "@db.internal:5432/prod", "mongodb+srv://svc:" + r(14) + "@c0.example.net.", "amqp://u:p@" + "ss1@mq:5672",
			"Server=db;User Id=sa;Password=" + r(12) + ";", "AccountKey=" + r(86) + "==;EndpointSuffix=x",
		},
		"jwt":                 {"my session is " + bearer + ", keep it"},
		"authorization":       {"Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("admin:S3cretPass")), "curl -H 'X-Api-Key: " + r(24) + "'", "send Bearer " + r(32)},
		"otp":                 {"otpauth://totp/Ex:me?secret=JBSWY3DPEHPK3PXP&issuer=Ex", "my backup codes: 1a2b-3c4d 5e6f-7a8b 9c0d-1e2f", "the verification code is 482913"},
		"webhook":             {"https://hooks.slack.com/services/" + r(9) + "/" + r(9) + "/" + r(24), "https://discord.com/api/webhooks/123456789012345678/" + r(60)},
		"cookie":              {"session cookie: sid=" + r(64), "Cookie: theme=" + r(32)},
		"credential:aws":      {"aws_secret_access_key = " + r(40)},
		"credential:sendgrid": {"SG." + r(22) + "." + r(43)},
		"credential:telegram": {"bot 7123456789:AA" + r(33) + "!"},
		"credential:url":      {"https://api.example.com/x?access_token=" + r(32)},
		"seed_phrase":         {"legal winner thank year wave sausage worth useful legal winner thank yellow"},
	} {
		for _, text := range texts {
			found := checkText("text", text, limitOf("text"))
			if len(found) == 0 || !slices.ContainsFunc(found, func(f loci.Finding) bool { return f.Kind == kind }) {
				t.Errorf("%s: %q: %v", kind, text, found)
			}
		}
	}
}

// TestInnocent holds what looks like a secret and is none.
func TestInnocent(t *testing.T) {
	for _, text := range []string{
		// placeholders, prefixes and talk about secrets
		"rotate the sk-proj keys every 90 days", "our keys look like sk-... and ghp_...", "AKIA" + "IOSFODNN7EXAMPLE", "export TOKEN=$GITHUB_TOKEN", "token: <your-token>", "password: ********",
		"postgres://localhost:5432/dev", "postgres://app:${DB_PASS}@db/prod", "ghp_" + strings.Repeat("x", 36), "class sk-thisIsAVeryLongSkeletonClassName", "api_key=os.environ[\"API_KEY\"]",
		"Authorization: Bearer <token>", "DB_PASSWORD=changeme", "glpat- is GitLab's prefix", "https://example.com:8080/path?x=me@example.com", "https://medium.com/@ana/post-123", "git@github.com:org/repo.git",
		begin("CERTIFICATE") + " block goes in tls.crt; the private key stays in the vault", "the " + begin("RSA PRIVATE KEY") + " header is what you look for", "public key ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICE0xLHv3O0WqK0T3VWZjO9mthm4FaQrXjbI53Mo4JOI me@host",
		// numbers and identifiers of other kinds
		"commit 9fceb02d0ae598e95dc970b74767f19372d61af8", "id 123e4567-e89b-12d3-a456-426614174000", "ULID 01ARZ3NDEKTSV4RRFFQ69G5FAV", "taskID=sk-loading-placeholder", "VIN 1HGCM82633A004352", "flight TK1234 seat 12A PNR XJ4K2P",
		"0.1.2-alpha.20261129+exp.sha.5114f85", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "IP 192.168.100.200, MAC 00:1A:2B:3C:4D:5E", "pi is 3.14159265358979", "MD5 d41d8cd98f00b204e9800998ecf8427e",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", "docker pull app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"apple banana cherry, then legal winners thank the year", "xoxb is how Slack names bots", "eyJ is how JWTs begin",
	} {
		if v := New(Options{}).Check(loci.Candidate{Text: text, Origin: loci.UserStated}); v.Action != Accept {
			t.Errorf("%q: %+v", text, v)
		}
	}
}

func begin(what string) string { return "-----BEGIN " + what + "-----" }
