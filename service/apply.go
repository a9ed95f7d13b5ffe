package service

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// ApplyUpdates takes a batch of new facts and removals in one transaction. Each
// fact passes guard and resolver like any other, with the trust of who applies
// the batch; the request is not changed.
func (s *Service) ApplyUpdates(ctx context.Context, r loci.ApplyRequest) (loci.ApplyResult, error) {
	var result loci.ApplyResult
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	if err := validApply(r); err != nil {
		return result, err
	}
	r.Threshold, r.Cap = cmp.Or(r.Threshold, loci.ApplyThreshold), cmp.Or(r.Cap, loci.ApplyCap)
	d, err := s.write(ctx, p, p.Scope, func(d *draft) error {
		b := batch{draft: d, request: r, result: loci.ApplyResult{Facts: []loci.Outcome{}}, fresh: map[loci.ID]loci.Memory{}}
		err := b.apply(ctx)
		result = b.result
		return err
	})
	if err != nil {
		return loci.ApplyResult{}, err
	}
	if !d.empty() {
		result.Change = d.change.Change
	}
	return result, nil
}

func validApply(r loci.ApplyRequest) error {
	if !(r.Threshold >= 0 && r.Threshold <= 1) {
		return loci.Errorf(loci.Invalid, "the threshold %v is not between 0 and 1", r.Threshold).
			WithHint("leave it out for %v: what is less sure is dropped", loci.ApplyThreshold)
	}
	if r.Cap < 0 {
		return loci.Errorf(loci.Invalid, "the cap %d is negative", r.Cap).WithHint("leave it out for %d: more facts are closed", loci.ApplyCap)
	}
	if len(r.Facts) > loci.ApplyMost {
		return loci.Errorf(loci.Invalid, "a batch of %d facts is over the limit of %d", len(r.Facts), loci.ApplyMost).WithHint("apply it in parts")
	}
	for i, f := range r.Facts {
		if err := validRemember(loci.RememberRequest{Text: f.Content, Category: f.Category, Importance: f.Importance}); err != nil {
			return loci.Errorf(loci.CodeOf(err), "fact %d: %w", i+1, err).WithHint("%s", loci.HintOf(err))
		}
		if f.Confidence != nil && !(*f.Confidence >= 0 && *f.Confidence <= 1) {
			return loci.Errorf(loci.Invalid, "fact %d: confidence %v is not between 0 and 1", i+1, *f.Confidence).
				WithHint("leave it out for %v", loci.ApplyConfidence)
		}
	}
	for _, c := range r.Replace {
		if _, err := loci.ParseCategory(string(c)); err != nil {
			return err
		}
	}
	return nil
}

// batch is an ApplyRequest in the making.
type batch struct {
	*draft
	request loci.ApplyRequest
	result  loci.ApplyResult
	fresh   map[loci.ID]loci.Memory // what its facts are now
}

func (b *batch) apply(ctx context.Context) error {
	for _, ref := range b.request.Remove {
		if err := b.remove(ctx, ref); err != nil {
			return err
		}
	}
	for _, f := range b.request.Facts {
		if err := b.add(ctx, f); err != nil {
			return err
		}
	}
	if err := b.replace(ctx); err != nil {
		return err
	}
	return b.cap(ctx)
}

// remove retracts a fact, as far as the principal may.
func (b *batch) remove(ctx context.Context, ref string) error {
	m, err := b.s.resolveRef(ctx, b.principal, ref)
	if err == nil && m.Scope != b.scope {
		err = loci.Errorf(loci.Denied, "memory %s is of another scope", m.ID.Short())
	}
	if err == nil {
		err = mayChange(b.principal, m, loci.ChangeRetract)
	}
	if err == nil {
		m, err = b.reload(ctx, m)
	}
	if err == nil {
		m, err = b.alter(ctx, m, loci.ChangeRequest{Op: loci.ChangeRetract, Why: "removed by a batch"})
	}
	switch {
	case err == nil:
		if !b.principal.Person() && m.Tier >= loci.TierStated {
			b.review(loci.ReviewAgent, m.ID, "", "an agent did it: retract")
		}
		b.result.Removed = append(b.result.Removed, loci.Outcome{Action: loci.ActionRetracted, Memory: &m})
	case ofTheRecord(err) || loci.CodeOf(err) == loci.NotFound:
		b.result.Removed = append(b.result.Removed, loci.Outcome{Action: loci.ActionRefused, Text: ref, Reason: err.Error()})
	default:
		return err
	}
	return nil
}

