package storetest

import (
	"testing"
	"time"

	"github.com/locimem/loci"
)

func testBill(t *testing.T, h Harness) {
	p := open(t, h)
	row := func(scope loci.Scope, day, step string, n int) loci.BillWrite {
		return loci.BillWrite{Scope: scope, Day: day, StepStats: loci.StepStats{
			Step: step, Calls: n, Failed: n, Found: n, Stored: n, Took: time.Duration(n), Usage: loci.Usage{Input: n, Output: n}}}
	}
	sum := func(step string, n int) loci.StepStats { return row(home, "", step, n).StepStats }
	p.apply(loci.Changeset{Bill: []loci.BillWrite{row(home, "2026-10-01", "rules", 1), row(home, "2026-10-02", "rules", 2)}})
	p.apply(loci.Changeset{Bill: []loci.BillWrite{row(home, "2026-10-02", "rules", 4), row(home, "2026-10-02", "model", 8), row(other, "2026-10-02", "rules", 16)}})
	for _, tt := range []struct {
		name   string
		scopes []loci.Scope
		since  string
		want   []loci.StepStats
	}{
		{"all days", []loci.Scope{home}, "2026-10-01", []loci.StepStats{sum("model", 8), sum("rules", 7)}},
		{"since a day", []loci.Scope{home}, "2026-10-02", []loci.StepStats{sum("model", 8), sum("rules", 6)}},
		{"two scopes together", []loci.Scope{home, other}, "2026-10-02", []loci.StepStats{sum("model", 8), sum("rules", 22)}},
		{"after the last day", []loci.Scope{home}, "2026-10-03", nil},
		{"no scope", nil, "2026-10-01", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := p.Bill(p.ctx, tt.scopes, tt.since)
			p.in(t).same("the bill", tt.want, must(p, got, err))
		})
	}
}

func testWaits(t *testing.T, h Harness) {
	p := open(t, h)
	waiting := turn(1, func(t *loci.Turn) { t.Waits = true })
	blank := turn(2, func(t *loci.Turn) { t.Waits, t.Blank = true, true })
	elsewhere := turn(3, func(t *loci.Turn) { t.Waits, t.Scope = true, other })
	var c loci.Changeset
	for _, t := range []loci.Turn{waiting, blank, elsewhere, turn(4)} {
		c.Turns = append(c.Turns, turnInsertion(t))
	}
	p.apply(c)
	p.same("what waits anywhere", []loci.Turn{waiting, elsewhere}, p.turns(loci.TurnQuery{AllScopes: true, Waits: true}))
	p.same("what waits at home", []loci.Turn{waiting}, p.turns(loci.TurnQuery{Scopes: []loci.Scope{home}, Waits: true}))
	counts, err := p.Counts(p.ctx, []loci.Scope{home})
	if must(p, counts, err).Waiting != 1 {
		t.Errorf("%d wait", counts.Waiting)
	}
	waiting.Waits = false
	p.apply(loci.Changeset{Turns: []loci.TurnWrite{{Turn: waiting, Replace: true, Index: turnInsertion(waiting).Index}}})
	p.same("nothing waits any more", []loci.Turn(nil), p.turns(loci.TurnQuery{Scopes: []loci.Scope{home}, Waits: true}))
}
