package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/locimem/loci"
)

// Reindexing holds the lock for a batch at a time, and lets it go for long enough
// that a process which waits for it, and looks every few milliseconds, gets it.
const (
	reindexBatch = 500
	reindexPause = 10 * time.Millisecond
)

// Reindex implements [loci.Custodian]. After each batch the postings are those
// of the terms beside the rows, whichever analyser made these.
func (s *Store) Reindex(
	ctx context.Context, analyser int,
	memory func(loci.Memory) loci.IndexEntry, turn func(loci.Turn) loci.IndexEntry,
) error {
	sound, err := s.indexFits(ctx)
	if err != nil {
		return err
	}
	if !sound {
		return s.write(ctx, func(c *conn) error {
			t := s.tx(c)
			if err := t.renewAll(memory, turn); err != nil {
				return err
			}
			if err := t.rebuild(); err != nil {
				return err
			}
			return t.analysed(analyser)
		})
	}
	waiting := map[int64]bool{}
	err = s.inBatches(ctx, "SELECT doc FROM memories ORDER BY created, id", waiting, func(t tx, doc int64) error {
		return t.reindex("memories", doc, func() (document, error) { return t.renewMemory(doc, memory, waiting) })
	})
	if err != nil {
		return err
	}
	err = s.inBatches(ctx, "SELECT doc FROM turns ORDER BY doc", nil, func(t tx, doc int64) error {
		return t.reindex("turns", doc, func() (document, error) { return t.renewTurn(doc, turn) })
	})
	if err != nil {
		return err
	}
	return s.write(ctx, func(c *conn) error { return s.tx(c).analysed(analyser) })
}

// indexFits reports whether the index holds what the rows say.
func (s *Store) indexFits(ctx context.Context) (fits bool, err error) {
	err = s.read(ctx, func(c *conn) error {
		var report loci.VerifyReport
		v := verifier{c, s.key, &report}
		err := v.postings()
		if err == nil {
			err = v.totals()
		}
		if errors.Is(err, sqlite3.INTERRUPT) {
			return err
		}
		fits = err == nil && len(report.Problems) == 0
		return nil
	})
	return fits, err
}

// inBatches does something with every document of a list, each batch in a
// transaction. waiting holds those that are to come.
func (s *Store) inBatches(ctx context.Context, list string, waiting map[int64]bool, f func(tx, int64) error) error {
	var docs []int64
	err := s.read(ctx, func(c *conn) (err error) {
		docs, err = ints(c.query(list))
		return err
	})
	if err != nil {
		return err
	}
	if waiting != nil {
		for _, doc := range docs {
			waiting[doc] = true
		}
	}
	for batch := range slices.Chunk(docs, reindexBatch) {
		err := s.write(ctx, func(c *conn) error {
			t := s.tx(c)
			for _, doc := range batch {
				if err := f(t, doc); err != nil {
					return err
				}
			}
			return t.flush()
		})
		if err != nil {
			return err
		}
		time.Sleep(reindexPause)
	}
	return nil
}

// reindex renews what the index holds of a row, if the row is still there.
func (t tx) reindex(table string, doc int64, renew func() (document, error)) error {
	old, found, err := first(t.query(fmt.Sprintf("SELECT doc, scope, index_kind, index_len, index_terms FROM %s WHERE doc = ?", table), doc),
		func(r *rows) (d document, err error) {
			d.doc, d.scope = loci.Doc(r.int()), r.int()
			d.entry, err = r.index()
			return d, err
		})
	if err != nil || !found {
		return err
	}
	fresh, err := renew()
	if err != nil {
		return err
	}
	fresh.doc, fresh.scope = old.doc, old.scope
	if table == "memories" { // a vector is of the text, which is as it was
		if err := t.moveVector(fresh, len(fresh.entry.Terms) == 0); err != nil {
			return err
		}
	}
	return t.relist(old, fresh)
}

// renewAll renews the terms beside all rows, and takes the index away.
func (t tx) renewAll(memory func(loci.Memory) loci.IndexEntry, turn func(loci.Turn) loci.IndexEntry) error {
	for _, sql := range []string{
		"DELETE FROM postings", "DELETE FROM totals",
		"UPDATE memories SET digest = ''", // so that none stands in another's way
	} {
		if err := t.exec(sql); err != nil {
			return err
		}
	}
	memories, err := ints(t.query("SELECT doc FROM memories ORDER BY created, id")) // the older keeps its digest
	if err != nil {
		return err
	}
	for _, doc := range memories {
		if _, err := t.renewMemory(doc, memory, nil); err != nil {
			return err
		}
	}
	turns, err := ints(t.query("SELECT doc FROM turns"))
	if err != nil {
		return err
	}
	for _, doc := range turns {
		if _, err := t.renewTurn(doc, turn); err != nil {
			return err
		}
	}
	return nil
}

