package resolve

import (
	"strings"
	"time"

	"github.com/locimem/loci"
)

// mayDeny reports whether a record is a program's word against what somebody
// said: only that is held against Neighbours.Related.
func mayDeny(fresh loci.Memory) bool {
	return fresh.Polarity == loci.Negated && fresh.Tier < loci.TierStated && fresh.Kind != loci.Episodic
}

// denied reports whether a record denies, in the same words, what the user has
// said: "User is not allergic to peanuts".
func denied(fresh loci.Memory, related []loci.Memory, now time.Time) bool {
	if !mayDeny(fresh) {
		return false
	}
	for _, m := range related {
		stands := m.StatusAt(now) == loci.Active && m.Tier >= loci.TierStated && m.Polarity != loci.Negated
		if stands && m.Slot.Filled() && m.Value != "" && names(fresh, m) {
			return true
		}
	}
	return false
}

// names reports whether a record has the words of another, or of its address:
// "a peanut allergy" is "allergy:peanut".
func names(fresh, m loci.Memory) bool {
	address := strings.NewReplacer(":", " ", "_", " ").Replace(m.Slot.Attribute)
	return overlap(m.Text, fresh.Text, m.Lang) > closeShare || overlap(address, fresh.Text, "en") == 1
}
