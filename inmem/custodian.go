package inmem

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/locimem/loci"
)

// MAC implements [loci.Custodian].
func (s *Store) MAC(data []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(data)
	return h.Sum(nil)
}

// Scrub implements [loci.Custodian]. Nothing was written anywhere, so nothing
// is left.
func (s *Store) Scrub(ctx context.Context) (loci.ScrubReport, error) {
	return loci.ScrubReport{}, over(ctx)
}

// Verify implements [loci.Custodian].
func (s *Store) Verify(ctx context.Context) (loci.VerifyReport, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return loci.VerifyReport{}, err
	}
	defer unlock()
	r := loci.VerifyReport{
		Memories: len(s.rows.memories),
		Turns:    len(s.rows.turns),
		History:  len(s.rows.history),
	}
	for _, d := range s.documents() {
		r.Postings += len(d.index.Terms)
	}
	r.Problems = append(s.verifyMemories(), s.verifyHistory()...)
	return r, nil
}

func (s *Store) verifyMemories() []string {
	var problems []string
	byID := slices.SortedFunc(maps.Values(s.rows.memories), func(a, b memoryRow) int {
		return cmp.Compare(a.memory.ID, b.memory.ID)
	})
	for i := range byID {
		row := &byID[i]
		m := &row.memory
		if err := m.Validate(); err != nil {
			problems = append(problems, fmt.Sprintf("memory %s: %v", m.ID, err))
		}
		for j := range byID[:i] {
			other := &byID[j]
			if what := clash(row, other); what != "" {
				problems = append(problems, fmt.Sprintf("memories %s and %s have the same %s", other.memory.ID, m.ID, what))
			}
		}
	}
	return problems
}

func (s *Store) verifyHistory() []string {
	var problems []string
	for seq := int64(1); seq <= int64(len(s.rows.history)); seq++ {
		if p := s.broken(seq); p != "" {
			problems = append(problems, p)
		}
	}
	return problems
}

// Reindex implements [loci.Custodian].
func (s *Store) Reindex(
	ctx context.Context, analyser int,
	memory func(loci.Memory) loci.IndexEntry, turn func(loci.Turn) loci.IndexEntry,
) error {
	if err := over(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	memories, err := s.reindexMemories(ctx, memory)
	if err != nil {
		return err
	}
	turns := maps.Clone(s.rows.turns)
	for key, row := range turns {
		row.index = cloneIndex(turn(row.turn))
		if err := cmp.Or(over(ctx), row.index.Validate(loci.TurnDocs()...)); err != nil {
			return err
		}
		turns[key] = row
	}
	s.rows.memories, s.rows.turns, s.rows.analyser = memories, turns, analyser
	return nil
}

func (s *Store) reindexMemories(
	ctx context.Context, entry func(loci.Memory) loci.IndexEntry,
) (map[loci.ID]memoryRow, error) {
	older := order(loci.OldestFirst)
	oldestFirst := slices.SortedFunc(maps.Values(s.rows.memories), func(a, b memoryRow) int {
		return older(a.memory, b.memory)
	})
	type digest struct {
		scope loci.Scope
		value string
	}
	taken := map[digest]bool{}
	out := make(map[loci.ID]memoryRow, len(oldestFirst))
	for _, row := range oldestFirst {
		m := row.memory
		row.index = cloneIndex(entry(m.Clone()))
		if len(row.index.Terms) == 0 {
			row.embedding = embedding{}
		}
		if err := cmp.Or(over(ctx), row.index.Validate(loci.DocMemory, loci.DocPast)); err != nil {
			return nil, err
		}
		if live(&m) {
			d := digest{m.Scope, row.index.Digest}
			if taken[d] {
				row.index.Digest = ""
			}
			taken[d] = true
		}
		out[m.ID] = row
	}
	return out, nil
}

// Backup implements [loci.Custodian]: a copy that nothing could open would be
// no backup.
func (s *Store) Backup(context.Context, string) error {
	return loci.Errorf(loci.Invalid, "a store in memory makes no backups").WithHint("export it instead")
}

// Close implements [loci.Custodian]; there is nothing to release.
func (s *Store) Close() error { return nil }
