package sqlite

import (
	"context"
	"fmt"

	"github.com/locimem/loci"
)

// Audit implements [loci.Historian].
func (s *Store) Audit(ctx context.Context) (loci.AuditReport, error) {
	var report loci.AuditReport
	err := s.read(ctx, func(c *conn) error {
		forgotten, err := texts(c.query("SELECT DISTINCT memory FROM history WHERE op = ?", string(loci.HistoryForget)))
		if err != nil {
			return err
		}
		known := map[string]bool{}
		for _, id := range forgotten {
			known[id] = true
		}
		report.Rows, err = c.chain(s.key, func(l link) bool {
			if l.blank {
				report.Forgotten++
			}
			if l.blank && !known[string(l.Memory)] && l.problem == "" {
				l.problem = fmt.Sprintf("history row %d: its body is gone, and nobody forgot it", l.Seq)
			}
			if l.problem == "" {
				report.Head = l.Hash
				return true
			}
			report.Broken, report.Problems = l.first, []string{l.problem}
			return false
		})
		return err
	})
	if err != nil {
		return loci.AuditReport{}, err
	}
	return report, nil
}

// link is a row of the history as it stands in the chain.
type link struct {
	loci.HistoryEntry
	blank   bool   // it had a body once
	first   int64  // the row that is wrong: this one, or the first that is missing before it
	problem string // empty where nothing is wrong
}

// chain walks the history for as long as visit wants more, and counts its rows.
// The highest number ever given out is known apart from the rows, so that a
// cut-off end shows.
func (c *conn) chain(key []byte, visit func(link) bool) (n int, err error) {
	r := c.query("SELECT h.body_mac, " + historyColumns + fromHistory + " ORDER BY h.seq")
	var last loci.HistoryEntry
	more := true
	for more && r.next() {
		mac := r.text()
		e, body, err := r.historyBody()
		l := link{HistoryEntry: e, first: e.Seq}
		altered := loci.BodyMAC(key, body, e.Why) != mac
		l.blank = altered && body == nil && e.MayBeBlank()
		switch {
		case err != nil || altered && !l.blank:
			l.problem = fmt.Sprintf("history row %d: its body was altered", e.Seq)
		case e.Seq != last.Seq+1:
			l.first, l.problem = last.Seq+1, missing(last.Seq+1, e.Seq-1)
		case loci.ChainHash(key, last.Hash, e, mac) != e.Hash:
			l.problem = fmt.Sprintf("history row %d: it or the row before it was altered", e.Seq)
		}
		n++
		more, last = visit(l), e
	}
	if err := r.close(); err != nil || !more {
		return n, err
	}
	highest, _, err := c.one("SELECT seq FROM sqlite_sequence WHERE name = 'history'")
	if err == nil && highest > last.Seq {
		visit(link{first: last.Seq + 1, problem: missing(last.Seq+1, highest)})
	}
	return n, err
}

func missing(from, to int64) string {
	return fmt.Sprintf("history rows %d to %d are missing", from, to)
}
