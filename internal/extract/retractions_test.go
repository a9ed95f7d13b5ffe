package extract

import (
	"slices"
	"testing"

	"github.com/locimem/loci"
)

// TestRetractions reads denials of what is known: testdata/retractions holds,
// under "ends", sentences that retract something, and under "stands" others that
// only hope, ask, doubt or tell somebody that it is not so.
func TestRetractions(t *testing.T) {
	e := newEngine(t)
	eachSaid(t, "retractions", func(t *testing.T, heading string, in Input) {
		got := e.Extract(in).Candidates
		retracts := slices.ContainsFunc(got, func(c loci.Candidate) bool { return c.Op == loci.OpRetract })
		if ends := heading == "ends"; retracts != ends {
			t.Errorf("retracts: %t in %v, want %t", retracts, got, ends)
		}
	})
}
