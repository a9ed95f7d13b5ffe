package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
)

// Defaults of answers.
const (
	listLimit    = 50
	listMax      = 1000
	historyLimit = 50
)

// current are the stored statuses that can be valid now.
var current = []loci.Status{loci.Active, loci.Hypothesis, loci.Completed}

// List returns a page of the memories that the principal may see, newest
// first. Statuses are those at the time of asking.
func (s *Service) List(ctx context.Context, r loci.ListRequest) (loci.ListResult, error) {
	result := loci.ListResult{Memories: []loci.Memory{}}
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	limit, err := limitOf(r.Limit, listLimit, listMax)
	if err != nil {
		return result, err
	}
	if r.Offset < 0 {
		return result, loci.Errorf(loci.Invalid, "offset must not be negative")
	}
	wanted := r.Statuses
	if len(wanted) == 0 {
		wanted = current
	}
	at := s.now(p)
	if !r.AsOf.IsZero() {
		at = r.AsOf
	}
	var sources []loci.ID
	if r.Source != "" {
		sources = append(sources, r.Source)
	}
	// Time turns stored statuses into later ones, so the page is cut after
	// StatusAt: fetch in runs until it is full.
	skip := r.Offset
	for offset := 0; ; offset += listMax {
		batch, err := s.store.Memories(ctx, loci.MemoryQuery{
			Scopes: p.Visible(), Kinds: r.Kinds, Categories: r.Categories, Statuses: storedFor(wanted),
			Sources: sources, AsOf: r.AsOf, Order: loci.NewestFirst, Limit: listMax, Offset: offset,
		})
		if err != nil {
			return result, err
		}
		for _, m := range batch {
			if m.Status = m.StatusAt(at); !slices.Contains(wanted, m.Status) {
				continue
			}
			if skip > 0 {
				skip--
				continue
			}
			if len(result.Memories) == limit {
				result.More = true
				return result, nil
			}
			result.Memories = append(result.Memories, m)
		}
		if len(batch) < listMax {
			return result, nil
		}
	}
}

// storedFor returns the stored statuses from which time can have made the
// wanted ones.
func storedFor(wanted []loci.Status) []loci.Status {
	if !slices.Contains(wanted, loci.Expired) {
		return wanted
	}
	return append(slices.Clone(wanted), current...)
}

func limitOf(asked, normal, ceiling int) (int, error) {
	switch {
	case asked < 0:
		return 0, loci.Errorf(loci.Invalid, "limit must not be negative")
	case asked == 0:
		return normal, nil
	}
	return min(asked, ceiling), nil
}

// History lists changes of one memory or of the principal's scope, newest first.
func (s *Service) History(ctx context.Context, r loci.HistoryRequest) (loci.HistoryResult, error) {
	p, err := s.enter(ctx)
	if err != nil {
		return loci.HistoryResult{}, err
	}
	limit, err := limitOf(r.Limit, historyLimit, listMax)
	if err != nil {
		return loci.HistoryResult{}, err
	}
	q := loci.HistoryQuery{Scopes: p.Visible(), Newest: true, Limit: limit}
	if r.Ref != "" {
		m, err := s.resolveRef(ctx, p, r.Ref)
		if err != nil {
			return loci.HistoryResult{}, err
		}
		q.Memory = m.ID
	}
	entries, err := s.store.History(ctx, q)
	return loci.HistoryResult{Entries: append([]loci.HistoryEntry{}, entries...)}, err
}

// Stats counts what the principal may see.
func (s *Service) Stats(ctx context.Context) (loci.Stats, error) {
	st := loci.Stats{Memories: map[loci.Status]int{}, Categories: map[loci.Category]int{}, Kinds: map[loci.Kind]int{}}
	p, err := s.enter(ctx)
	if err != nil {
		return st, err
	}
	all, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: p.Visible()})
	if err != nil {
		return st, err
	}
	now := s.now(p)
	for _, m := range all {
		st.Memories[m.StatusAt(now)]++
		if m.Current(now) {
			st.Categories[m.Category]++
			st.Kinds[m.Kind]++
		}
	}
	counts, err := s.store.Counts(ctx, p.Visible())
	if err != nil {
		return st, err
	}
	reviews, err := s.store.Reviews(ctx, loci.ReviewQuery{Scopes: p.Visible()})
	if err != nil {
		return st, err
	}
	st.Turns, st.Waiting, st.Reviews = counts.Turns, counts.Waiting, len(reviews)
	st.Steps, err = s.bill(ctx, p.Visible(), now)
	return st, err
}
