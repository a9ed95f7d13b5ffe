package service

import (
	"cmp"
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
)

// datedLimit is how many hits a named time may add that share no word with the
// query.
const datedLimit = 12

// dueThen adds to the first hits the memories that are due at a time that the
// query names ("what is due next week?").
func (s *Service) dueThen(ctx context.Context, p loci.Principal, q retrieve.Analysis, hits []loci.Hit, w wanted) ([]loci.Hit, error) {
	now, score := s.now(p), ofTime(hits)
	for _, v := range q.Times() {
		due, err := s.store.Memories(ctx, loci.MemoryQuery{
			Scopes: p.Visible(), Statuses: current, DueAfter: v.Start, Order: loci.SoonestDue, Limit: datedLimit,
		})
		if err != nil {
			return nil, err
		}
		for _, m := range due {
			if !has(hits, m.ID) && v.Meets(*m.Due) && m.Current(now) && (w.keep == nil || w.keep(m)) {
				hits = append(hits, loci.Hit{Memory: &m, Status: m.StatusAt(now), Score: score.Score, Explain: score.Shares()})
			}
		}
	}
	slices.SortStableFunc(hits, byScore)
	return hits, nil
}

// saidThen adds to the first hits the turns of a past time that the query names
// ("what did we talk about yesterday?"). What was said today is in front of who
// asks.
func (s *Service) saidThen(ctx context.Context, p loci.Principal, q retrieve.Analysis, hits []loci.Hit, keep func(*loci.Turn) bool) ([]loci.Hit, error) {
	score := ofTime(hits)
	for _, v := range q.Times() {
		if v.End.After(s.now(p)) {
			continue
		}
		said, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: p.Visible(), Since: v.Start, Until: v.End, Newest: true, Limit: datedLimit})
		if err != nil {
			return nil, err
		}
		for _, t := range said {
			if !hasTurn(hits, &t) && keep(&t) {
				hits = append(hits, loci.Hit{Turn: &t, Score: score.Score, Explain: score.Shares()})
			}
		}
	}
	slices.SortStableFunc(hits, byScore)
	return hits, nil
}

// ofTime returns the score of what meets the query by its time alone.
func ofTime(hits []loci.Hit) retrieve.Scored {
	best := 0.0
	for _, h := range hits {
		best = max(best, h.Score)
	}
	return retrieve.OfTime(best)
}

func hasTurn(hits []loci.Hit, t *loci.Turn) bool {
	return slices.ContainsFunc(hits, func(h loci.Hit) bool { return h.Turn.ID == t.ID && h.Turn.Scope == t.Scope })
}

func byScore(a, b loci.Hit) int { return cmp.Compare(b.Score, a.Score) }
