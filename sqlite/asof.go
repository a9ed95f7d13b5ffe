package sqlite

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// memoriesAsOf answers a query from the history: the bodies are JSON, so that
// only scope, time and ids are left to SQL.
func (s *Store) memoriesAsOf(ctx context.Context, q loci.MemoryQuery) ([]loci.Memory, error) {
	if q.Digest != "" || q.Lacks != "" {
		return nil, loci.Errorf(loci.Invalid, "the history knows no digests and no vectors")
	}
	var out []loci.Memory
	err := s.read(ctx, func(c *conn) error {
		var f filter
		column := "h.scope"
		if len(q.IDs) > 0 {
			column = "+h.scope" // keeps SQLite from reading the whole scope for a few ids
		}
		if !q.AllScopes {
			scopes, err := c.scopeIDs(q.Scopes)
			if err != nil || len(scopes) == 0 {
				return err
			}
			f.scopes(column, scopes)
		}
		among(&f, "h.memory", "IN", q.IDs)
		f.add("h.after IS NOT NULL")
		f.add("h.seq = (SELECT max(seq) FROM history WHERE memory = h.memory AND at <= ?)", stamp(q.AsOf))
		r := c.query("SELECT "+historyColumns+fromHistory+f.String(), f.args...)
		for r.next() {
			e, err := r.history()
			if err != nil {
				r.err = err
			} else if matches(e.After, q) {
				out = append(out, *e.After)
			}
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(out, compare(q.Order))
	return page(out, q.Offset, q.Limit), nil
}

// shortID is the length of what ID.Short returns; fewer characters name
// nothing.
const shortID = 8

// matches says of a past state what memoryFilter says of a row.
func matches(m *loci.Memory, q loci.MemoryQuery) bool {
	return one(q.IDs, m.ID) &&
		(q.ShortID == "" || len(q.ShortID) >= shortID && strings.HasSuffix(string(m.ID), q.ShortID)) &&
		(q.Key == "" || m.Key == q.Key) &&
		one(q.Kinds, m.Kind) &&
		!slices.Contains(q.NotKinds, m.Kind) &&
		one(q.Categories, m.Category) &&
		(q.Importance == "" || m.Importance == q.Importance) &&
		one(q.Statuses, m.Status) &&
		one(q.Slots, m.Slot) &&
		(q.Subject == "" || m.Slot.Filled() && m.Slot.Subject == q.Subject) &&
		(q.Value == "" || m.Value == q.Value) &&
		one(q.Turns, m.Ref.Turn) &&
		(len(q.Sources) == 0 || slices.ContainsFunc(q.Sources, func(id loci.ID) bool { return m.ProjectionOf == id || slices.Contains(m.DerivedFrom, id) })) &&
		(q.ExpiresBy.IsZero() || !m.Expires.IsZero() && stamp(m.Expires) <= stamp(q.ExpiresBy)) &&
		(q.DueAfter.IsZero() || m.Due != nil && stamp(m.Due.End) > stamp(q.DueAfter))
}

func one[T comparable](of []T, v T) bool { return len(of) == 0 || slices.Contains(of, v) }

// compare is the order that memoryOrder writes in SQL.
func compare(o loci.QueryOrder) func(a, b loci.Memory) int {
	return func(a, b loci.Memory) int {
		switch o {
		case loci.NewestFirst:
			return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
		case loci.SoonestDue:
			switch {
			case a.Due != nil && b.Due != nil:
				return cmp.Or(a.Due.End.Compare(b.Due.End), cmp.Compare(a.ID, b.ID))
			case a.Due != nil:
				return -1
			case b.Due != nil:
				return 1
			}
			return cmp.Compare(a.ID, b.ID)
		}
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	}
}
