// Package inmem keeps memories in the process: for examples, for tests, and as
// the oracle that other stores are compared with. It is written to be plainly
// right; every query looks at every row.
package inmem

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Options configures a store.
type Options struct {
	Key []byte // of MAC and of the history chain; random if empty
}

// Store is a [loci.Store] that is gone with the process.
type Store struct {
	mu   sync.RWMutex
	key  []byte
	rows rows

	threads map[checkpoint.Thread]*thread
}

var _ loci.Store = (*Store)(nil)

// rows is everything a store holds. A stored value is never changed in place:
// transactions replace it, and reads hand out copies.
type rows struct {
	memories   map[loci.ID]memoryRow
	turns      map[turnKey]turnRow
	history    map[int64]historyRow // without gaps, from 1
	tombstones map[tombstoneKey]loci.Tombstone
	reviews    map[string]loci.Review
	bill       map[billKey]loci.StepStats
	applied    map[string]struct{} // idempotency keys
	lastDoc    loci.Doc            // of a memory; never taken back, so that no handle is given out twice
	analyser   int
}

// Open returns an empty store.
func Open(o Options) *Store {
	key := o.Key
	if len(key) == 0 {
		key = make([]byte, 32)
		rand.Read(key) // never fails
	}
	return &Store{key: key, threads: map[checkpoint.Thread]*thread{}, rows: rows{
		memories:   map[loci.ID]memoryRow{},
		turns:      map[turnKey]turnRow{},
		history:    map[int64]historyRow{},
		tombstones: map[tombstoneKey]loci.Tombstone{},
		reviews:    map[string]loci.Review{},
		bill:       map[billKey]loci.StepStats{},
		applied:    map[string]struct{}{},
	}}
}

// read locks the store for reading, unless the context is over. The caller
// unlocks it.
func (s *Store) read(ctx context.Context) (unlock func(), err error) {
	if err := over(ctx); err != nil {
		return nil, err
	}
	s.mu.RLock()
	return s.mu.RUnlock, nil
}

func over(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return loci.Errorf(loci.Unavailable, "the store was not asked: %w", err)
	}
	return nil
}

// micro is the form in which stores hold times.
func micro(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Microsecond)
}

func page[T any](all []T, offset, limit int) []T {
	all = all[min(max(offset, 0), len(all)):]
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	return all
}
