package text

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var seeds = []string{
	"", "don't", "São Sa\u0303o", "重跑gen-itgc后50条", "o`zbek o´zbek", "\xed\xa0\xbd\x00\xff", "👨\u200d👩\u200d👧 1️⃣",
	"a\u0301\u0301 \u0301b\n\u0301c", "v1.2.3 /a/b.go:10 x@y.z C++ .NET", "می\u200cروم ١٢٣", "กาแฟ가각ᄒ", "İIıi ßẞς",
}

func FuzzTerms(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, languages[i%len(languages)].code)
	}
	f.Fuzz(func(t *testing.T, s, lang string) {
		terms := Terms(s, lang)
		if diff := cmp.Diff(Terms(Normalize(s), lang), terms); diff != "" {
			t.Errorf("storing %q changes its terms: %s", s, diff)
		}
		for _, term := range terms {
			if term == "" || !utf8.ValidString(term) {
				t.Errorf("bad term %q of %q", term, s)
			}
		}
		end := 0
		for _, tok := range Segments(s) {
			if tok.Start < end || tok.End <= tok.Start || tok.End > len(s) || s[tok.Start:tok.End] != tok.Text {
				t.Errorf("token %+v out of place in %q", tok, s)
			}
			end = tok.End
		}
		QueryTerms(s, lang, "en")
		Detect(s, lang)
	})
}

func FuzzNormalize(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := Normalize(s)
		if again := Normalize(n); again != n {
			t.Errorf("Normalize(%q) = %q, then %q", s, n, again)
		}
		if v := Valid(s); !utf8.ValidString(v) || Valid(v) != v {
			t.Errorf("Valid(%q) = %q", s, v)
		}
		if v := Fold(s); Fold(v) != v {
			t.Errorf("Fold(%q) = %q, then %q", s, v, Fold(v))
		}
	})
}
