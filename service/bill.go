package service

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/locimem/loci"
)

// billDays is how far back the bill of `loci stats` reaches.
const billDays = 365

// mostTokens is more than any call takes, and so little that no bill overflows.
const mostTokens = 1_000_000_000

// charge adds a step's cost to what the draft writes. Tokens are counted by a
// server that may say anything.
func (d *draft) charge(b loci.StepStats) {
	if b.Calls > 0 {
		b.Input, b.Output = min(max(b.Input, 0), mostTokens), min(max(b.Output, 0), mostTokens)
		d.change.Bill = append(d.change.Bill, loci.BillWrite{Scope: d.scope, Day: day(d.now), StepStats: b})
	}
}

// day is the day on whose bill a moment stands.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// stored counts the outcomes that made or changed a memory.
func stored(outcomes []loci.Outcome) int {
	n := 0
	for _, o := range outcomes {
		switch o.Action {
		case loci.ActionAdded, loci.ActionSuperseded, loci.ActionRestored, loci.ActionRetracted, loci.ActionCompleted, loci.ActionReopened:
			n++
		}
	}
	return n
}

// bill is what the cascade has cost in the scopes, of the last year.
func (s *Service) bill(ctx context.Context, scopes []loci.Scope, now time.Time) ([]loci.StepStats, error) {
	rows, err := s.store.Bill(ctx, scopes, day(now.AddDate(0, 0, -billDays)))
	order := []string{stepRules, stepVectors, stepModel}
	slices.SortFunc(rows, func(a, b loci.StepStats) int {
		return cmp.Compare(slices.Index(order, a.Step), slices.Index(order, b.Step))
	})
	return rows, err
}

// within reports whether today's budget of model calls leaves room for one
// more in the scope.
func (s *Service) within(ctx context.Context, scope loci.Scope, now time.Time) (bool, error) {
	if s.opts.ModelCalls <= 0 {
		return true, nil
	}
	rows, err := s.store.Bill(ctx, []loci.Scope{scope}, day(now))
	if err != nil {
		return false, err
	}
	for _, row := range rows {
		if row.Step == stepModel {
			return row.Calls < s.opts.ModelCalls, nil
		}
	}
	return true, nil
}
