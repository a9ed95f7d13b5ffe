package service

import (
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
	"github.com/locimem/loci/internal/retrieve"
)

// Bounds of the search for what is alike: words that so many memories share
// tell nothing, the long past is not compared, and nobody answers more
// questions at once.
const (
	commonTerm = 50
	maxClosed  = 1000
	maxAlike   = 100
)

// alike returns what says about the same as what is no longer so, then pairs
// that may say the same, as far as nobody has settled them.
func (s *Service) alike(ctx context.Context, p loci.Principal, scopes []loci.Scope) ([]loci.ReviewItem, error) {
	all, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: scopes, Statuses: []loci.Status{loci.Active}})
	if err != nil {
		return nil, err
	}
	closed, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: scopes, Statuses: []loci.Status{loci.Superseded}, Order: loci.NewestFirst, Limit: maxClosed})
	if err != nil {
		return nil, err
	}
	settled, err := s.store.Reviews(ctx, loci.ReviewQuery{Scopes: scopes, Done: true})
	if err != nil {
		return nil, err
	}
	done := map[string]bool{}
	for _, r := range settled {
		done[r.ID] = true
	}
	now := s.now(p)
	all = slices.DeleteFunc(all, func(m loci.Memory) bool { return m.StatusAt(now) != loci.Active })
	memories := slices.Concat(all, refuted(closed, all))
	var stale, twice []loci.ReviewItem
	for _, pair := range s.candidatePairs(memories) {
		a, b := memories[pair[0]], memories[pair[1]] // what is closed comes last
		kind, ok := likeness(a, b)
		if !ok {
			continue
		}
		if kind == loci.ReviewDuplicate {
			a, b = leading(a, b)
		}
		item := reviewItem(s.pairID(a, b), kind, a, &b, "")
		switch {
		case done[item.ID]:
		case kind == loci.ReviewStale:
			stale = append(stale, item)
		default:
			twice = append(twice, item)
		}
	}
	return slices.Concat(stale[:min(len(stale), maxAlike)], twice[:min(len(twice), maxAlike)]), nil
}

// likeness says why a person should look at two memories of which the first
// stands, if they should.
func likeness(a, b loci.Memory) (loci.ReviewKind, bool) {
	switch {
	case a.Status == loci.Superseded || !resolve.Near(a, b):
		return "", false
	case b.Status == loci.Superseded:
		return loci.ReviewStale, !a.Said.After(b.ValidTo) // else it was said again since
	}
	return loci.ReviewDuplicate, true
}

// refuted returns the closed memories that are no longer so.
func refuted(closed, current []loci.Memory) []loci.Memory {
	heirs := map[loci.ID]loci.Memory{}
	for _, m := range slices.Concat(current, closed) {
		heirs[m.ID] = m
	}
	return slices.DeleteFunc(closed, func(m loci.Memory) bool {
		heir, known := heirs[m.SupersededBy]
		return m.SupersededBy != "" && (!known || goesOn(m, heir))
	})
}

// goesOn reports whether a memory that another has closed only gave way to other
// words for the same, or to a profile.
func goesOn(m, heir loci.Memory) bool {
	same := m.Slot.Filled() && heir.Slot == m.Slot && heir.Value == m.Value && heir.Polarity == m.Polarity
	return heir.Compacted() || same || resolve.Near(m, heir)
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
