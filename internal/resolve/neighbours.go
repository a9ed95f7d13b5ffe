package resolve

import "github.com/locimem/loci"

// Neighbours are the memories of the scope that a candidate may concern.
type Neighbours struct {
	Same      []loci.Memory // say exactly the same, in any status
	Slot      []loci.Memory // stand in one of the candidate's slots, in any status
	Related   []loci.Memory // current ones that share words with it, the best first
	Previous  []loci.Memory // current ones that the speaker's turn before this one said
	Keyed     *loci.Memory  // holds the candidate's key, which may be replaced
	Forgotten bool          // it was forgotten, and nobody has said it since
}

// ofSomebody is what the address of what else is known of somebody ends in:
// "partner:mia:home" ends with "partner:mia".
var ofSomebody = []string{":home", ":job"}

// Slots returns the slots that a candidate is about: its own, that of an
// allergy to what is not eaten, and of who eats again what a diet leaves out,
// that diet's.
func Slots(c loci.Candidate) []loci.Slot {
	slots := []loci.Slot{c.Slot}
	switch c.Op {
	case loci.OpAssert:
		if other, ok := counterpart(loci.Memory{Slot: c.Slot, Value: c.Value, Polarity: c.Polarity, Lang: c.Lang}); ok {
			slots = append(slots, other)
		}
	case loci.OpRetract:
		for _, more := range ofSomebody {
			slots = append(slots, loci.Slot{Subject: c.Slot.Subject, Attribute: c.Slot.Attribute + more})
		}
		if c.Slot.Name() == diet {
			slots = append(slots, broken(c.Slot.Subject, c.Value)...)
		}
	}
	return slots
}

// Relates reports whether a candidate may concern memories that only share words
// with it: Neighbours.Related. fresh is the record it would become.
func Relates(c loci.Candidate, fresh loci.Memory) bool {
	return c.Op != loci.OpAssert || mayDeny(fresh) || mayMove(fresh) || mayReverse(fresh) || mayQuit(fresh)
}
