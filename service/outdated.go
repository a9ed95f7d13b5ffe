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
	if err != nil {
		return err
	}
	heirs, err := s.heirs(ctx, old, q.Scopes, asOf)
	if err != nil {
		return err
	}
	for _, m := range old {
		heir := heirs[m.SupersededBy]
		if goesOn(m, heir) {
			continue
		}
		for _, h := range at[m.Ref.Turn] {
			if h.Turn.Scope == m.Scope {
				h.Outdated = append(h.Outdated, loci.Outdated{Was: m.Text, Now: heir.Text})
			}
		}
	}
	return nil
}

// heirs returns the memories that took the place of others, by their ids.
func (s *Service) heirs(ctx context.Context, old []loci.Memory, scopes []loci.Scope, asOf time.Time) (map[loci.ID]loci.Memory, error) {
	q := loci.MemoryQuery{Scopes: scopes, AsOf: asOf}
	for _, m := range old {
		if m.SupersededBy != "" {
			q.IDs = append(q.IDs, m.SupersededBy)
		}
	}
	if len(q.IDs) == 0 {
		return nil, nil
	}
	found, err := s.store.Memories(ctx, q)
	heirs := map[loci.ID]loci.Memory{}
	for _, m := range found {
		heirs[m.ID] = m
	}
	return heirs, err
}
