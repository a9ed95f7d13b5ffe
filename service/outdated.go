package service

import (
	"context"
	"time"

	"github.com/locimem/loci"
)

// markOutdated says of the turns among hits what in them holds no longer. A
// turn is found by its words, whatever has become of the facts in it: whoever
// reads "I live in Lisbon" must be told that the user lives in Porto.
func (s *Service) markOutdated(ctx context.Context, p loci.Principal, hits []loci.Hit, asOf time.Time) error {
	at := map[loci.TurnID][]*loci.Hit{}
	q := loci.MemoryQuery{Scopes: p.Visible(), Statuses: []loci.Status{loci.Superseded}, AsOf: asOf}
	for i := range hits {
		if t := hits[i].Turn; t != nil {
			at[t.ID] = append(at[t.ID], &hits[i])
			q.Turns = append(q.Turns, t.ID)
		}
	}
	if len(q.Turns) == 0 {
		return nil
	}
	old, err := s.store.Memories(ctx, q)
	if err != nil || len(old) == 0 {
		return err
	}
	successors := loci.MemoryQuery{Scopes: q.Scopes, AsOf: asOf}
	for _, m := range old {
		if m.SupersededBy != "" {
			successors.IDs = append(successors.IDs, m.SupersededBy)
		}
	}
	now := map[loci.ID]loci.Memory{}
	if len(successors.IDs) > 0 {
		found, err := s.store.Memories(ctx, successors)
		if err != nil {
			return err
		}
		for _, m := range found {
			now[m.ID] = m
		}
	}
	for _, m := range old {
		by := now[m.SupersededBy]
		if goesOn(m, by) {
			continue
		}
		for _, h := range at[m.Ref.Turn] {
			if h.Turn.Scope == m.Scope {
				h.Outdated = append(h.Outdated, loci.Outdated{Was: m.Text, Now: by.Text})
			}
		}
	}
	return nil
}
