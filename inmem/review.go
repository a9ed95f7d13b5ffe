package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/locimem/loci"
)

type tombstoneKey struct {
	scope loci.Scope
	mac   string
	turn  loci.TurnID
}

func (t *tx) writeTombstone(ts loci.Tombstone) {
	key := tombstoneKey{ts.Scope, ts.MAC, ts.Turn}
	ts.At = micro(ts.At)
	if before, found := t.tombstones[key]; found && !before.At.Before(ts.At) {
		return
	}
	put(t, t.tombstones, key, ts)
}

func (t *tx) writeReview(r loci.Review) {
	r.Created, r.Done = micro(r.Created), micro(r.Done)
	put(t, t.reviews, r.ID, r)
}

// Tombstones implements [loci.Loader].
func (s *Store) Tombstones(ctx context.Context, scope loci.Scope, macs []string) ([]loci.Tombstone, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []loci.Tombstone
	for _, ts := range s.rows.tombstones {
		if ts.Scope == scope && slices.Contains(macs, ts.MAC) {
			out = append(out, ts)
		}
	}
	return out, nil
}

// Reviews implements [loci.Loader].
func (s *Store) Reviews(ctx context.Context, q loci.ReviewQuery) ([]loci.Review, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	out := slices.Collect(maps.Values(s.rows.reviews))
	out = slices.DeleteFunc(out, func(r loci.Review) bool {
		return r.Done.IsZero() == q.Done || !slices.Contains(q.Scopes, r.Scope)
	})
	slices.SortFunc(out, func(a, b loci.Review) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// Scopes implements [loci.Loader].
func (s *Store) Scopes(ctx context.Context) ([]loci.Scope, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	have := map[loci.Scope]bool{}
	for _, row := range s.rows.memories {
		have[row.memory.Scope] = true
	}
	for key := range s.rows.turns {
		have[key.scope] = true
	}
	for _, row := range s.rows.history {
		have[row.entry.Scope] = true
	}
	for key := range s.rows.tombstones {
		have[key.scope] = true
	}
	for _, r := range s.rows.reviews {
		have[r.Scope] = true
	}
	return slices.SortedFunc(maps.Keys(have), func(a, b loci.Scope) int {
		return cmp.Or(cmp.Compare(a.Org, b.Org), cmp.Compare(a.User, b.User),
			cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Project, b.Project))
	}), nil
}

// Counts implements [loci.Loader].
func (s *Store) Counts(ctx context.Context, scopes []loci.Scope) (loci.Counts, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return loci.Counts{}, err
	}
	defer unlock()
	out := loci.Counts{Memories: map[loci.Status]int{}}
	for _, row := range s.rows.memories {
		if slices.Contains(scopes, row.memory.Scope) {
			out.Memories[row.memory.Status]++
		}
	}
	for key, t := range s.rows.turns {
		if slices.Contains(scopes, key.scope) {
			out.Turns++
			if t.turn.Waits && !t.turn.Blank {
				out.Waiting++
			}
		}
	}
	return out, nil
}
