package extract

import (
	"os"
	"strings"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// TestDirectives reads what users tell loci to do for good, and what they take
// back: testdata/directives.txt.
func TestDirectives(t *testing.T) {
	e := newEngine(t)
	data, err := os.ReadFile("testdata/directives.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split(string(data), "\n[")[1:] {
		lang, body, _ := strings.Cut(section, "]\n")
		for line := range strings.Lines(strings.TrimSpace(body)) {
			want, said, _ := strings.Cut(strings.TrimSpace(line), " | ")
			sign, words, _ := strings.Cut(want, " ")
			var got []loci.Candidate
			for _, c := range candidates(e, lang+" "+said) {
				if c.Op == loci.OpRetract || c.Kind == loci.Procedural {
					got = append(got, c)
				}
			}
			if !directed(got, sign, words) {
				t.Errorf("%s %q: %s", lang, said, describeAll(got))
			}
		}
	}
}

// directed reports whether just the one thing is read that a sign stands for.
func directed(got []loci.Candidate, sign, words string) bool {
	const none, ends = "0", "x"
	if sign == none || len(got) != 1 {
		return sign == none && len(got) == 0
	}
	c := got[0]
	return strings.Contains(text.Fold(c.Text), text.Fold(words)) &&
		(c.Op == loci.OpRetract) == (sign == ends) && (sign == ends || string(c.Polarity) == sign)
}

func describeAll(all []loci.Candidate) string {
	var out []string
	for _, c := range all {
		out = append(out, string(c.Op)+" "+string(c.Polarity)+" "+c.Text+" ["+c.Value+"]")
	}
	return strings.Join(out, " / ")
}
