package inmem

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/locimem/loci"
)

type historyRow struct {
	entry   loci.HistoryEntry
	bodyMAC string // of After as it was written
}

func (t *tx) appendHistory(e loci.HistoryEntry) error {
	last := int64(len(t.history))
	e.Seq, e.At = last+1, micro(e.At)
	if e.After != nil {
		after := stamped(*e.After)
		e.After = &after
	}
	mac, err := bodyMAC(t.key, e)
	if err != nil {
		return err
	}
	e.Hash = loci.ChainHash(t.key, t.history[last].entry.Hash, e, mac)
	put(t, t.history, e.Seq, historyRow{e, mac})
	return nil
}

func (t *tx) blankHistory(id loci.ID) {
	for seq, row := range t.history {
		if row.entry.Memory == id && row.entry.After != nil {
			row.entry.After = nil
			if !row.entry.Op.KeepsWhy() {
				row.entry.Why = ""
			}
			put(t, t.history, seq, row)
		}
	}
}

func bodyMAC(key []byte, e loci.HistoryEntry) (string, error) {
	body, err := json.Marshal(e.After)
	if err != nil {
		return "", loci.Errorf(loci.Internal, "history body: %w", err)
	}
	return loci.BodyMAC(key, body, e.Why), nil
}

// History implements [loci.Historian].
func (s *Store) History(ctx context.Context, q loci.HistoryQuery) ([]loci.HistoryEntry, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []loci.HistoryEntry
	for seq := int64(1); seq <= int64(len(s.rows.history)); seq++ {
		e := s.rows.history[seq].entry
		if slices.Contains(q.Scopes, e.Scope) && is(q.Memory, e.Memory) && is(q.Change, e.Change) {
			if e.After != nil {
				after := e.After.Clone()
				e.After = &after
			}
			out = append(out, e)
		}
	}
	if q.Newest {
		slices.Reverse(out)
	}
	return page(out, 0, q.Limit), nil
}
