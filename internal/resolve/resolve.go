// Package resolve decides what a new statement does to what is already known:
// it is a pure function of a candidate and its neighbours.
//
// Similarity alone never merges and never supersedes. Two statements are the
// same when they say exactly the same (their digests agree) or fill the same
// slot with the same value; one replaces the other when it fills the same slot
// with a newer value or the opposite polarity, when it says that what was due is
// due on another day now, when it orders the opposite, or when the speaker
// corrects himself. Everything else stands side by side.
package resolve

import (
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// Step is one change to one memory.
type Step struct {
	Memory loci.Memory // the record as it was
	Cause  loci.Cause
	Why    string
}

// Decision is what a candidate does.
type Decision struct {
	Action loci.Action
	Reason string
	// Add says that the candidate becomes a new memory, with Status.
	Add    bool
	Status loci.Status
	// Known is the memory that says it already, where nothing changes.
	Known *loci.Memory
	// Evidence is the memory that the candidate says again; its Cause is the
	// transition that this entails, empty if only the count grows.
	Evidence *Step
	// Guess says that evidence makes no fact of it, however often it is said.
	Guess bool
	// Close are memories that the candidate ends, reopens or completes.
	Close []Step
	// Review are closed memories that a person had confirmed.
	Review []loci.Memory
}

// Assert decides what a statement does. fresh is the record it would become;
// its Status is the origin's first status.
func Assert(c loci.Candidate, fresh loci.Memory, n Neighbours, now time.Time) Decision {
	var near []loci.Memory
	n.Slot, near = apart(fresh, n.Slot)
	if m := implied(fresh, near, now); m != nil && !n.Forgotten && fresh.Status != loci.Quarantined {
		if d, done := byTrust(*m, fresh, loci.Active); done {
			return d
		}
		return sayAgain(*m, fresh, loci.Active)
	}
	d := assert(c, fresh, n, now)
	if addressed(fresh) && !c.Adds {
		d = explained(alone(d, fresh, n, now), fresh, near, now)
	}
	return quitting(d, fresh, n.Related, now)
}

func assert(c loci.Candidate, fresh loci.Memory, n Neighbours, now time.Time) Decision {
	switch {
	case n.Forgotten:
		return Decision{Action: loci.ActionDropped, Reason: "the user had it forgotten, and has not said it since"}
	case fresh.Status == loci.Quarantined:
		return quarantine(n)
	case n.Keyed != nil:
		return underKey(c, fresh, n, now)
	}
	if same := newest(n.Same); same != nil {
		return restate(*same, fresh, n, now)
	}
	if c.Corrects {
		if wrong := corrected(fresh, n.Previous); len(wrong) > 0 {
			return replace(wrong, fresh, now, "corrected")
		}
	}
	if addressed(fresh) && !c.Adds {
		return inSlot(fresh, n, now)
	}
	if was := moved(fresh, n.Related, now); len(was) > 0 {
		return replace(was, fresh, now, "it is due on another day")
	}
	if was := reversed(fresh, n.Related, now); len(was) > 0 {
		return replace(was, fresh, now, "it says the opposite")
	}
	if denied(fresh, n.Related, now) {
		return Decision{Action: loci.ActionAdded, Add: true, Status: loci.Hypothesis, Reason: distrusted}
	}
	return Decision{Action: loci.ActionAdded, Add: true, Status: fresh.Status}
}

// underKey handles a statement whose key another memory holds: it takes that
// one's place, whatever becomes of it beside the rest.
func underKey(c loci.Candidate, fresh loci.Memory, n Neighbours, now time.Time) Decision {
	held := *n.Keyed
	n.Keyed = nil
	is := func(m loci.Memory) bool { return m.ID == held.ID }
	if slices.ContainsFunc(n.Same, is) {
		return Assert(c, fresh, n, now) // it says what it said
	}
	for _, of := range []*[]loci.Memory{&n.Slot, &n.Related, &n.Previous} {
		*of = slices.DeleteFunc(slices.Clone(*of), is)
	}
	d := Assert(c, fresh, n, now)
	if d.Action == loci.ActionDropped {
		return d
	}
	if d.Action == loci.ActionAdded {
		d.Action = loci.ActionSuperseded
	}
	d.Close = append([]Step{{held, loci.Supersede, "same key"}}, d.Close...)
	return d
}

// distrusted is why a statement does not stand beside what it contradicts.
const distrusted = "what stands there is trusted more"

// addressed reports whether a record competes for a slot. An event never
// supersedes a trait, and what is true for a day never supersedes anything.
func addressed(m loci.Memory) bool {
	return m.Slot.Filled() && m.Kind != loci.Episodic && m.Category != loci.Ephemeral
}

func quarantine(n Neighbours) Decision {
	for _, m := range n.Same {
		if m.Status == loci.Quarantined {
			return Decision{Action: loci.ActionDropped, Reason: "in quarantine already"}
		}
	}
	return Decision{Action: loci.ActionQuarantined, Add: true, Status: loci.Quarantined, Reason: "waits for a person's confirmation"}
}

// restate handles a statement that the store knows word for word.
func restate(known, fresh loci.Memory, n Neighbours, now time.Time) Decision {
	status := known.StatusAt(now)
	if d, done := byTrust(known, fresh, status); done {
		return d
	}
	switch status {
	case loci.Completed:
		return Decision{Action: loci.ActionReopened, Evidence: &Step{known, loci.Reopen, "said again"}}
	case loci.Active:
		return Decision{Action: loci.ActionEvidence, Evidence: &Step{Memory: known}}
	}
	cause := loci.Restate
	if fresh.Status == loci.Hypothesis {
		cause = loci.Reguess
	}
	if status == loci.Hypothesis {
		return Decision{Action: loci.ActionEvidence, Evidence: &Step{known, cause, "said again"}}
	}
	if older(fresh, known.ValidTo) {
		return Decision{Action: loci.ActionDropped, Reason: "older than what ended it"}
	}
	d := Decision{Action: loci.ActionRestored, Evidence: &Step{known, cause, "said again"}}
	if !addressed(known) || cause == loci.Reguess {
		return d
	}
	if other := inSlot(fresh, n, now); other.Action != loci.ActionSuperseded && other.Action != loci.ActionAdded {
		return other // the value stands there already
	}
	return d
}

// byTrust settles a repetition whose trust differs from what is known. Only
// the user's words count as evidence; and since origins never change, what the
// user says of an agent's note becomes a memory of its own.
func byTrust(known, fresh loci.Memory, status loci.Status) (Decision, bool) {
	open := status == loci.Active || status == loci.Hypothesis || status == loci.Completed
	switch {
	case status == loci.Quarantined && fresh.Tier < loci.TierStated:
		return Decision{Action: loci.ActionDropped, Reason: "in quarantine already"}, true // no program releases what waits for a person
	case status == loci.Quarantined || status == loci.Erased:
		return Decision{Action: loci.ActionAdded, Add: true, Status: fresh.Status}, true
	case fresh.Tier > known.Tier && open:
		return Decision{Action: loci.ActionSuperseded, Add: true, Status: fresh.Status, Reason: "it was only noted, and now the user has said it",
			Close: []Step{{known, loci.Supersede, "now in the user's own words"}}}, true
	case fresh.Tier > known.Tier:
		return Decision{Action: loci.ActionAdded, Add: true, Status: fresh.Status}, true
	case fresh.Tier < loci.TierStated && open:
		return Decision{Action: loci.ActionEvidence, Known: &known, Reason: "known already"}, true
	case fresh.Tier < known.Tier:
		return Decision{Action: loci.ActionDropped, Reason: "the user has closed it"}, true
	}
	return Decision{}, false
}

// inSlot handles a statement whose slot may be taken.
func inSlot(fresh loci.Memory, n Neighbours, now time.Time) Decision {
	rivals, same := occupants(fresh, n.Slot, now)
	if len(same) > 0 {
		status := same[0].StatusAt(now)
		if d, done := byTrust(same[0], fresh, status); done {
			return d
		}
		return sayAgain(same[0], fresh, status)
	}
	if closed := sameClosed(fresh, n.Slot, now); closed != nil && len(rivals) == 0 {
		return *closed
	}
	if len(rivals) == 0 {
		return Decision{Action: loci.ActionAdded, Add: true, Status: fresh.Status}
	}
	if fresh.Status == loci.Hypothesis {
		return Decision{Action: loci.ActionAdded, Add: true, Status: loci.Hypothesis, Reason: "a guess replaces nothing"}
	}
	return replace(rivals, fresh, now, "a newer value")
}

// occupants returns what stands in a slot: the memories with the fresh one's
// value, and those that it would take the place of. A guess only meets facts.
func occupants(fresh loci.Memory, slot []loci.Memory, now time.Time) (rivals, same []loci.Memory) {
	for _, m := range slot {
		status := m.StatusAt(now)
		switch {
		case !addressed(m) || status != loci.Active && status != loci.Hypothesis:
		case sameValue(m, fresh) && !otherNumbers(m, fresh):
			same = append(same, m)
		case status == loci.Active || fresh.Status != loci.Hypothesis:
			rivals = append(rivals, m)
		}
	}
	return rivals, same
}

// alone keeps one fact in a slot: what comes to stand there, newly, again or
// from a guess, takes the place of what does, as far as trust allows. Evidence
// for a guess never makes it a second fact.
func alone(d Decision, fresh loci.Memory, n Neighbours, now time.Time) Decision {
	rivals, same := occupants(fresh, n.Slot, now)
	rivals = slices.DeleteFunc(append(rivals, same...), func(m loci.Memory) bool {
		return d.Evidence != nil && d.Evidence.Memory.ID == m.ID ||
			slices.ContainsFunc(d.Close, func(s Step) bool { return s.Memory.ID == m.ID })
	})
	if len(rivals) == 0 {
		return d
	}
	d.Guess = fresh.Status == loci.Hypothesis
	if !stands(d, now) {
		return d
	}
	place := replace(rivals, fresh, now, "a newer value")
	switch {
	case place.Status == loci.Superseded && d.Add:
		d.Status, d.Reason = loci.Superseded, place.Reason
	case place.Status == loci.Superseded:
		return Decision{Action: loci.ActionDropped, Reason: place.Reason}
	case place.Status == loci.Hypothesis && d.Add:
		d.Status, d.Reason = loci.Hypothesis, place.Reason
	case place.Status == loci.Hypothesis:
		d.Evidence.Cause, d.Guess, d.Reason = loci.Reguess, true, place.Reason
	default:
		d.Close, d.Review = append(d.Close, place.Close...), append(d.Review, place.Review...)
	}
	return d
}

// stands reports whether a decision makes a fact of what was none.
func stands(d Decision, now time.Time) bool {
	if d.Evidence == nil {
		return d.Add && d.Status == loci.Active
	}
	from := d.Evidence.Memory.StatusAt(now)
	to, ok := loci.Transition(from, d.Evidence.Cause)
	return ok && from != loci.Active && to == loci.Active
}

func sayAgain(known, fresh loci.Memory, status loci.Status) Decision {
	step := &Step{Memory: known}
	if status == loci.Hypothesis {
		step.Cause, step.Why = loci.Restate, "said plainly"
		if fresh.Status == loci.Hypothesis {
			step.Cause, step.Why = loci.Reguess, "said again"
		}
	}
	return Decision{Action: loci.ActionEvidence, Evidence: step}
}

// sameClosed finds a completed memory with the fresh one's slot and value,
// which the statement reopens.
func sameClosed(fresh loci.Memory, slot []loci.Memory, now time.Time) *Decision {
	for _, m := range slot {
		if m.StatusAt(now) == loci.Completed && addressed(m) && sameValue(m, fresh) {
			return &Decision{Action: loci.ActionReopened, Evidence: &Step{m, loci.Reopen, "said again"}}
		}
	}
	return nil
}

// replace closes rivals in favour of the fresh record, as far as trust allows.
func replace(rivals []loci.Memory, fresh loci.Memory, now time.Time, why string) Decision {
	d := Decision{Action: loci.ActionSuperseded, Add: true, Status: fresh.Status, Reason: why}
	for _, m := range rivals {
		if older(fresh, m.ValidFrom) {
			return Decision{Action: loci.ActionAdded, Add: true, Status: loci.Superseded, Reason: "older than what is known"}
		}
		org := m.Scope.User == loci.SharedUser
		switch loci.MaySupersede(fresh.Tier, m.Tier, m.Slot == fresh.Slot, org) {
		case loci.Forbidden:
			return Decision{Action: loci.ActionAdded, Add: true, Status: loci.Hypothesis, Reason: distrusted}
		case loci.AllowedWithReview:
			d.Review = append(d.Review, m)
		}
		d.Close = append(d.Close, Step{m, loci.Supersede, why})
	}
	return d
}

// corrected returns the previous turn's memories that a correction means:
// those of the same kind and category that share a word with it, else the only
// one there is.
func corrected(fresh loci.Memory, previous []loci.Memory) []loci.Memory {
	var out []loci.Memory
	for _, m := range previous {
		if m.Category == fresh.Category && (m.Slot.Filled() && m.Slot == fresh.Slot || overlap(fresh.Text, m.Text, fresh.Lang) > 0) {
			out = append(out, m)
		}
	}
	if len(out) == 0 && len(previous) == 1 && previous[0].Category == fresh.Category {
		return previous
	}
	return out
}

func sameValue(a, b loci.Memory) bool {
	if a.Polarity != b.Polarity {
		return false
	}
	if a.Value == "" || b.Value == "" {
		return a.Value == b.Value && text.Fold(a.Text) == text.Fold(b.Text)
	}
	if text.Fold(a.Value) == text.Fold(b.Value) {
		return true
	}
	// Inflected forms of one value have the same terms: ветеринар, ветеринаром.
	return slices.Equal(terms(a.Value, a.Lang), terms(b.Value, b.Lang)) && len(terms(a.Value, a.Lang)) > 0
}

func older(fresh loci.Memory, than time.Time) bool {
	return !than.IsZero() && fresh.Said.Before(than)
}

func newest(ms []loci.Memory) *loci.Memory {
	var best *loci.Memory
	for i := range ms {
		if best == nil || live(ms[i]) && !live(*best) || live(ms[i]) == live(*best) && ms[i].Updated.After(best.Updated) {
			best = &ms[i]
		}
	}
	return best
}

func live(m loci.Memory) bool {
	return m.Status == loci.Active || m.Status == loci.Hypothesis || m.Status == loci.Completed
}
