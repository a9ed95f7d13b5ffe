package guard

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

// Values are put together at run time, so that scanners of source code leave
// this file alone. All are made up.
var (
	githubKey = "ghp" + "_" + "q8Zr3TnW5yLk2VbX7cJm4HsD9fGa6PeR1uQ0"
	bearer    = "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiJ1LTEifQ." + "Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA"
	dsn       = "redis://:" + "w8Kp2Zq9Lm4X" + "@cache:6379/0"
)

func scanned(t *testing.T, text string) string {
	t.Helper()
	clean, _ := New(Options{}).ScanTurn(text)
	if again, _ := New(Options{}).ScanTurn(clean); again != clean {
		t.Errorf("a second scan changes the text:\n%q\n%q", clean, again)
	}
	return clean
}

func TestScanTurn(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain text", "I prefer short answers.", "I prefer short answers."},
		{"a key keeps its surroundings", "please use " + githubKey + ", thanks", "please use [secret:credential:github], thanks"},
		{"a wrapped key goes whole", "token " + githubKey[:20] + "\n" + githubKey[20:] + " ok", "token [secret:credential:github] ok"},
		{"a key taken apart by what cannot be seen", "token " + githubKey[:9] + "\u200b" + githubKey[9:], "token [secret:credential:github]"},
		{"two keys on two lines", githubKey + " a\n" + githubKey, "[secret:credential:github] a\n[secret:credential:github]"},
		{"the host of a connection string stays", "use " + dsn, "use redis://:[secret:conn_string]@cache:6379/0"},
		{"a prose password", "my wifi password is Tr0ub4dor&3x, ok?", "my wifi password is [secret:password], ok?"},
		{"an identity number", "CPF 529.982.247-25", "CPF [secret:identity:cpf]"},
		{"personal data stays", "write to ana@example.com", "write to ana@example.com"},
		{"a label is no secret", "my password is [secret:password]", "my password is [secret:password]"},
		{"lines and tabs stay", "a\tb\r\nc\n", "a\tb\r\nc\n"},
		{"other controls are shown", "a\x1b[31mred", `a\u{1B}[31mred`},
		{"a stray zero-width space is dropped", "chang\u200bes", "changes"},
		{"and no key forms around it", "x\u200b" + githubKey + " \u200bgh\u00adp" + githubKey[3:], "x[secret:credential:github] [secret:credential:github]"},
		{"nor a password", "parol\u200bim hunter2 \ufeff", "parolim [secret:password] "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, scanned(t, tt.text)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestScanTurnAllowIdentity(t *testing.T) {
	text := "my IBAN is DE89370400440532013000"
	clean, findings := New(Options{AllowIdentity: true}).ScanTurn(text)
	if clean != text || len(findings) != 1 || findings[0].Kind != "identity:iban" {
		t.Errorf("allowed: %q, %v", clean, findings)
	}
}

func TestScanTurnTooLarge(t *testing.T) {
	clean, findings := New(Options{}).ScanTurn(strings.Repeat("a", loci.MaxTurn+1))
	if clean != "" || len(findings) != 1 || findings[0].Class != loci.ClassSize {
		t.Errorf("clean has %d bytes, findings %v", len(clean), findings)
	}
	text := strings.Repeat("a ", loci.MaxTurn/2)
	if clean, _ := New(Options{}).ScanTurn(text); clean != text {
		t.Error("a turn of exactly the limit is changed")
	}
}

func TestFindingsPointIntoTheTextAsGiven(t *testing.T) {
	// what comes before the key is longer in the source than in the view
	text := "ｋｅｙ é\u200b: " + githubKey + "。"
	_, findings := New(Options{}).ScanTurn(text)
	for _, f := range findings {
		if f.Class == loci.ClassSecret && text[f.Start:f.End] != githubKey {
			t.Errorf("the finding points at %q", text[f.Start:f.End])
		}
	}
}

func TestCheckTextNamesTheField(t *testing.T) {
	got := checkText("outcome", "mail ana@example.com the key "+githubKey, limitOf("outcome"))
	want := []loci.Finding{
		{Class: loci.ClassPersonal, Kind: "pii:email", Field: "outcome", Start: 5, End: 20},
		{Class: loci.ClassSecret, Kind: "credential:github", Field: "outcome", Start: 29, End: 29 + len(githubKey)},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestFieldBug_E1_hs4(t *testing.T) {
	for _, half := range []string{"\xed\xa0\xbd", "\xed\xb3\x80"} { // half of an emoji, as WTF-8
		if got := scanned(t, "sunny "+half); got != "sunny \uFFFD" {
			t.Errorf("got %q", got)
		}
	}
	if got := scanned(t, "cut \xf0\x9f\x98 here"); strings.ToValidUTF8(got, "") != got {
		t.Errorf("not UTF-8: %q", got)
	}
}

func TestFieldBug_E5_nanobrain181(t *testing.T) {
	if got := scanned(t, "a\x00b"); got != "a\uFFFDb" {
		t.Errorf("got %q", got)
	}
}

func TestFieldBug_E7_invisible(t *testing.T) {
	for text, want := range map[string]string{
		"we are 👨\u200d👩\u200d👧 three": "we are 👨\u200d👩\u200d👧 three",
		"\u202Eevil":                   `\u{202E}evil`,
		"hi\U000E0041":                 `hi\u{E0041}`,
	} {
		if got := scanned(t, text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestFieldBug_H1_am911(t *testing.T) {
	got := scanned(t, "password is hunter2 … "+"sk"+"-abc123")
	if strings.Contains(got, "hunter2") || strings.Contains(got, "abc123") {
		t.Errorf("got %q", got)
	}
}

func TestFieldBug_H4_neurostack114(t *testing.T) {
	for _, text := range []string{"No Firebase API key in the build", "import.meta.env.VITE_API_KEY"} {
		if got := scanned(t, text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestFieldBug_H5_dv1233(t *testing.T) {
	text := "/Users/x/AKIAprojects/token-bucket.md"
	if got := scanned(t, text); got != text {
		t.Errorf("%q becomes %q", text, got)
	}
}

func TestFieldBug_H7_honcho(t *testing.T) {
	if got := scanned(t, "connecting to "+dsn); got != "connecting to redis://:[secret:conn_string]@cache:6379/0" {
		t.Errorf("got %q", got)
	}
}

func TestFieldBug_H8_nanobot1812(t *testing.T) {
	out := "> GET /v1/me HTTP/1.1\n> Host: api.example.com\n> Authorization: Bearer " + bearer + "\n>\n< HTTP/1.1 200 OK"
	got := scanned(t, out)
	if strings.Contains(got, bearer[:20]) || strings.Contains(got, bearer[len(bearer)-10:]) {
		t.Errorf("got %q", got)
	}
	if !strings.Contains(got, "Host: api.example.com") || !strings.Contains(got, "200 OK") {
		t.Errorf("more than the token is gone: %q", got)
	}
}

func TestFieldBug_I5_ha10700(t *testing.T) {
	text := "use the <assistant> tag"
	if got := scanned(t, text); got != text {
		t.Errorf("%q becomes %q", text, got)
	}
	if v := New(Options{}).Check(loci.Candidate{Text: text, Origin: loci.UserStated}); v.Action != Accept {
		t.Errorf("the user's own words: %+v", v)
	}
}

// TestPublicCorpora holds the guard to whole corpora of innocent text, where
// they are at hand.
func TestPublicCorpora(t *testing.T) {
	raw, err := os.ReadFile(os.Getenv("LOCI_DATA") + "/locomo/locomo10.json")
	if err != nil {
		t.Skip("LOCI_DATA does not name the data folder")
	}
	turns := turnsOf(t, raw)
	touched := 0
	for _, text := range turns {
		if clean, _ := New(Options{}).ScanTurn(text); clean != text {
			touched++
		}
	}
	if len(turns) < 5000 || touched*1000 > len(turns) {
		t.Errorf("%d of %d turns touched", touched, len(turns))
	}
}
