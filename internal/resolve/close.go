package resolve

import (
	"cmp"
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// closeShare is how much of a retraction's words a memory must share before
// the words alone are taken to mean it.
const closeShare = 0.5

// Close decides what a retraction, a completion or a reopening is about. It
// reports the act even when there is nothing to close, so that the caller can
// say so.
func Close(c loci.Candidate, n Neighbours, now time.Time) Decision {
	action, cause := acts(c.Op)
	d := Decision{Action: action}
	for _, m := range meant(c, n, now) {
		if _, ok := loci.Transition(m.StatusAt(now), cause); !ok {
			continue
		}
		if c.Op == loci.OpRetract && loci.MaySupersede(c.Origin.Tier(), m.Tier, true, m.Scope.User == loci.SharedUser) == loci.Forbidden {
			d.Reason = distrusted
			continue
		}
		d.Close = append(d.Close, Step{m, cause, "said so"})
	}
	if len(d.Close) == 0 && d.Reason == "" {
		d.Reason = "nothing of the kind is known"
		if c.Target == loci.TargetSame || c.Target == loci.TargetKnown {
			d.Action = loci.ActionDropped
		}
	}
	return d
}

func acts(op loci.Op) (loci.Action, loci.Cause) {
	switch op {
	case loci.OpComplete:
		return loci.ActionCompleted, loci.Complete
	case loci.OpReopen:
		return loci.ActionReopened, loci.Reopen
	}
	return loci.ActionRetracted, loci.Retract
}

// meant returns the memories that c is about: what the turn before said, what
// stands in its slot, what shares its words, or only what says the same.
func meant(c loci.Candidate, n Neighbours, now time.Time) []loci.Memory {
	if c.Target == loci.TargetPrevious {
		return open(n.Previous, c.Op, now)
	}
	if c.Target == loci.TargetSame {
		return same(c, n, now)
	}
	var out []loci.Memory
	for _, m := range open(n.Slot, c.Op, now) {
		if c.Value == "" || m.Value == "" || m.Slot != c.Slot || meansValue(c, m) {
			out = append(out, m)
		}
	}
	if len(out) > 0 {
		return out
	}
	return byWords(c, open(n.Related, c.Op, now))
}

// employer is the slot of the firm one works for.
const employer = "employer"

// meansValue reports whether what a retraction names is what fills a slot. A firm is
// meant by the whole of its name or of the shorter one: Google is Google Ads, the
// Bank of Ireland is not the Bank of America.
func meansValue(c loci.Candidate, m loci.Memory) bool {
	if c.Slot.Name() == employer {
		return overlap(c.Value, m.Value, m.Lang) == 1 || overlap(m.Value, c.Value, m.Lang) == 1
	}
	return overlap(c.Value, m.Value, m.Lang) >= closeShare || overlap(c.Value, m.Text, m.Lang) >= closeShare
}

// ofWork reports whether a memory is about where the speaker works.
func ofWork(m loci.Memory) bool {
	return m.Slot.Name() == employer || m.Slot.Name() == "job" || !m.Slot.Filled() && m.Category != loci.Relationships
}

// same returns the memories that say what c says, and not merely something
// like it.
func same(c loci.Candidate, n Neighbours, now time.Time) (out []loci.Memory) {
	within := func(a, b, lang string) bool { return overlap(a, b, lang) == 1 }
	if c.Slot.Filled() {
		for _, m := range open(n.Slot, c.Op, now) {
			if within(c.Value, m.Value, m.Lang) || within(c.Value, m.Text, m.Lang) {
				out = append(out, m)
			}
		}
		return out
	}
	for _, m := range open(n.Related, c.Op, now) {
		if within(c.Value, m.Text, m.Lang) && within(m.Text, c.Value, m.Lang) {
			out = append(out, m)
		}
	}
	return out
}

// byWords returns the memories that share most of the words of c, and only
// the best of them: a goal "clear out the loft" ends with "the loft is
// cleared out", but the second-best match stays as it is. An allergy or an
// illness does not end by a likeness: what it is must be named. Nor does what is
// about something else, or about more than what ended.
func byWords(c loci.Candidate, related []loci.Memory) []loci.Memory {
	said := c.Value
	if said == "" {
		said = c.Text
	}
	var best []loci.Memory
	top := closeShare
	for _, m := range related {
		if c.Op == loci.OpRetract && c.Slot.Name() == employer && !ofWork(m) {
			continue // who is dismissed has not moved, and the wife works there still
		}
		if c.Target == loci.TargetKnown && m.Kind == loci.Episodic {
			continue // that it was sold goes on to have happened
		}
		if c.Op != loci.OpRetract && m.Category != loci.Goals && m.Category != loci.Study {
			continue
		}
		if m.Importance == loci.Critical && (named(m, said) < 1 || c.Slot.Filled() && c.Slot.Name() != m.Slot.Name()) {
			continue // who eats fish again need not have lost an allergy to it
		}
		if c.Op == loci.OpRetract && m.Value != "" && named(m, said) <= closeShare {
			continue // what it is about stands: a home that was shared, the tea of "tea and coffee"
		}
		share := overlap(said, m.Text, m.Lang)
		switch {
		case share > top || share == top && len(best) == 0:
			best, top = []loci.Memory{m}, share
		case share == top:
			best = append(best, m)
		}
	}
	return best
}

// named returns how much of a memory's value words name, in whatever language
// it is known by.
func named(m loci.Memory, words string) (share float64) {
	for _, value := range Words(cmp.Or(m.Value, m.Text)) {
		share = max(share, overlap(value, words, m.Lang))
	}
	return share
}

func open(ms []loci.Memory, op loci.Op, now time.Time) []loci.Memory {
	var out []loci.Memory
	for _, m := range ms {
		status := m.StatusAt(now)
		if op == loci.OpReopen && (status == loci.Completed || status == loci.Expired) ||
			op != loci.OpReopen && (status == loci.Active || status == loci.Hypothesis) {
			out = append(out, m)
		}
	}
	return out
}

// overlap returns the share of a's distinct terms that b has too.
func overlap(a, b, lang string) float64 {
	ta, tb := terms(a, lang), terms(b, lang)
	if len(ta) == 0 {
		return 0
	}
	var n int
	for _, t := range ta {
		if slices.Contains(tb, t) {
			n++
		}
	}
	return float64(n) / float64(len(ta))
}

func terms(s, lang string) []string {
	ts := text.Terms(s, lang)
	slices.Sort(ts)
	return slices.Compact(ts)
}
