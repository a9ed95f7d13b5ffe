package resolve_test

import (
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

// TestWhatIsNotEatenForAnAllergy: leaving out what one is allergic to is no
// second memory, whichever was said first.
func TestWhatIsNotEatenForAnAllergy(t *testing.T) {
	lupin := said("I'm allergic to lupin", 3, slot("allergy:lupin", "lupin"))
	none := said("no lupin for me", 0, slot("diet:lupin", "lupin"), negated)
	for _, tc := range []struct {
		name   string
		known  loci.Memory
		fresh  loci.Memory
		action loci.Action
		closes int
	}{
		{"left out after the allergy", lupin, none, loci.ActionEvidence, 0},
		{"allergy after it was left out", said("no lupin for me", 3, slot("diet:lupin", "lupin"), negated),
			said("I'm allergic to lupin", 0, slot("allergy:lupin", "lupin")), loci.ActionSuperseded, 1},
		{"something else is left out", lupin, said("no pork for me", 0, slot("diet:pork", "pork"), negated), loci.ActionAdded, 0},
	} {
		c := assertOf(tc.fresh)
		var near []loci.Memory
		for _, s := range resolve.Slots(c) {
			if s == tc.known.Slot {
				near = append(near, tc.known)
			}
		}
		got := resolve.Assert(c, tc.fresh, resolve.Neighbours{Slot: near}, now)
		if got.Action != tc.action || len(got.Close) != tc.closes {
			t.Errorf("%s: %+v", tc.name, got)
		}
	}
}
