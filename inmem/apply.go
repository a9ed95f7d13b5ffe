package inmem

import (
	"context"

	"github.com/locimem/loci"
)

// tx is a transaction on the rows: it remembers how to take back what it did.
type tx struct {
	*rows
	key  []byte
	undo []func()
}

func put[K comparable, V any](t *tx, m map[K]V, k K, v V) {
	old, had := m[k]
	t.undo = append(t.undo, func() {
		if had {
			m[k] = old
		} else {
			delete(m, k)
		}
	})
	m[k] = v
}

func drop[K comparable, V any](t *tx, m map[K]V, k K) {
	if old, had := m[k]; had {
		t.undo = append(t.undo, func() { m[k] = old })
		delete(m, k)
	}
}

// Apply implements [loci.Applier].
func (s *Store) Apply(ctx context.Context, c loci.Changeset) (loci.Applied, error) {
	if err := over(ctx); err != nil {
		return loci.Applied{}, err
	}
	if err := c.Validate(); err != nil {
		return loci.Applied{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, done := s.rows.applied[c.Key]; done {
		return loci.Applied{Replayed: true}, nil
	}
	t := &tx{rows: &s.rows, key: s.key}
	if err := t.apply(c); err != nil {
		for i := len(t.undo) - 1; i >= 0; i-- {
			t.undo[i]()
		}
		return loci.Applied{}, err
	}
	return loci.Applied{}, nil
}

func (t *tx) apply(c loci.Changeset) error {
	if t.rows.analyser == 0 && c.Analyser != 0 {
		t.undo = append(t.undo, func() { t.rows.analyser = 0 })
		t.rows.analyser = c.Analyser
	}
	for _, id := range c.Erase {
		t.erase(id)
	}
	for _, w := range c.Turns {
		if err := t.writeTurn(w); err != nil {
			return err
		}
	}
	for _, w := range c.Memories {
		if err := t.writeMemory(w); err != nil {
			return err
		}
	}
	for _, e := range c.History {
		if e.Change == "" {
			e.Change = c.Change
		}
		if e.At.IsZero() {
			e.At = c.At
		}
		if err := t.appendHistory(e); err != nil {
			return err
		}
	}
	for _, ts := range c.Tombstones {
		t.writeTombstone(ts)
	}
	for _, r := range c.Reviews {
		t.writeReview(r)
	}
	for _, v := range c.Vectors {
		t.writeVector(v)
	}
	for _, b := range c.Bill {
		t.writeBill(b)
	}
	if c.Key != "" {
		put(t, t.applied, c.Key, struct{}{})
	}
	return nil
}

func (t *tx) erase(id loci.ID) {
	drop(t, t.memories, id)
	t.blankHistory(id)
	for key, r := range t.reviews {
		if r.Memory == id || r.Other == id {
			drop(t, t.reviews, key)
		}
	}
}
