package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
)

// Review lists what a person should look at, the gravest first: what agents
// did to the user's words and what replaced a confirmed memory, conflicts,
// quarantine, guesses, what may have gone out of date with something else, and
// what may be there twice.
func (s *Service) Review(ctx context.Context, r loci.ReviewRequest) (loci.ReviewResult, error) {
	result := loci.ReviewResult{Items: []loci.ReviewItem{}}
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	limit, err := limitOf(r.Limit, listLimit, listMax)
	if err != nil {
		return result, err
	}
	all, err := s.reviewItems(ctx, p)
	if err != nil {
		return result, err
	}
	for _, item := range all {
		if len(r.Kinds) > 0 && !slices.Contains(r.Kinds, item.Kind) {
			continue
		}
		if len(result.Items) == limit {
			result.More = true
			break
		}
		result.Items = append(result.Items, item)
	}
	return result, nil
}

func (s *Service) reviewItems(ctx context.Context, p loci.Principal) ([]loci.ReviewItem, error) {
	scopes := slices.DeleteFunc(p.Visible(), func(sc loci.Scope) bool { return sc.User == loci.SharedUser && !p.Admin() })
	filed, err := s.filedReviews(ctx, scopes)
	if err != nil {
		return nil, err
	}
	uncertain, err := s.uncertain(ctx, p, scopes)
	if err != nil {
		return nil, err
	}
	alike, err := s.alike(ctx, p, scopes)
	return slices.Concat(filed, uncertain, alike), err
}

func reviewItem(id string, kind loci.ReviewKind, m loci.Memory, other *loci.Memory, note string) loci.ReviewItem {
	return loci.ReviewItem{ID: id, Kind: kind, Memory: m, Other: other, Note: note, Digest: loci.TextDigest(m.Text), Answers: kind.Answers()}
}

// filedReviews returns the reviews that a write has asked for and that still
// mean something.
func (s *Service) filedReviews(ctx context.Context, scopes []loci.Scope) ([]loci.ReviewItem, error) {
	filed, err := s.store.Reviews(ctx, loci.ReviewQuery{Scopes: scopes})
	if err != nil || len(filed) == 0 {
		return nil, err
	}
	var ids []loci.ID
	for _, r := range filed {
		ids = append(ids, r.Memory, r.Other)
	}
	found, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: scopes, IDs: ids})
	if err != nil {
		return nil, err
	}
	byID := map[loci.ID]*loci.Memory{}
	for i := range found {
		byID[found[i].ID] = &found[i]
	}
	var out []loci.ReviewItem
	for _, r := range filed {
		if m := byID[r.Memory]; m != nil {
			out = append(out, reviewItem(r.ID, r.Kind, *m, byID[r.Other], r.Note))
		}
	}
	return out, nil
}

// uncertain returns conflicts, quarantine, what is only noted and guesses.
func (s *Service) uncertain(ctx context.Context, p loci.Principal, scopes []loci.Scope) ([]loci.ReviewItem, error) {
	found, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: scopes, Statuses: []loci.Status{loci.Hypothesis, loci.Quarantined}, Order: loci.NewestFirst})
	if err != nil {
		return nil, err
	}
	var slots []loci.Slot
	for _, m := range found {
		if m.Slot.Filled() {
			slots = append(slots, m.Slot)
		}
	}
	var holders []loci.Memory
	if len(slots) > 0 {
		if holders, err = s.store.Memories(ctx, loci.MemoryQuery{Scopes: scopes, Slots: slots, Statuses: []loci.Status{loci.Active}}); err != nil {
			return nil, err
		}
	}
	var conflicts, held, guesses []loci.ReviewItem
	for _, m := range found {
		holder := slices.IndexFunc(holders, func(h loci.Memory) bool { return m.Slot.Filled() && h.Slot == m.Slot && h.Scope == m.Scope })
		switch status := m.StatusAt(s.now(p)); {
		case status == loci.Quarantined:
			held = append(held, reviewItem(string(m.ID), loci.ReviewQuarantine, m, nil, ""))
		case status == loci.Hypothesis && holder >= 0:
			conflicts = append(conflicts, reviewItem(string(m.ID), loci.ReviewConflict, m, &holders[holder], ""))
		case status == loci.Hypothesis:
			guesses = append(guesses, reviewItem(string(m.ID), loci.ReviewGuess, m, nil, ""))
		}
	}
	noted, err := s.noted(ctx, p, scopes)
	return slices.Concat(conflicts, held, noted, guesses), err
}

// noted returns the instructions and limits that take effect once a person has
// confirmed them.
func (s *Service) noted(ctx context.Context, p loci.Principal, scopes []loci.Scope) ([]loci.ReviewItem, error) {
	var out []loci.ReviewItem
	for _, q := range []loci.MemoryQuery{
		{Kinds: []loci.Kind{loci.Procedural}},
		{NotKinds: []loci.Kind{loci.Procedural}, Categories: []loci.Category{loci.Constraints}},
	} {
		q.Scopes, q.Statuses, q.Order = scopes, []loci.Status{loci.Active}, loci.NewestFirst
		found, err := s.store.Memories(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			if m.Unconfirmed() && m.StatusAt(s.now(p)) == loci.Active {
				out = append(out, reviewItem(string(m.ID), loci.ReviewNoted, m, nil, ""))
			}
		}
	}
	return out, nil
}
