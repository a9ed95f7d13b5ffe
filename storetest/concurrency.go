package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/locimem/loci"
)

// together runs f in n goroutines at once and returns how many got no error.
// Any error but a Conflict fails the test.
func together(t *testing.T, n int, f func(i int) error) int {
	t.Helper()
	var (
		wg  sync.WaitGroup
		mu  sync.Mutex
		won int
	)
	ready := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-ready
			switch err := f(i); {
			case err == nil:
				mu.Lock()
				won++
				mu.Unlock()
			case !errors.Is(err, loci.Conflict):
				t.Errorf("writer %d: %v", i, err)
			}
		})
	}
	close(ready)
	wg.Wait()
	return won
}

func testConcurrency(t *testing.T, h Harness) {
	for name, writers := range map[string]int{
		"10 writers (srv#1819)":                     10,
		"7 writers (lean-ctx#326)":                  7,
		"2 writers with one note (openclaw#117741)": 2,
	} {
		t.Run(name, func(t *testing.T) { testWriters(t, h, writers) })
	}
	for name, write := range map[string]func(n int) loci.MemoryWrite{
		"slot":   func(n int) loci.MemoryWrite { return insertion(memory(n, withSlot("home_city"))) },
		"key":    func(n int) loci.MemoryWrite { return insertion(memory(n, withKey("k"))) },
		"digest": func(n int) loci.MemoryWrite { return withDigest(insertion(memory(n)), "digest1") },
		"id": func(n int) loci.MemoryWrite {
			return insertion(memory(1, withText(fmt.Sprintf("likes tea number%d", n))))
		},
		"version": func(n int) loci.MemoryWrite {
			return update(next(memory(100), withText(fmt.Sprintf("likes tea number%d", n))))
		},
	} {
		t.Run("one wins the "+name, func(t *testing.T) {
			p := open(t, h)
			p.insert(memory(100, withStatus(loci.Superseded)))
			won := together(t, 8, func(i int) error {
				_, err := p.Apply(p.ctx, changeset(write(i+1)))
				return err
			})
			p.same("winners", 1, won)
			p.same("history", 2, len(p.history(loci.HistoryQuery{Scopes: []loci.Scope{home}})))
			p.clean()
		})
	}
	t.Run("no update is lost", func(t *testing.T) { testCounter(t, h) })
	t.Run("a reader sees whole changesets", func(t *testing.T) { testReaders(t, h) })
}

// testWriters writes different memories at the same time: all are there, with
// their postings and history.
func testWriters(t *testing.T, h Harness, writers int) {
	p := open(t, h)
	const each = 5
	won := together(t, writers, func(i int) error {
		for n := range each {
			c := changeset(insertion(memory(i*each + n)))
			c.Turns = []loci.TurnWrite{turnInsertion(turn(i*each + n))}
			if _, err := p.Apply(p.ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
	p.same("writers", writers, won)
	r := p.verify()
	p.same("verify", loci.VerifyReport{
		Memories: writers * each, Turns: writers * each, History: writers * each, Postings: writers * each * 6,
	}, r)
	c := p.corpus(home, loci.DocMemory, []string{"tea"})
	p.same("index", [2]int{writers * each, writers * each}, [2]int{c.Docs, len(c.Postings)})
}

// testCounter raises one memory's evidence from many writers by
// compare-and-swap.
func testCounter(t *testing.T, h Harness) {
	p := open(t, h)
	p.insert(memory(1))
	const writers, each = 4, 5
	together(t, writers, func(int) error {
		for range each {
			if err := p.raise(id(1)); err != nil {
				return err
			}
		}
		return nil
	})
	got := p.memory(id(1))
	p.same("evidence and version", [2]int64{writers*each + 1, writers*each + 1}, [2]int64{int64(got.Evidence), got.Version})
	p.same("history", writers*each+1, len(p.history(loci.HistoryQuery{Scopes: []loci.Scope{home}})))
	p.clean()
}

// raise adds evidence to a memory, again and again until nobody else was
// faster.
func (p probe) raise(id loci.ID) error {
	for {
		found, err := p.Memories(p.ctx, loci.MemoryQuery{AllScopes: true, IDs: []loci.ID{id}})
		if err != nil {
			return err
		}
		m := next(found[0], func(m *loci.Memory) { m.Evidence++ })
		if _, err := p.Apply(p.ctx, changeset(update(m))); !errors.Is(err, loci.Conflict) {
			return err
		}
	}
}

// testReaders moves a slot back and forth between two memories while others
// read: exactly one is active at any time.
func testReaders(t *testing.T, h Harness) {
	p := open(t, h)
	pair := [2]loci.Memory{
		memory(1, withSlot("home_city")), memory(2, withSlot("home_city"), withStatus(loci.Superseded)),
	}
	p.insert(pair[:]...)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for {
				got, err := p.Memories(p.ctx, loci.MemoryQuery{Scopes: []loci.Scope{home}, Statuses: []loci.Status{loci.Active}})
				if err != nil || len(got) != 1 {
					t.Errorf("got %v, %v, want one active memory", ids(got), err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for i := range 20 {
		from, to := i%2, 1-i%2
		pair[from] = next(pair[from], withStatus(loci.Superseded))
		pair[to] = next(pair[to], withStatus(loci.Active))
		if _, err := p.Apply(p.ctx, changeset(update(pair[from]), update(pair[to]))); err != nil {
			t.Errorf("swap %d: %v", i, err)
			break
		}
	}
	close(done)
	wg.Wait()
	p.clean()
}