// add takes one fact, if it is sure enough, and closes what it supersedes.
func (b *batch) add(ctx context.Context, f loci.NewFact) error {
	confidence := loci.ApplyConfidence
	if f.Confidence != nil {
		confidence = *f.Confidence
	}
	if confidence < b.request.Threshold {
		b.result.Facts = append(b.result.Facts, loci.Outcome{Action: loci.ActionDropped, Text: f.Content,
			Reason: fmt.Sprintf("its confidence, %.2f, is below %.2f", confidence, b.request.Threshold)})
		return nil
	}
	r := loci.RememberRequest{Text: f.Content, Category: f.Category, Importance: f.Importance}
	origin, turn := b.s.originOf(ctx, b.principal, r)
	c := b.s.candidateOf(r, origin, b.now)
	c.Ref.Turn, c.Confidence = turn, confidence
	out, err := b.s.take(ctx, b.draft, c, b.now)
	if err != nil {
		return err
	}
	b.result.Facts = append(b.result.Facts, out)
	if out.Memory == nil || out.Action == loci.ActionQuarantined || out.Action == loci.ActionRefused {
		return nil
	}
	b.fresh[out.Memory.ID] = *out.Memory
	for _, ref := range f.Supersedes {
		old, err := b.s.resolveRef(ctx, b.principal, ref)
		if loci.CodeOf(err) == loci.NotFound || err == nil && old.Scope != b.scope {
			continue // it is gone, which is what was wanted, or not this scope's to close
		}
		if err == nil {
			old, err = b.reload(ctx, old)
		}
		if err != nil {
			return err
		}
		if p := b.pending[old.ID]; p != nil {
			old = p.memory
		}
		b.closeFor(old, *out.Memory, "superseded by a batch")
	}
	return nil
}

// closeFor closes a fact in favour of a new one, as far as trust allows.
func (b *batch) closeFor(old, by loci.Memory, why string) {
	if old.ID == by.ID || b.fresh[old.ID].ID != "" || !old.Current(b.now) || !b.mayClose(by.Tier, old) {
		return
	}
	b.result.Replaced = append(b.result.Replaced, b.supersede(old, by.ID, loci.HistorySupersede, why))
}

func (b *batch) mayClose(by loci.Tier, m loci.Memory) bool {
	return loci.MaySupersede(by, m.Tier, false, m.Scope.User == loci.SharedUser) == loci.Allowed
}

// facts returns what a batch manages: current facts, but neither instructions
// nor events nor what is gathered in a profile.
func (b *batch) facts(ctx context.Context) ([]loci.Memory, error) {
	return b.find(ctx, loci.MemoryQuery{Statuses: current}, func(m loci.Memory) bool {
		return m.Current(b.now) && m.Scope == b.scope && m.Kind != loci.Procedural && m.Kind != loci.Episodic && !m.Compacted()
	})
}

// replace closes the older facts of the categories that are to be replaced and
// that a fact of the batch has come into.
func (b *batch) replace(ctx context.Context) error {
	if len(b.request.Replace) == 0 {
		return nil
	}
	all, err := b.facts(ctx)
	if err != nil {
		return err
	}
	for _, category := range b.request.Replace {
		at := slices.IndexFunc(all, func(m loci.Memory) bool { return b.fresh[m.ID].ID != "" && m.Category == category })
		if at < 0 {
			continue
		}
		for _, m := range all {
			if m.Category == category {
				b.closeFor(m, all[at], "its category was replaced")
			}
		}
	}
	return nil
}

// cap closes what is too much: the least trusted first, of these the least
// important, of these the least sure and the oldest. A limit is never too much.
func (b *batch) cap(ctx context.Context) error {
	all, err := b.facts(ctx)
	if err != nil || len(all) <= b.request.Cap {
		return err
	}
	own := loci.TierNoted
	if b.principal.Person() {
		own = loci.TierConfirmed
	}
	slices.SortStableFunc(all, func(x, y loci.Memory) int {
		return cmp.Or(int(x.Tier)-int(y.Tier), y.Importance.Rank()-x.Importance.Rank(),
			cmp.Compare(x.Confidence, y.Confidence), x.Said.Compare(y.Said), strings.Compare(string(x.ID), string(y.ID)))
	})
	left := len(all) - b.request.Cap
	for _, m := range all {
		if left == 0 {
			break
		}
		if m.Category == loci.Constraints || !b.mayClose(own, m) {
			continue
		}
		b.result.Capped = append(b.result.Capped, b.supersede(m, "", loci.HistoryRetract, "there were too many"))
		left--
	}
	return nil
}
