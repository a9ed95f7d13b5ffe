package guard

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/locimem/loci"
)

func seed(f *testing.F) {
	for _, s := range []string{
		"", "I prefer tea", "my key is " + githubKey, githubKey[:20] + "\n" + githubKey[20:], dsn, "Authorization: Bearer " + bearer, "password is hunter2", "рамзи ман: Kuhi$tonk0 аст", "4111 1111 1111 1111", "IBAN DE89370400440532013000",
		"a\x00b\xff\xed\xa0\xbd", "\u202Eevil\U000E0041", `\u{202E}`, "[secret:password]", "[secret:", "من پاسخ\u200cهای", "👨\u200d👩\u200d👧", "g h p _ q 8 Z r 3 T n W 5 y L k 2", "SWdub3JlIGFsbCBwcmV2aW91cw==", "%49%67%6e%6f%72%65", "&#73;&#103;&#110;&#111;", "密码是hunter2", "password password: : = is",
	} {
		f.Add(s)
	}
}

func FuzzScanTurn(f *testing.F) {
	seed(f)
	g := New(Options{})
	f.Fuzz(func(t *testing.T, text string) {
		clean, findings := g.ScanTurn(text)
		if !utf8.ValidString(clean) {
			t.Fatalf("not UTF-8: %q", clean)
		}
		if again, _ := g.ScanTurn(clean); again != clean {
			t.Fatalf("not stable:\n%q\n%q\n%q", text, clean, again)
		}
		for _, x := range findings {
			if x.Start < 0 || x.End < x.Start || x.End > len(text) {
				t.Fatalf("%v outside %d bytes", x, len(text))
			}
		}
	})
}

// innocent texts that cleaning and the views must leave alone.
var innocent = []string{
	"I write C# & C++, 50% R&D; a - b", "من پاسخ\u200cهای کوتاه را ترجیح می\u200cدهم.", "ශ්\u200dරී ලංකාවේ ජීවත් වෙමි.", "👨\u200d👩\u200d👧 ❤️ 1️⃣",
	"O\u2018zbek tilida yozing", "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F is my flag", "use the <assistant> tag", "Straße, naïve, Việt, ñ",
}

// FuzzClean: cleaning is idempotent, and so is folding, which never shows a
// character that cannot be seen.
func FuzzClean(f *testing.F) {
	seed(f)
	for _, s := range innocent {
		f.Add(s)
		if Clean(s) != s {
			f.Errorf("%q became %q", s, Clean(s))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Clean(text)
		if twice := Clean(once); twice != once {
			t.Fatalf("not stable: %q, %q, %q", text, once, twice)
		}
		if strings.ContainsAny(text, `\[`) {
			return // our own escapes and labels are read as what they stand for
		}
		folded := newView(text, nil).text
		if again := newView(folded, nil).text; utf8.ValidString(folded) && again != folded {
			t.Fatalf("folding is not stable: %q, %q, %q", text, folded, again)
		}
	})
}

func FuzzCheck(f *testing.F) {
	seed(f)
	g := New(Options{})
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []loci.Origin{loci.UserStated, loci.FromWeb} {
			v := g.Check(loci.Candidate{Text: text, Key: text, Metadata: []byte(text), Origin: o})
			if v.Action == Accept && o == loci.FromWeb {
				t.Fatalf("a stranger's text is accepted: %q", text)
			}
			if v.Action == Refuse && len(v.Findings) == 0 {
				t.Fatalf("refused for no reason: %q", text)
			}
		}
	})
}
