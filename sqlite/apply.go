package sqlite

import (
	"context"

	"github.com/locimem/loci"
)

// tx is a transaction that writes.
type tx struct {
	*conn
	key   []byte
	edits edits // of the index; flush writes them
}

func (s *Store) tx(c *conn) tx { return tx{c, s.key, edits{}} }

// Apply implements [loci.Applier].
func (s *Store) Apply(ctx context.Context, c loci.Changeset) (loci.Applied, error) {
	if err := c.Validate(); err != nil {
		return loci.Applied{}, err
	}
	var applied loci.Applied
	err := s.write(ctx, func(db *conn) (err error) {
		t := s.tx(db)
		if c.Key != "" {
			if applied.Replayed, err = t.replayed(c); err != nil || applied.Replayed {
				return err
			}
		}
		return t.apply(c)
	})
	if err != nil {
		return loci.Applied{}, err
	}
	return applied, nil
}

// replayed claims the changeset's key and reports whether that was done before.
func (t tx) replayed(c loci.Changeset) (bool, error) {
	err := t.exec("INSERT INTO applied (key, at) VALUES (?, ?) ON CONFLICT DO NOTHING", c.Key, stamp(c.At))
	return t.Changes() == 0, err
}

func (t tx) apply(c loci.Changeset) error {
	if c.Analyser != 0 {
		if err := t.exec("INSERT INTO meta (name, value) VALUES ('analyser', ?) ON CONFLICT DO NOTHING", c.Analyser); err != nil {
			return err
		}
	}
	if err := t.documents(c); err != nil {
		return err
	}
	if err := t.appendHistory(c); err != nil {
		return err
	}
	for _, ts := range c.Tombstones {
		if err := t.writeTombstone(ts); err != nil {
			return err
		}
	}
	for _, r := range c.Reviews {
		if err := t.writeReview(r); err != nil {
			return err
		}
	}
	for _, v := range c.Vectors {
		if err := t.writeVector(v); err != nil {
			return err
		}
	}
	for _, b := range c.Bill {
		if err := t.writeBill(b); err != nil {
			return err
		}
	}
	return nil
}

// documents writes what stands in the index.
func (t tx) documents(c loci.Changeset) error {
	for _, id := range c.Erase {
		if err := t.erase(id); err != nil {
			return err
		}
	}
	for _, w := range c.Turns {
		if err := t.writeTurn(w); err != nil {
			return err
		}
	}
	for i, w := range c.Memories {
		if err := t.writeMemory(w); err != nil {
			return err
		}
		if i%maxEdits == maxEdits-1 {
			if err := t.flush(); err != nil {
				return err
			}
		}
	}
	return t.flush()
}

func (t tx) erase(id loci.ID) error {
	if err := t.eraseMemory(id); err != nil {
		return err
	}
	if err := t.blankHistory(id); err != nil {
		return err
	}
	return t.exec("DELETE FROM reviews WHERE memory = ?1 OR (other <> '' AND other = ?1)", string(id))
}
