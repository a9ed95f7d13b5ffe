package sqlite

import (
	"context"
	"time"

	"github.com/locimem/loci"
)

func (t tx) writeBill(b loci.BillWrite) error {
	scope, err := t.scopeID(b.Scope)
	if err != nil {
		return err
	}
	return t.exec(`INSERT INTO bill (scope, day, step, calls, failed, found, stored, took, input, output)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (scope, day, step) DO UPDATE SET calls = calls + excluded.calls, failed = failed + excluded.failed,
			found = found + excluded.found, stored = stored + excluded.stored, took = took + excluded.took,
			input = input + excluded.input, output = output + excluded.output`,
		scope, b.Day, b.Step, b.Calls, b.Failed, b.Found, b.Stored, int64(b.Took), b.Input, b.Output)
}

// Bill implements [loci.Loader].
func (s *Store) Bill(ctx context.Context, scopes []loci.Scope, since string) ([]loci.StepStats, error) {
	var out []loci.StepStats
	err := s.read(ctx, func(c *conn) error {
		ids, err := c.scopeIDs(scopes)
		if err != nil || len(ids) == 0 {
			return err
		}
		var f filter
		f.scopes("scope", ids)
		f.add("day >= ?", since)
		r := c.query(`SELECT step, sum(calls), sum(failed), sum(found), sum(stored), sum(took), sum(input), sum(output)
			FROM bill`+f.String()+" GROUP BY step ORDER BY step", f.args...)
		for r.next() {
			out = append(out, loci.StepStats{
				Step: r.text(), Calls: int(r.int()), Failed: int(r.int()), Found: int(r.int()), Stored: int(r.int()),
				Took: time.Duration(r.int()), Usage: loci.Usage{Input: int(r.int()), Output: int(r.int())},
			})
		}
		return r.close()
	})
	return out, err
}
