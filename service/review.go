package service

import (
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
	"github.com/locimem/loci/internal/retrieve"
)

// Review lists what a person should look at, the gravest first: what agents
// did to the user's words and what replaced a confirmed memory, conflicts,
// quarantine, guesses, and what may be there twice.
func (s *Service) Review(ctx context.Context, r loci.ReviewRequest) (loci.ReviewResult, error) {
	result := loci.ReviewResult{Items: []loci.ReviewItem{}}
	p, err := s.principal(ctx)
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
	twice, err := s.duplicates(ctx, p, scopes)
	return slices.Concat(filed, uncertain, twice), err
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

// uncertain returns conflicts, quarantine and guesses.
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
	return slices.Concat(conflicts, held, guesses), nil
}

// Bounds of the search for duplicates: words that so many memories share tell
// nothing, and nobody answers more questions at once.
const (
	commonTerm    = 50
	maxDuplicates = 100
)

// duplicates returns pairs that may say the same and that nobody has kept
// apart.
func (s *Service) duplicates(ctx context.Context, p loci.Principal, scopes []loci.Scope) ([]loci.ReviewItem, error) {
	all, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: scopes, Statuses: []loci.Status{loci.Active}})
	if err != nil {
		return nil, err
	}
	settled, err := s.store.Reviews(ctx, loci.ReviewQuery{Scopes: scopes, Done: true})
	if err != nil {
		return nil, err
	}
	apart := map[string]bool{}
	for _, r := range settled {
		apart[r.ID] = true
	}
	var out []loci.ReviewItem
	for _, pair := range s.candidatePairs(all) {
		a, b := all[pair[0]], all[pair[1]]
		if now := s.now(p); a.StatusAt(now) != loci.Active || b.StatusAt(now) != loci.Active || !resolve.Near(a, b) {
			continue
		}
		a, b = leading(a, b)
		if id := s.pairID(a, b); !apart[id] && len(out) < maxDuplicates {
			out = append(out, reviewItem(id, loci.ReviewDuplicate, a, &b, ""))
		}
	}
	return out, nil
}

// candidatePairs returns the pairs of memories that share two terms which are
// not in everything.
func (s *Service) candidatePairs(all []loci.Memory) [][2]int {
	holders := map[string][]int{}
	for i, m := range all {
		if m.Compacted() {
			continue
		}
		terms, _ := retrieve.MemoryTerms(m, s.opts.Languages...)
		for _, t := range terms {
			holders[t.Term] = append(holders[t.Term], i)
		}
	}
	shared := map[[2]int]int{}
	for _, in := range holders {
		if len(in) > commonTerm {
			continue
		}
		for x, i := range in {
			for _, j := range in[x+1:] {
				shared[[2]int{i, j}]++
			}
		}
	}
	var out [][2]int
	for pair, n := range shared {
		if n >= 2 {
			out = append(out, pair)
		}
	}
	slices.SortFunc(out, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return out
}

// leading puts first what stays when two are merged: what is trusted more,
// then what says more, then the older.
func leading(a, b loci.Memory) (loci.Memory, loci.Memory) {
	if b.Tier > a.Tier || b.Tier == a.Tier && len(b.Text) > len(a.Text) {
		return b, a
	}
	return a, b
}

func (s *Service) pairID(a, b loci.Memory) string {
	ids := []string{string(a.ID), string(b.ID)}
	slices.Sort(ids)
	return s.mac("pair", strings.Join(ids, " "))[:32]
}
