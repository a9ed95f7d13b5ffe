package resolve

import (
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// Who is allergic to something does not eat it: "no shrimps for me" says
// nothing beside "I'm allergic to shrimps", which says why.

const allergy = "allergy"

// limits reports whether a record says that something is not eaten.
func limits(m loci.Memory) bool { return m.Slot.Name() == diet && m.Polarity == loci.Negated }

// counterpart returns the slot of the allergy for which a food is left out, and
// the other way round.
func counterpart(m loci.Memory) (loci.Slot, bool) {
	other := diet
	switch {
	case limits(m):
		other = allergy
	case m.Slot.Name() != allergy:
		return loci.Slot{}, false
	}
	slot := m.Slot
	slot.Attribute = other + strings.TrimPrefix(slot.Attribute, slot.Name())
	slot, _ = Concept(slot, m.Value, m.Lang)
	return slot, true
}

// implied returns the allergy that a record would only repeat.
func implied(fresh loci.Memory, near []loci.Memory, now time.Time) *loci.Memory {
	if !limits(fresh) {
		return nil
	}
	for i, m := range near {
		if m.Slot.Name() == allergy && m.Polarity != loci.Negated && m.StatusAt(now) == loci.Active && m.Tier >= fresh.Tier {
			return &near[i]
		}
	}
	return nil
}

// explained adds to a decision that what was only left out is known now to be
// an allergy.
func explained(d Decision, fresh loci.Memory, near []loci.Memory, now time.Time) Decision {
	if fresh.Slot.Name() != allergy || fresh.Polarity == loci.Negated || !stands(d, now) {
		return d
	}
	for _, m := range near {
		if limits(m) && m.StatusAt(now) == loci.Active && m.Tier <= fresh.Tier && !older(fresh, m.ValidFrom) {
			d.Action, d.Close = loci.ActionSuperseded, append(d.Close, Step{m, loci.Supersede, "it is an allergy"})
		}
	}
	return d
}

// apart parts what stands in the slot of a record from what stands in another.
func apart(fresh loci.Memory, found []loci.Memory) (slot, near []loci.Memory) {
	for _, m := range found {
		if m.Slot == fresh.Slot {
			slot = append(slot, m)
		} else {
			near = append(near, m)
		}
	}
	return slices.Clip(slot), near
}
