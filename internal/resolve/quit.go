package resolve

import (
	"time"

	"github.com/locimem/loci"
)

// mayQuit reports whether a statement gives up something to eat or drink, or to
// do without it: habits of it are held against it, in Neighbours.Related.
func mayQuit(fresh loci.Memory) bool {
	return fresh.Polarity == loci.Negated && fresh.Slot.Name() == diet && fresh.Value != "" && fresh.Kind != loci.Episodic
}

// quitting ends the habits of what a fact says is given up: "I quit coffee" ends
// "I drink three coffees a day".
func quitting(d Decision, fresh loci.Memory, related []loci.Memory, now time.Time) Decision {
	if !mayQuit(fresh) || !stands(d, now) {
		return d
	}
	for _, m := range related {
		habit := m.Category == loci.Routine && affirmed(m) && m.StatusAt(now) == loci.Active
		if !habit || overlap(fresh.Value, m.Text, m.Lang) < 1 || older(fresh, m.ValidFrom) ||
			loci.MaySupersede(fresh.Tier, m.Tier, true, m.Scope.User == loci.SharedUser) == loci.Forbidden {
			continue
		}
		d.Close = append(d.Close, Step{m, loci.Supersede, "given up"})
		if d.Action == loci.ActionAdded {
			d.Action = loci.ActionSuperseded
		}
	}
	return d
}
