package extract

import (
	"os"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestReactions reads what people say that their bodies do not take, and what
// tastes they tell without a verb of liking, in every language.
func TestReactions(t *testing.T) {
	e := newEngine(t)
	data, err := os.ReadFile("testdata/reactions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split(string(data), "\n[")[1:] {
		lang, body, _ := strings.Cut(section, "]\n")
		for said := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
			want, turn, _ := strings.Cut(said, ": ")
			var got []string
			for _, c := range e.Extract(Input{Text: turn, Lang: lang, Time: monday}).Candidates {
				got = append(got, taste(c))
			}
			if strings.Join(got, ", ") != strings.TrimPrefix(want, "nothing") {
				t.Errorf("%s: got %q, want %s: %s", lang, got, want, turn)
			}
		}
	}
}

// taste names what a candidate says of what the speaker eats, or writes it out.
func taste(c loci.Candidate) string {
	switch {
	case c.Op != loci.OpAssert || c.Kind != loci.Semantic:
	case c.Category == loci.Constraints && c.Importance == loci.Critical:
		return "reaction"
	case c.Category == loci.Preferences && c.Polarity == loci.Affirmed:
		return "like"
	case c.Category == loci.Preferences:
		return "dislike"
	}
	return line(c)
}
