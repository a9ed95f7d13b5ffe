package inmem

import "github.com/locimem/loci"

// AlterHistory changes a history row behind the store's back.
func (s *Store) AlterHistory(seq int64, change func(*loci.HistoryEntry)) {
	row := s.rows.history[seq]
	if row.entry.After != nil {
		after := row.entry.After.Clone()
		row.entry.After = &after
	}
	change(&row.entry)
	s.rows.history[seq] = row
}

// DropHistory loses a history row.
func (s *Store) DropHistory(seq int64) { delete(s.rows.history, seq) }

// AlterMemories changes every memory behind the store's back.
func (s *Store) AlterMemories(change func(*loci.Memory)) {
	for id, row := range s.rows.memories {
		change(&row.memory)
		s.rows.memories[id] = row
	}
}
