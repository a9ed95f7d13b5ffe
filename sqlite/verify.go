package sqlite

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

// Verify implements [loci.Custodian].
func (s *Store) Verify(ctx context.Context) (loci.VerifyReport, error) {
	var report loci.VerifyReport
	err := s.read(ctx, func(c *conn) error {
		v := verifier{c, s.key, &report}
		for _, check := range []func() error{
			v.file, v.counts, v.memories, v.postings, v.totals, v.history,
		} {
			err := check()
			switch {
			case errors.Is(err, sqlite3.INTERRUPT):
				return err
			case err != nil:
				v.problem("%v", err)
			}
		}
		return nil
	})
	if err != nil {
		return loci.VerifyReport{}, err
	}
	return report, nil
}

// maxProblems bounds what each check lists; one broken page can break
// thousands of rows.
const maxProblems = 20

type verifier struct {
	*conn
	key    []byte
	report *loci.VerifyReport
}

func (v verifier) problem(format string, args ...any) {
	v.report.Problems = append(v.report.Problems, fmt.Sprintf(format, args...))
}

// file lets SQLite look after its own: pages, indexes (and with them the
// uniqueness of ids, digests, keys and slots) and references.
func (v verifier) file() error {
	lines, err := texts(v.query(fmt.Sprintf("PRAGMA integrity_check(%d)", maxProblems)))
	if err != nil {
		return err
	}
	for _, line := range lines {
		if line != "ok" {
			v.problem("file: %s", line)
		}
	}
	dangling, err := texts(v.query("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check"))
	for _, table := range dangling {
		v.problem("table %s refers to rows that are not there", table)
	}
	return err
}

func (v verifier) counts() error {
	r := v.query(`SELECT (SELECT count(*) FROM memories), (SELECT count(*) FROM turns),
		(SELECT count(*) FROM history)`)
	if r.next() {
		v.report.Memories, v.report.Turns, v.report.History = int(r.int()), int(r.int()), int(r.int())
	}
	return r.close()
}

func (v verifier) memories() error {
	r := v.query("SELECT " + memoryColumns + fromMemories)
	for found := 0; found < maxProblems && r.next(); {
		m, err := r.memory()
		if err = errors.Join(err, m.Validate()); err != nil {
			v.problem("memory %s: %v", m.ID, err)
			found++
		}
	}
	return r.close()
}

// postings compares the index with the terms beside the rows: every term has
// its posting, and there are no others. Hashes of both are summed, so that
// neither side needs to be sorted or looked up.
func (v verifier) postings() error {
	seed := maphash.MakeSeed()
	type index struct{ scope, kind int64 }
	sums := map[index]uint64{}
	for _, table := range []string{"memories", "turns"} {
		r := v.query(fmt.Sprintf("SELECT scope, doc, index_kind, index_len, index_terms FROM %s WHERE index_terms IS NOT NULL", table))
		for r.next() {
			scope, doc := r.int(), loci.Doc(r.int())
			e, err := r.index()
			r.err = err
			for _, t := range e.Terms {
				sums[index{scope, int64(e.Kind)}] += hashOf(seed, list{scope, e.Kind, t.Term}, loci.Posting{Doc: doc, TF: t.TF, Len: e.Len})
			}
		}
		if err := r.close(); err != nil {
			return err
		}
	}
	r := v.query("SELECT scope, kind, term, first, docs, size FROM postings")
	var postings []loci.Posting
	for r.next() {
		l := list{r.int(), loci.DocKind(r.int()), r.text()}
		b, _ := r.block()
		if postings, r.err = b.decode(postings[:0]); r.err != nil {
			break
		}
		for _, p := range postings {
			sums[index{l.scope, int64(l.kind)}] -= hashOf(seed, l, p)
			v.report.Postings++
		}
		if len(postings) != int(r.int()) {
			sums[index{l.scope, int64(l.kind)}]++
		}
	}
	for index, sum := range sums {
		if sum != 0 {
			v.problem("index %d of scope %d does not match its rows", index.kind, index.scope)
		}
	}
	return r.close()
}

func hashOf(seed maphash.Seed, l list, p loci.Posting) uint64 {
	type posting struct {
		list
		loci.Posting
	}
	return maphash.Comparable(seed, posting{l, p})
}

func (v verifier) totals() error {
	r := v.query(`
		WITH counted AS (
			SELECT scope, index_kind AS kind, count(*) AS docs, sum(index_len) AS len
			FROM memories WHERE index_terms IS NOT NULL GROUP BY 1, 2
			UNION ALL
			SELECT scope, index_kind, count(*), sum(index_len)
			FROM turns WHERE index_terms IS NOT NULL GROUP BY 1, 2)
		SELECT coalesce(c.scope, t.scope), coalesce(c.kind, t.kind)
		FROM counted c FULL JOIN totals t ON t.scope = c.scope AND t.kind = c.kind
		WHERE coalesce(c.docs, 0) <> coalesce(t.docs, 0) OR coalesce(c.len, 0) <> coalesce(t.len, 0)`)
	for r.next() {
		v.problem("index %[2]d of scope %[1]d has wrong totals", r.int(), r.int())
	}
	return r.close()
}

func (v verifier) history() error {
	found := 0
	_, err := v.chain(v.key, func(link link) bool {
		if link.problem != "" {
			v.problem("%s", link.problem)
			found++
		}
		return found < maxProblems
	})
	return err
}