// renewMemory writes the digest and the terms of a memory anew beside its row.
// Where another holds the digest, it keeps it, unless it is waiting for its own.
func (t tx) renewMemory(doc int64, entry func(loci.Memory) loci.IndexEntry, waiting map[int64]bool) (d document, err error) {
	delete(waiting, doc)
	m, found, err := first(t.query(memoryByDoc, doc), (*rows).memory)
	if err != nil || !found {
		return d, err
	}
	d.entry = entry(m)
	if err := d.entry.Validate(loci.DocMemory, loci.DocPast); err != nil {
		return d, err
	}
	write := func(digest string) error {
		return t.exec("UPDATE memories SET digest = ?, index_kind = ?, index_len = ?, index_terms = ? WHERE doc = ?",
			digest, int(d.entry.Kind), d.entry.Len, d.terms(), doc)
	}
	err = write(d.entry.Digest)
	if !errors.Is(err, sqlite3.CONSTRAINT_UNIQUE) {
		return d, err
	}
	holder, _, err := t.one(`SELECT doc FROM memories WHERE (scope, digest) = (SELECT scope, ? FROM memories WHERE doc = ?)
		AND digest <> '' AND status IN ('active', 'hypothesis', 'completed')`, d.entry.Digest, doc)
	switch {
	case err != nil:
	case !waiting[holder]: // it is older
		err = write("")
	default:
		if err = t.exec("UPDATE memories SET digest = '' WHERE doc = ?", holder); err == nil {
			err = write(d.entry.Digest)
		}
	}
	return d, err
}

func (t tx) renewTurn(doc int64, entry func(loci.Turn) loci.IndexEntry) (d document, err error) {
	turn, found, err := first(t.query(turnByDoc, doc), (*rows).turn)
	if err != nil || !found {
		return d, err
	}
	d.entry = entry(turn)
	if err := d.entry.Validate(loci.TurnDocs()...); err != nil {
		return d, err
	}
	return d, t.exec("UPDATE turns SET index_kind = ?, index_len = ?, index_terms = ? WHERE doc = ?",
		int(d.entry.Kind), d.entry.Len, d.terms(), doc)
}

// analysed records which analyser has made the index.
func (t tx) analysed(version int) error {
	return t.exec("INSERT OR REPLACE INTO meta (name, value) VALUES ('analyser', ?)", version)
}

// rebuild writes the postings and totals anew from the terms beside the rows.
// It sorts a bounded number of rows at a time: sorted insertion is several
// times faster, and everything sorted is in memory.
func (t tx) rebuild() error {
	const chunk = 10_000
	for _, table := range []string{"memories", "turns"} {
		for from := int64(0); ; {
			last, _, err := t.one(fmt.Sprintf("SELECT coalesce(max(doc), 0) FROM (SELECT doc FROM %s WHERE doc > ? ORDER BY doc LIMIT ?)", table), from, chunk)
			if err != nil {
				return err
			}
			if last == 0 {
				break
			}
			if err := t.rebuildPostings(table, from, last); err != nil {
				return err
			}
			from = last
		}
		if err := t.exec(fmt.Sprintf(`INSERT INTO totals (scope, kind, docs, len)
			SELECT scope, index_kind, count(*), sum(index_len) FROM %s
			WHERE index_terms IS NOT NULL GROUP BY scope, index_kind`, table)); err != nil {
			return err
		}
	}
	return cmp.Or(
		t.exec("DELETE FROM vectors WHERE doc IN (SELECT doc FROM memories WHERE index_terms IS NULL)"),
		t.exec("UPDATE vectors SET kind = (SELECT index_kind FROM memories m WHERE m.doc = vectors.doc)"))
}

// rebuildPostings writes those of the rows after from up to last.
func (t tx) rebuildPostings(table string, from, last int64) error {
	r := t.query(fmt.Sprintf(`SELECT scope, index_kind, j.key, doc, j.value, index_len FROM %s, json_each(index_terms) j
		WHERE doc > ? AND doc <= ? ORDER BY 1, 2, 3, 4`, table), from, last)
	var current list
	var postings []loci.Posting
	for r.next() {
		l := list{r.int(), loci.DocKind(r.int()), r.text()}
		if l != current {
			r.err = t.post(current, postings)
			current, postings = l, postings[:0]
		}
		postings = append(postings, loci.Posting{Doc: loci.Doc(r.int()), TF: int(r.int()), Len: int(r.int())})
	}
	return cmp.Or(r.close(), t.post(current, postings))
}

func ints(r *rows) ([]int64, error) {
	var out []int64
	for r.next() {
		out = append(out, r.int())
	}
	return out, r.close()
}
