package storetest

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/locimem/loci"
)

func testCancel(t *testing.T, h Harness) {
	p := open(t, h)
	p.furnish()
	before := p.look()
	cancelled, cancel := context.WithCancel(p.ctx)
	cancel()
	expired, cancel := context.WithDeadline(p.ctx, start.Add(-24*365*10*time.Hour))
	defer cancel()
	all := []loci.Scope{home}
	for name, call := range map[string]func(context.Context) error{
		"Apply": func(ctx context.Context) error {
			c := everything()
			c.Key = "cancelled"
			_, err := p.Apply(ctx, c)
			return err
		},
		"Memories": func(ctx context.Context) error {
			_, err := p.Memories(ctx, loci.MemoryQuery{Scopes: all})
			return err
		},
		"Memories as of": func(ctx context.Context) error {
			_, err := p.Memories(ctx, loci.MemoryQuery{Scopes: all, AsOf: at(9)})
			return err
		},
		"Turns":      func(ctx context.Context) error { _, err := p.Turns(ctx, loci.TurnQuery{Scopes: all}); return err },
		"Tombstones": func(ctx context.Context) error { _, err := p.Tombstones(ctx, home, knownMACs); return err },
		"Reviews":    func(ctx context.Context) error { _, err := p.Reviews(ctx, loci.ReviewQuery{Scopes: all}); return err },
		"Scopes":     func(ctx context.Context) error { _, err := p.Scopes(ctx); return err },
		"Counts":     func(ctx context.Context) error { _, err := p.Counts(ctx, all); return err },
		"History":    func(ctx context.Context) error { _, err := p.History(ctx, loci.HistoryQuery{Scopes: all}); return err },
		"Postings": func(ctx context.Context) error {
			_, err := p.Postings(ctx, loci.PostingsQuery{Scopes: all, Kind: loci.DocMemory, Terms: knownTerms})
			return err
		},
		"MemoriesByDoc": func(ctx context.Context) error { _, err := p.MemoriesByDoc(ctx, []loci.Doc{1}); return err },
		"TurnsByDoc":    func(ctx context.Context) error { _, err := p.TurnsByDoc(ctx, []loci.Doc{1}); return err },
		"Analyser":      func(ctx context.Context) error { _, err := p.Analyser(ctx); return err },
		"Verify":        func(ctx context.Context) error { _, err := p.Verify(ctx); return err },
		"Reindex": func(ctx context.Context) error {
			return p.Reindex(ctx, 7, memoryIndex, func(loci.Turn) loci.IndexEntry { return loci.IndexEntry{} })
		},
	} {
		t.Run(name, func(t *testing.T) {
			for ctx, want := range map[context.Context]error{cancelled: context.Canceled, expired: context.DeadlineExceeded} {
				err := call(ctx)
				p.in(t).wantCode(loci.Unavailable, err)
				if !errors.Is(err, want) {
					t.Errorf("error %v does not wrap %v", err, want)
				}
			}
		})
	}
	t.Run("Backup", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "copy")
		if err := p.Backup(cancelled, path); err == nil {
			t.Error("got no error")
		}
		p.in(t).noFile(path)
	})
	p.same("the store", before, p.look())
	t.Run("in the middle", func(t *testing.T) { testCancelMidway(t, h) })
}

// testCancelMidway cancels while changesets are being written: each is there
// as a whole, or not at all and answered with an error.
func testCancelMidway(t *testing.T, h Harness) {
	p := open(t, h)
	const size = 20
	want := 0
	for i := range 20 {
		var ms []loci.MemoryWrite
		for n := range size {
			ms = append(ms, insertion(memory(i*size+n)))
		}
		ctx, cancel := context.WithCancel(p.ctx)
		var wg sync.WaitGroup
		wg.Go(func() {
			time.Sleep(time.Duration(i) * 20 * time.Microsecond)
			cancel()
		})
		if _, err := p.Apply(ctx, changeset(ms...)); err == nil {
			want += size
		} else {
			p.wantCode(loci.Unavailable, err)
		}
		wg.Wait()
		if got := len(p.memories(loci.MemoryQuery{Scopes: []loci.Scope{home}})); got != want {
			t.Fatalf("after changeset %d: %d memories, want %d", i, got, want)
		}
	}
	p.clean()
}
