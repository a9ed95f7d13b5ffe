package text

import "testing"

func TestNormalize(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"empty":                      {"", ""},
		"only spaces":                {" \t\n ", ""},
		"line breaks":                {"one\r\n two\n\nthree", "one two three"},
		"no-break and separators":    {"a\u00a0b\u2028c\u2029d\u3000e\u0085f", "a b c d e f"},
		"decomposed to composed":     {"Sa\u0303o Joa\u0303o", "São João"},
		"hangul jamo":                {"\u1112\u1161\u11ab", "한"},
		"half an emoji, first half":  {"ok \xed\xa0\xbd", "ok \ufffd"},
		"half an emoji, second half": {"\xed\xb8\x80!", "\ufffd!"},
		"stray bytes":                {"a\xff\xfeb", "a\ufffd\ufffdb"},
		"NUL":                        {"a\x00b", "a\ufffdb"},
		"family emoji stays":         {"👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
		"zero width joiner stays":    {"می\u200cروم", "می\u200cروم"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Normalize(c.in); got != c.want {
				t.Errorf("Normalize(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestValid(t *testing.T) {
	for in, want := range map[string]string{
		"two\n lines ":      "two\n lines ",
		"a\x00\xed\xa0\xbd": "a\ufffd\ufffd",
		"e\u0301":           "e\u0301",
		"\xed":              "\ufffd",
	} {
		if got := Valid(in); got != want {
			t.Errorf("Valid(%q) = %q, want %q", in, got, want)
		}
	}
}
