package contextblock

import (
	"cmp"
	"math"
	"time"

	"github.com/locimem/loci"
)

// PastDays is how long a deadline that has passed still counts as near.
const PastDays = 7

// ranked is a memory with its place in the order of the block: by importance,
// then nearness of the deadline, then freshness. Past events stand behind
// everything else of their importance. The order is total: ties are broken by
// id.
type ranked struct {
	*loci.Memory
	status     loci.Status
	importance int
	event      int // 1 for a past event
	distance   int // of the deadline
	fresh      time.Time
}

func rank(m *loci.Memory, now time.Time) ranked {
	r := ranked{Memory: m, status: m.StatusAt(now), importance: m.Importance.Rank(), fresh: m.Created}
	if m.Kind == loci.Episodic {
		r.event = 1
	}
	r.distance = distance(m.Due, r.status, now)
	for _, t := range []time.Time{m.Said, m.Confirmed} {
		if t.After(r.fresh) {
			r.fresh = t
		}
	}
	return r
}

func compare(a, b ranked) int {
	if c := cmp.Or(a.importance-b.importance, a.event-b.event, cmp.Compare(a.distance, b.distance)); c != 0 {
		return c
	}
	return cmp.Or(b.fresh.Compare(a.fresh), cmp.Compare(b.ID, a.ID))
}

// distance ranks deadlines: the nearest first, one ahead before one as far
// behind, then what has none, then what has been over for longer than PastDays.
func distance(due *loci.When, status loci.Status, now time.Time) int {
	const undated = math.MaxInt - 1
	if due == nil || status == loci.Completed {
		return undated
	}
	switch days := due.DaysUntil(now); {
	case days >= 0:
		return 2 * days
	case days >= -PastDays:
		return -2*days + 1
	}
	return undated + 1
}
