package sqlite

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

// MAC implements [loci.Custodian].
func (s *Store) MAC(data []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(data)
	return h.Sum(nil)
}

// scrubPatience is how long Scrub waits at most for readers to finish.
const scrubPatience = 5 * time.Second

// Scrub implements [loci.Custodian]. Deleted cells and pages are overwritten
// when they are deleted (secure_delete); what is left is the WAL, which only a
// checkpoint that no reader stands in the way of can empty.
func (s *Store) Scrub(ctx context.Context) (loci.ScrubReport, error) {
	var report loci.ScrubReport
	err := s.writer.use(ctx, func(c *conn) error {
		// Short attempts, because a waiting checkpoint locks writers out.
		c.BusyTimeout(50 * time.Millisecond)
		defer c.BusyTimeout(s.busy)
		for deadline := time.Now().Add(min(scrubPatience, s.busy)); ; {
			busy, _, err := c.one("PRAGMA wal_checkpoint(TRUNCATE)")
			report.Pending = busy != 0
			if err != nil || !report.Pending || time.Now().After(deadline) {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	if err != nil {
		return loci.ScrubReport{}, s.fault(ctx, err)
	}
	if report.Pending {
		report.Holders = s.walHolders()
	}
	for version := range int64(len(migrations)) {
		if old := migrationBackup(s.path, version); exists(old) {
			report.Pending = true
			report.Holders = append(report.Holders, "the backup "+old)
		}
	}
	return report, nil
}

// walHolders names who may be reading an old state of the file.
func (s *Store) walHolders() []string {
	holders := openedBy(s.path)
	if len(s.readers.slots) > 0 {
		holders = append(holders, "a read in this process")
	}
	if len(holders) == 0 {
		holders = []string{"a reader of " + s.path}
	}
	return holders
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Backup implements [loci.Custodian]. The copy carries no erased bytes: it is
// written row by row.
func (s *Store) Backup(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return loci.Errorf(loci.Invalid, "%w", err)
	}
	err = s.readers.use(ctx, func(c *conn) error { // writers go on meanwhile
		if err := c.exec("PRAGMA query_only = OFF"); err != nil { // which counts the copy as a write
			return err
		}
		err := s.backup(c, path)
		c.SetInterrupt(context.Background())
		return errors.Join(err, c.exec("PRAGMA query_only = ON"))
	})
	return s.fault(ctx, err)
}

// backup writes under another name first, so that what is at path is complete.
// It looks for a file there when the copy is done: of processes that migrate
// at the same time only the first keeps its copy, which no later step is in.
// The copy of an encrypted file is encrypted with the same secret.
func (s *Store) backup(c *conn, path string) error {
	if exists(path) {
		return overwriting(path)
	}
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part*") // mode 0600
	if err != nil {
		var system *fs.PathError // its name is not the one that was given
		if errors.As(err, &system) {
			err = system.Err
		}
		return loci.Errorf(loci.Unavailable, "cannot write %s: %w", path, err).WithHint("name a file in a folder that is there and that you may write to")
	}
	defer os.Remove(part.Name())
	if err := part.Close(); err != nil {
		return err
	}
	if err := copyInto(c, part.Name(), s.envelope); err != nil {
		return err
	}
	if exists(path) {
		return overwriting(path)
	}
	if err := os.Rename(part.Name(), path); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot name the backup: %w", err)
	}
	return flushDir(path)
}

// copyInto copies a database row by row into an empty file, and brings that to
// the disk. With an envelope the copy is encrypted.
func copyInto(c *conn, path string, e *envelope) error {
	to := privateFiles()
	if e != nil {
		first, pageKey, err := e.seal()
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, first, 0o600); err != nil {
			return loci.Errorf(loci.Unavailable, "cannot write the copy: %w", err)
		}
		to = sealedFiles(pageKey)
		defer to.close()
	}
	if err := c.exec("VACUUM INTO ?", to.uri(path)); err != nil {
		return err
	}
	return flush(path)
}

func overwriting(path string) error {
	return loci.Errorf(loci.Conflict, "%s exists", path).WithHint("choose a new name; backups overwrite nothing")
}

// Reindex implements [loci.Custodian].
func (s *Store) Reindex(
	ctx context.Context, analyser int,
	memory func(loci.Memory) loci.IndexEntry, turn func(loci.Turn) loci.IndexEntry,
) error {
	return s.write(ctx, func(c *conn) error {
		for _, sql := range []string{
			"DELETE FROM postings", "DELETE FROM totals",
			"UPDATE memories SET digest = ''", // so that none stands in another's way
		} {
			if err := c.exec(sql); err != nil {
				return err
			}
		}
		t := s.tx(c)
		if err := t.reindexMemories(memory); err != nil {
			return err
		}
		if err := t.reindexTurns(turn); err != nil {
			return err
		}
		if err := t.rebuild(); err != nil {
			return err
		}
		return t.exec("INSERT OR REPLACE INTO meta (name, value) VALUES ('analyser', ?)", analyser)
	})
}

func (t tx) reindexMemories(entry func(loci.Memory) loci.IndexEntry) error {
	docs, err := ints(t.query("SELECT doc FROM memories ORDER BY created, id")) // the older keeps its digest
	if err != nil {
		return err
	}
	for _, doc := range docs {
		m, _, err := first(t.query(memoryByDoc, doc), (*rows).memory)
		if err != nil {
			return err
		}
		d := document{entry: entry(m)}
		if err := d.entry.Validate(loci.DocMemory, loci.DocPast); err != nil {
			return err
		}
		const update = "UPDATE memories SET digest = ?, index_kind = ?, index_len = ?, index_terms = ? WHERE doc = ?"
		err = t.exec(update, d.entry.Digest, int(d.entry.Kind), d.entry.Len, d.terms(), doc)
		if errors.Is(err, sqlite3.CONSTRAINT_UNIQUE) { // an older one has the digest
			err = t.exec(update, "", int(d.entry.Kind), d.entry.Len, d.terms(), doc)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t tx) reindexTurns(entry func(loci.Turn) loci.IndexEntry) error {
	docs, err := ints(t.query("SELECT doc FROM turns"))
	if err != nil {
		return err
	}
	for _, doc := range docs {
		turn, _, err := first(t.query(turnByDoc, doc), (*rows).turn)
		if err != nil {
			return err
		}
		d := document{entry: entry(turn)}
		if err := d.entry.Validate(loci.TurnDocs()...); err != nil {
			return err
		}
		if err := t.exec("UPDATE turns SET index_kind = ?, index_len = ?, index_terms = ? WHERE doc = ?",
			int(d.entry.Kind), d.entry.Len, d.terms(), doc); err != nil {
			return err
		}
	}
	return nil
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
