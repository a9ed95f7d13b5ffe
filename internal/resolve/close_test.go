package resolve_test

import (
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

// TestCloseHalf: what one of several things was ends without the others.
func TestCloseHalf(t *testing.T) {
	for _, tt := range []struct {
		memory      loci.Memory
		said, value string
		closed      int
	}{
		{said("I live in Leeds with my girlfriend Amy", 9, slot("home_city", "leeds")), "Amy and I broke up", "amy", 0},
		{said("I like tea and coffee", 9, slot("likes:tea_and_coffe", "tea and coffee")), "I don't like coffee anymore", "coffee", 0},
		{said("I play the piano", 9, slot("likes:piano", "piano")), "I don't play the piano anymore", "play the piano", 1},
	} {
		c := loci.Candidate{Op: loci.OpRetract, Target: loci.TargetWords, Text: tt.said, Value: tt.value, Origin: loci.UserStated}
		if d := resolve.Close(c, resolve.Neighbours{Related: []loci.Memory{tt.memory}}, now); len(d.Close) != tt.closed {
			t.Errorf("%s: closes %d of %q", tt.said, len(d.Close), tt.memory.Text)
		}
	}
}
