package service

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/resolve"
	"github.com/locimem/loci/internal/text"
)

// attempts bounds how often a write is decided anew because somebody else
// changed what it had read.
const attempts = 12

// write is the only way to the store: it builds a draft and applies it, and
// decides everything anew when the store has changed in between.
func (s *Service) write(ctx context.Context, p loci.Principal, scope loci.Scope, build func(*draft) error) (*draft, error) {
	for name, label := range map[string]string{"org": scope.Org, "user": scope.User, "agent": scope.Agent, "project": scope.Project} {
		if findings := s.guard.CheckLabel(name, label); len(findings) > 0 {
			return nil, &loci.RefusedError{Findings: findings}
		}
	}
	var last error
	for try := range attempts {
		d := s.newDraft(p, scope)
		if err := build(d); err != nil {
			return nil, err
		}
		settle, err := s.reserve(ctx, d)
		if err != nil {
			return nil, err
		}
		err = d.apply(ctx)
		settle(err == nil)
		if err == nil {
			return d, nil
		}
		last = err
		if !errors.Is(err, loci.Conflict) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(rand.Int64N(int64(time.Millisecond) << min(try, 5)))):
		}
	}
	return nil, last
}

// take puts one candidate through guard and resolver into the draft.
func (s *Service) take(ctx context.Context, d *draft, c loci.Candidate, said time.Time) (loci.Outcome, error) {
	c = tidy(c)
	if c.Kind == loci.Procedural && (d.guest || !own(c.Slot.Subject)) {
		return loci.Outcome{Action: loci.ActionDropped, Text: c.Text, Turn: c.Ref.Turn, Reason: "only the user tells the agent how to work"}, nil
	}
	v := s.guard.Check(c)
	if found := s.repeated(d.scope, c); len(found) > 0 {
		v = guard.Verdict{Action: guard.Refuse, Findings: found}
	}
	refusal := loci.Outcome{Turn: c.Ref.Turn, Findings: v.Findings, Reason: reasonOf(v)}
	if v.Action == guard.Refuse {
		refusal.Action = loci.ActionRefused
		return refusal, nil
	}
	if v.Action == guard.Ephemeral {
		c.Category, c.Importance, c.Slot.Attribute = loci.Ephemeral, loci.Low, ""
	}
	c = d.beside(ctx, c)
	fresh := d.record(c, v, said)
	if fresh.Category == loci.Ephemeral && fresh.StatusAt(d.now) == loci.Expired {
		return loci.Outcome{Action: loci.ActionDropped, Text: c.Text, Turn: c.Ref.Turn, Reason: "was true for a day, and that day has passed"}, nil
	}
	n, err := d.neighbours(ctx, c, fresh)
	if err != nil {
		return loci.Outcome{}, err
	}
	var decision resolve.Decision
	if c.Op == loci.OpAssert {
		decision = resolve.Assert(c, fresh, n, d.now)
	} else {
		decision = resolve.Close(c, n, d.now)
	}
	out := d.carryOut(decision, fresh)
	out.Findings = v.Findings
	if out.Memory == nil && out.Text == "" {
		out.Text = c.Text
	}
	return out, nil
}

// beside gives a value that is added to others of its slot ("a second job"), and
// another amount of the same for something else ("6 units at lunch"), an address
// of its own, since a slot holds one active memory.
func (d *draft) beside(ctx context.Context, c loci.Candidate) loci.Candidate {
	if c.Op != loci.OpAssert || !c.Slot.Filled() || c.Value == "" {
		return c
	}
	said := loci.Memory{Text: c.Text, Value: c.Value, Slot: c.Slot, Polarity: c.Polarity, Lang: c.Lang}
	var address string
	_, err := d.find(ctx, loci.MemoryQuery{Slots: []loci.Slot{c.Slot}}, func(m loci.Memory) bool {
		if m.Slot != c.Slot || !m.Current(d.now) {
			return false
		}
		if amount, ok := resolve.Amount(m, said); ok {
			address = amount
		} else if c.Adds && text.Fold(m.Value) != text.Fold(c.Value) {
			address = text.Fold(c.Value)
		}
		return true
	})
	if err == nil && address != "" {
		c.Slot.Attribute += ":" + strings.ReplaceAll(address, " ", "_")
	}
	c.Adds = false // what stands at its address is the same value
	return c
}

// carryOut writes a decision into the draft.
func (d *draft) carryOut(r resolve.Decision, fresh loci.Memory) loci.Outcome {
	out := loci.Outcome{Action: r.Action, Reason: r.Reason, Memory: r.Known, Turn: fresh.Ref.Turn}
	for _, step := range r.Close {
		next := successor(r, fresh)
		closed := d.closeMemory(step, next, fresh.Said)
		if out.Previous == nil {
			out.Previous = &closed
		}
		fresh.Supersedes = closed.ID
		if next == "" {
			out.Memory, out.Previous = &closed, nil
		}
	}
	switch {
	case r.Evidence != nil:
		m := d.sayAgain(*r.Evidence, r.Guess, fresh)
		out.Memory = &m
	case r.Add:
		fresh.Status = r.Status
		if r.Status == loci.Superseded {
			fresh.ValidTo = d.now.UTC()
		}
		if r.Status == loci.Hypothesis && fresh.Confidence > guessConfidence {
			fresh.Confidence = guessConfidence
		}
		m := d.put(fresh, loci.HistoryAdd, r.Reason)
		out.Memory = &m
	}
	for _, m := range r.Review {
		d.review(loci.ReviewSuperseded, m.ID, fresh.ID, "the user had confirmed it, then said something else")
	}
	return out
}

