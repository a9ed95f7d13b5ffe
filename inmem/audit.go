package inmem

import (
	"context"
	"fmt"

	"github.com/locimem/loci"
)

// Audit implements [loci.Historian].
func (s *Store) Audit(ctx context.Context) (loci.AuditReport, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return loci.AuditReport{}, err
	}
	defer unlock()
	report := loci.AuditReport{Rows: len(s.rows.history)}
	forgotten := map[loci.ID]bool{}
	for _, row := range s.rows.history {
		forgotten[row.entry.Memory] = forgotten[row.entry.Memory] || row.entry.Op == loci.HistoryForget
	}
	for seq := int64(1); seq <= int64(len(s.rows.history)); seq++ {
		row := s.rows.history[seq]
		problem := s.broken(seq)
		if s.blanked(row) {
			report.Forgotten++
			if problem == "" && !forgotten[row.entry.Memory] {
				problem = fmt.Sprintf("history row %d: its body is gone, and nobody forgot it", seq)
			}
		}
		if problem != "" {
			report.Broken, report.Problems = seq, []string{problem}
			break
		}
		report.Head = row.entry.Hash
	}
	return report, nil
}

// blanked reports whether a row had a body or a reason once.
func (s *Store) blanked(row historyRow) bool {
	e := row.entry
	mac, err := bodyMAC(s.key, e)
	return err == nil && mac != row.bodyMAC && e.MayBeBlank()
}

// broken says what is wrong with a row of the chain, empty if nothing is.
func (s *Store) broken(seq int64) string {
	row := s.rows.history[seq]
	if mac, err := bodyMAC(s.key, row.entry); err != nil || mac != row.bodyMAC && !s.blanked(row) {
		return fmt.Sprintf("history row %d: its body was altered", seq)
	}
	if loci.ChainHash(s.key, s.rows.history[seq-1].entry.Hash, row.entry, row.bodyMAC) != row.entry.Hash {
		return fmt.Sprintf("history row %d: it or the row before it was altered", seq)
	}
	return ""
}
