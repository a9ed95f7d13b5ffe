package checkpoint

import (
	"context"
	"iter"
	"reflect"

	"github.com/locimem/loci"
)

// Get returns a checkpoint of a thread's namespace, or its newest one if id is
// empty. NotFound: there is none.
func (s *Saver) Get(ctx context.Context, t Thread, namespace string, id ID) (Checkpoint, error) {
	if err := t.Validate(); err != nil {
		return Checkpoint{}, err
	}
	q := Query{Thread: &t, Namespace: &namespace, Limit: 1}
	if id != "" {
		if _, err := ParseID(string(id)); err != nil {
			return Checkpoint{}, err
		}
		q.ID = id
	}
	for c, err := range s.List(ctx, q) {
		return c, err
	}
	if id != "" {
		return Checkpoint{}, loci.Errorf(loci.NotFound, "thread %s has no checkpoint %s", t.ID, id)
	}
	return Checkpoint{}, loci.Errorf(loci.NotFound, "thread %s has no checkpoint", t.ID)
}

// Query asks for checkpoints. Empty fields do not restrict.
type Query struct {
	Thread    *Thread // nil: all threads of the org and user
	Org, User string
	Namespace *string
	ID        ID
	Before    ID // older ones only
	Source    Source
	Step      *int
	Run       string
	// Filter holds metadata that a checkpoint must have: equal values of equal
	// types, and within objects at least the given keys.
	Filter map[string]any
	Limit  int  // 0: all
	Bare   bool // only what stands in clear: no values, versions, metadata, writes
}

const pageSize = 200

// List yields checkpoints, the newest first. It reads them by the page and
// holds nothing in between: whoever stops in the middle blocks nobody.
func (s *Saver) List(ctx context.Context, q Query) iter.Seq2[Checkpoint, error] {
	return func(yield func(Checkpoint, error) bool) {
		filter, err := normalise(q.Filter)
		if err != nil {
			yield(Checkpoint{}, err)
			return
		}
		loaders := map[Thread]*loader{}
		rq := q.rows()
		for found := 0; ; {
			rq.Limit = pageSize
			if q.Limit > 0 && filter == nil {
				rq.Limit = min(pageSize, q.Limit-found)
			}
			rows, err := s.store.Checkpoints(ctx, rq)
			if err != nil {
				yield(Checkpoint{}, err)
				return
			}
			page, err := s.page(ctx, rows, filter, q, loaders)
			if err != nil {
				yield(Checkpoint{}, err)
				return
			}
			for _, c := range page {
				if !yield(c, nil) {
					return
				}
				if found++; found == q.Limit {
					return
				}
			}
			if len(rows) < rq.Limit {
				return
			}
			rq.After = &rows[len(rows)-1]
		}
	}
}

func (q Query) rows() RowQuery {
	r := RowQuery{
		Org: q.Org, User: q.User, Namespace: q.Namespace, Before: q.Before,
		Source: q.Source, Step: q.Step, Run: q.Run, Bare: q.Bare,
	}
	if q.Thread != nil {
		r.Org, r.User, r.ID = q.Thread.Org, q.Thread.User, q.Thread.ID
	}
	if q.ID != "" {
		r.IDs = []ID{q.ID}
	}
	return r
}

// page opens rows and loads what passes the filter, in their order.
func (s *Saver) page(ctx context.Context, rows []Row, filter map[string]any, q Query, loaders map[Thread]*loader) ([]Checkpoint, error) {
	var out []Checkpoint
	if q.Bare {
		for _, row := range rows {
			out = append(out, row.header())
		}
		return out, nil
	}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Thread == rows[0].Thread {
			n++
		}
		t := rows[0].Thread
		if loaders[t] == nil {
			loaders[t] = s.loader(t, q.Limit == 1)
		}
		part, err := s.part(ctx, rows[:n], filter, loaders[t])
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
		rows = rows[n:]
	}
	return out, nil
}

// part loads neighbouring rows of one thread. A prune between the reads of rows
// and blobs takes away blobs; its rows are gone then, too.
func (s *Saver) part(ctx context.Context, rows []Row, filter map[string]any, l *loader) ([]Checkpoint, error) {
	var all []pending
	for _, row := range rows {
		c, b, err := s.checkpoint(ctx, row)
		if err != nil {
			return nil, err
		}
		if matches(filter, c.Metadata) {
			all = append(all, pending{c, b.Bare})
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	if err := l.fill(ctx, all); err != nil {
		if still, gone := s.still(ctx, rows); gone {
			return s.part(ctx, still, filter, l)
		}
		return nil, err
	}
	out := make([]Checkpoint, len(all))
	for i := range all {
		out[i] = all[i].checkpoint
	}
	return out, nil
}

// still returns the rows that exist, and whether any is gone.
func (s *Saver) still(ctx context.Context, rows []Row) ([]Row, bool) {
	t := rows[0].Thread
	q := RowQuery{Org: t.Org, User: t.User, ID: t.ID, Bare: true}
	for _, row := range rows {
		q.IDs = append(q.IDs, row.ID)
	}
	now, err := s.store.Checkpoints(ctx, q)
	if err != nil {
		return nil, false
	}
	there := map[Address]bool{}
	for _, row := range now {
		there[Address{row.Namespace, row.ID}] = true
	}
	var out []Row
	for _, row := range rows {
		if there[Address{row.Namespace, row.ID}] {
			out = append(out, row)
		}
	}
	return out, len(out) < len(rows)
}

// normalise brings a filter into the form that stored metadata is read in.
func normalise(filter map[string]any) (map[string]any, error) {
	if len(filter) == 0 {
		return nil, nil
	}
	data, err := marshal(filter)
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "the filter is no JSON: %w", err)
	}
	return decodeAny[map[string]any](data)
}

func matches(filter, metadata map[string]any) bool {
	for k, want := range filter {
		got, ok := metadata[k]
		if !ok {
			return false
		}
		w, nested := want.(map[string]any)
		g, object := got.(map[string]any)
		switch {
		case nested != object, nested && !matches(w, g), !nested && !reflect.DeepEqual(want, got):
			return false
		}
	}
	return true
}
