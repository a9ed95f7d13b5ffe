package inmem

import (
	"context"
	"maps"
	"slices"

	"github.com/locimem/loci"
)

type billKey struct {
	scope     loci.Scope
	day, step string
}

func (t *tx) writeBill(b loci.BillWrite) {
	key := billKey{b.Scope, b.Day, b.Step}
	sum := t.bill[key]
	sum.Step = b.Step
	sum.Add(b.StepStats)
	put(t, t.bill, key, sum)
}

// Bill implements [loci.Loader].
func (s *Store) Bill(ctx context.Context, scopes []loci.Scope, since string) ([]loci.StepStats, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	sums := map[string]loci.StepStats{}
	for key, row := range s.rows.bill {
		if slices.Contains(scopes, key.scope) && key.day >= since {
			sum := sums[key.step]
			sum.Step = key.step
			sum.Add(row)
			sums[key.step] = sum
		}
	}
	var out []loci.StepStats
	for _, step := range slices.Sorted(maps.Keys(sums)) {
		out = append(out, sums[step])
	}
	return out, nil
}