// successor returns what stands in the place of the memories that a decision
// closes, if anything does.
func successor(r resolve.Decision, fresh loci.Memory) loci.ID {
	switch {
	case r.Evidence != nil:
		return r.Evidence.Memory.ID
	case r.Add:
		return fresh.ID
	case r.Known != nil:
		return r.Known.ID
	}
	return ""
}

// guessConfidence is the most that a guess can have.
const guessConfidence = 0.5

// closeMemory ends, completes or reopens a memory.
func (d *draft) closeMemory(step resolve.Step, successor loci.ID, at time.Time) loci.Memory {
	m := step.Memory.Clone()
	m.Status, _ = loci.Transition(m.StatusAt(d.now), step.Cause)
	op := loci.HistoryRetract
	switch step.Cause {
	case loci.Supersede:
		op, m.SupersededBy, m.ValidTo = loci.HistorySupersede, successor, at.UTC()
	case loci.Retract:
		m.ValidTo = at.UTC()
	case loci.Complete:
		op, m.Completed = loci.HistoryComplete, at.UTC()
	case loci.Reopen:
		op, m.Completed, m.ValidTo = loci.HistoryReopen, time.Time{}, time.Time{}
	}
	return d.put(m, op, step.Why)
}

// sayAgain counts a statement that is known, and moves its memory on where
// that changes its status, unless it is to stay a guess.
func (d *draft) sayAgain(step resolve.Step, guess bool, fresh loci.Memory) loci.Memory {
	m := step.Memory.Clone()
	op := loci.HistoryEvidence
	for _, day := range fresh.Days {
		m.AddEvidence(day, fresh.Said)
	}
	if fresh.Ref.Turn != "" {
		m.Ref, m.Quote = fresh.Ref, fresh.Quote
	}
	if fresh.Due != nil {
		m.Due = fresh.Due
	}
	m.Confidence = max(m.Confidence, fresh.Confidence)
	from := m.StatusAt(d.now)
	cause := step.Cause
	if from == loci.Hypothesis && m.Evidence >= loci.EvidenceDays && cause != loci.Restate && !guess {
		cause = loci.Corroborate
	}
	if to, ok := loci.Transition(from, cause); ok && to != from {
		m.Status = to
		switch cause {
		case loci.Reopen:
			op, m.Completed, m.ValidTo = loci.HistoryReopen, time.Time{}, time.Time{}
		case loci.Restate, loci.Reguess, loci.Corroborate:
			m.ValidTo, m.SupersededBy = time.Time{}, ""
			if from != loci.Hypothesis {
				op = loci.HistoryRestore
			}
		}
	} else {
		m.Status = from
	}
	return d.put(m, op, step.Why)
}

// tidy puts a candidate into the form in which it is judged and stored.
func tidy(c loci.Candidate) loci.Candidate {
	for _, f := range []*string{&c.Text, &c.Task, &c.Outcome, &c.Quote, &c.Value} {
		*f = text.Normalize(guard.Clean(*f))
	}
	c.Key = text.Normalize(c.Key)
	if c.Op == "" {
		c.Op = loci.OpAssert
	}
	if c.Kind == "" {
		c.Kind = loci.Semantic
	}
	if c.Category == "" {
		c.Category = loci.Preferences
	}
	if c.Importance == "" {
		c.Importance = loci.Medium
	}
	if c.Origin == "" {
		c.Origin = loci.UserStated
	}
	if c.Kind == loci.Procedural && c.Field == "" {
		c.Field = loci.Style
	}
	if c.Kind == loci.Episodic {
		if c.Task == "" {
			c.Task = c.Text
		}
		c.Text = loci.EpisodeText(c.Task, c.Outcome)
		c.Slot.Attribute = ""
	} else {
		c.Task, c.Outcome = "", ""
	}
	c.Slot, c.Value = resolve.Concept(c.Slot, c.Value, c.Lang)
	return c
}

// record makes the memory that a candidate would become.
func (d *draft) record(c loci.Candidate, v guard.Verdict, said time.Time) loci.Memory {
	m := loci.Memory{
		ID: loci.ID(newID()), Key: c.Key, Scope: d.scope,
		Kind: c.Kind, Field: c.Field, Category: c.Category, Importance: c.Importance,
		Text: c.Text, Task: c.Task, Outcome: c.Outcome, Lang: c.Lang,
		Slot: c.Slot, Value: c.Value, Polarity: c.Polarity,
		Origin: c.Origin, Ref: c.Ref, Quote: c.Quote, Tier: c.Origin.Tier(), Confidence: c.Confidence,
		Due: c.Due, Event: c.Event,
		Created: d.now.UTC(), Updated: d.now.UTC(), ValidFrom: said.UTC(),
		Metadata: c.Metadata, ProjectionOf: c.ProjectionOf,
	}
	if m.Quote == "" && m.Origin == loci.UserStated {
		m.Quote = m.Text
	}
	m.Status = c.Origin.FirstStatus(c.Hedged)
	if v.Action == guard.Quarantine {
		m.Status = loci.Quarantined
	}
	m.AddEvidence(said.Format(time.DateOnly), said.UTC().Truncate(time.Microsecond))
	m.ValidFrom = m.Said
	return m
}

func reasonOf(v guard.Verdict) string {
	if len(v.Findings) == 0 {
		return ""
	}
	return v.Findings[0].Kind
}
