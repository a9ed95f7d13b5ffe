package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

// Reconcile closes the older of two memories that contradict each other by the
// table of opposites, as far as trust allows. It is deterministic, and a second
// run finds nothing.
func (s *Service) Reconcile(ctx context.Context, r loci.ReconcileRequest) (loci.ReconcileResult, error) {
	result := loci.ReconcileResult{Contradictions: []loci.Contradiction{}}
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	table, err := resolve.NewOpposites(r.Opposites...)
	if err != nil {
		return result, err
	}
	d, err := s.write(ctx, p, p.Scope, func(d *draft) error {
		result = loci.ReconcileResult{Contradictions: []loci.Contradiction{}, Preview: r.Preview}
		all, err := d.standing(ctx)
		if err != nil {
			return err
		}
		result.Contradictions = append(result.Contradictions, contradictions(table, all)...)
		for _, c := range result.Contradictions {
			if !r.Preview {
				d.supersede(c.Closed, c.Kept.ID, loci.HistorySupersede, "contradicts what is newer: "+c.Words)
			}
		}
		return nil
	})
	if err != nil {
		return loci.ReconcileResult{}, err
	}
	if !d.empty() {
		result.Change = d.change.Change
	}
	return result, nil
}

// standing returns what is active in the scope, by itself or in a profile.
func (d *draft) standing(ctx context.Context) ([]loci.Memory, error) {
	_, parts, err := d.profileOf(ctx)
	if err != nil {
		return nil, err
	}
	if parts, err = d.unfold(ctx, parts); err != nil {
		return nil, err
	}
	alone, err := d.find(ctx, loci.MemoryQuery{Statuses: []loci.Status{loci.Active}}, func(m loci.Memory) bool {
		return m.StatusAt(d.now) == loci.Active && !m.Compacted()
	})
	return append(alone, parts...), err
}

// contradictions pairs what contradicts each other. What is closed closes
// nothing else.
func contradictions(table *resolve.Opposites, all []loci.Memory) []loci.Contradiction {
	var out []loci.Contradiction
	closed := map[loci.ID]bool{}
	sides := make([][]int, len(all))
	for i, m := range all {
		sides[i] = table.Sides(m)
	}
	for i, a := range all {
		for j, b := range all[:i] {
			if closed[a.ID] || closed[b.ID] || !opposed(sides[i], sides[j]) {
				continue
			}
			words, ok := table.Contradict(a, b)
			if !ok {
				continue
			}
			kept, old := a, b
			if b.Said.After(a.Said) { // a was stored later
				kept, old = b, a
			}
			if loci.MaySupersede(kept.Tier, old.Tier, true, old.Scope.User == loci.SharedUser) != loci.Allowed {
				continue
			}
			closed[old.ID] = true
			out = append(out, loci.Contradiction{Kept: kept, Closed: old, Words: words})
		}
	}
	return out
}

func opposed(a, b []int) bool {
	return slices.ContainsFunc(a, func(side int) bool { return slices.Contains(b, side^1) })
}
