package extract

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestParaphrases reads the many ways in which people put the same thing:
// testdata/paraphrases holds, under a heading, sentences each of which must
// yield a candidate of that kind and category; under "nothing", sentences that
// must yield none, a plain denial aside.
func TestParaphrases(t *testing.T) {
	e := newEngine(t)
	eachSaid(t, "paraphrases", func(t *testing.T, heading string, in Input) {
		kind, _, _ := strings.Cut(heading, ":") // what follows is a remark
		checkParaphrase(t, e, kind, in)
	})
}

func checkParaphrase(t *testing.T, e *Engine, heading string, in Input) {
	var got []string
	for _, c := range e.Extract(in).Candidates {
		if heading == "nothing" && c.Op == loci.OpRetract && c.Target == loci.TargetSame {
			continue // it denies what nobody may have said
		}
		got = append(got, line(c))
	}
	if heading == "nothing" {
		if len(got) > 0 {
			t.Errorf("got %q, want nothing", got)
		}
		return
	}
	for _, g := range got {
		if strings.HasPrefix(g, heading) {
			return
		}
	}
	t.Errorf("got %q, want %q", got, heading)
}
