package storetest

import (
	"sync"
	"testing"

	"github.com/locimem/loci"
)

// everything returns a changeset that uses every part, on a store prepared by
// furnish.
func everything() loci.Changeset {
	c := changeset(
		withDigest(insertion(memory(10, withText("likes green tea"))), "digest2"),
		update(next(memory(1), withStatus(loci.Superseded))),
	)
	c.Erase = []loci.ID{id(2)}
	c.Turns = []loci.TurnWrite{
		turnInsertion(turn(2)),
		{Turn: turn(1, func(t *loci.Turn) { t.Text, t.Blank = "", true }), Replace: true},
	}
	c.History = append(c.History, loci.HistoryEntry{Scope: home, Memory: id(2), Op: loci.HistoryForget, At: at(20)})
	c.Tombstones = []loci.Tombstone{{Scope: home, MAC: "mac1", Turn: "t1", At: at(20)}}
	c.Reviews = []loci.Review{
		{ID: "r1", Scope: home, Kind: loci.ReviewForget, Memory: id(1), Created: at(1), Done: at(20)},
		{ID: "r3", Scope: other, Kind: loci.ReviewForget, Memory: id(10), Created: at(20)},
	}
	return c
}

// furnish writes a memory, a turn and a review of each sort that everything
// changes.
func (p probe) furnish() {
	p.t.Helper()
	c := changeset(withDigest(insertion(memory(1)), "digest1"), insertion(memory(2)), insertion(memory(3, withSlot("job"))))
	c.Turns = []loci.TurnWrite{turnInsertion(turn(1))}
	c.Reviews = []loci.Review{
		{ID: "r1", Scope: home, Kind: loci.ReviewForget, Memory: id(1), Created: at(1)},
		{ID: "r2", Scope: home, Kind: loci.ReviewDuplicate, Memory: id(3), Other: id(2), Created: at(2)},
	}
	p.apply(c)
}

func testAtomic(t *testing.T, h Harness) {
	for _, tc := range []struct {
		name string
		code loci.Code
		fail func(*loci.Changeset)
	}{
		{"a turn exists", loci.Conflict, func(c *loci.Changeset) {
			c.Turns = append(c.Turns, turnInsertion(turn(1)))
		}},
		{"a replaced turn does not exist", loci.Conflict, func(c *loci.Changeset) {
			c.Turns = append(c.Turns, loci.TurnWrite{Turn: turn(9), Replace: true})
		}},
		{"the last memory's version is stale", loci.Conflict, func(c *loci.Changeset) {
			stale := update(next(memory(3, withSlot("job"))))
			stale.Memory.Version, stale.Expect = 6, 5
			c.Memories = append(c.Memories, stale)
		}},
		{"the last memory's slot is taken", loci.Conflict, func(c *loci.Changeset) {
			c.Memories = append(c.Memories, insertion(memory(11, withSlot("job"))))
		}},
		{"the last memory is malformed", loci.Invalid, func(c *loci.Changeset) {
			c.Memories = append(c.Memories, insertion(memory(11, withText(""))))
		}},
		{"the last history row is malformed", loci.Invalid, func(c *loci.Changeset) {
			c.History = append(c.History, loci.HistoryEntry{Scope: home})
		}},
		{"the last tombstone is malformed", loci.Invalid, func(c *loci.Changeset) {
			c.Tombstones = append(c.Tombstones, loci.Tombstone{Scope: home})
		}},
		{"the last review is malformed", loci.Invalid, func(c *loci.Changeset) {
			c.Reviews = append(c.Reviews, loci.Review{ID: "r9"})
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := open(t, h)
			p.furnish()
			c := everything()
			c.Key = "once"
			tc.fail(&c)
			p.refused(tc.code, c)
			p.clean()

			whole := everything()
			whole.Key = "once"
			if got := p.apply(whole); got.Replayed {
				t.Error("a changeset that failed has used up its key")
			}
			p.clean()
		})
	}
	t.Run("the whole of it happens", func(t *testing.T) {
		p := open(t, h)
		p.furnish()
		p.apply(everything())
		p.same("memories", []loci.ID{id(1), id(3), id(10)}, ids(p.memories(loci.MemoryQuery{AllScopes: true})))
		v := p.look()
		p.same("counts", map[string]int{
			"{local me  } active": 2, "{local me  } superseded": 1, "{local me  } turns": 2,
		}, v.Counts)
		p.same("verify", loci.VerifyReport{Memories: 3, Turns: 2, History: 6, Postings: 3 + 3 + 3 + 3}, v.Verify)
		p.same("reviews", []loci.Review{everything().Reviews[1]}, v.Reviews)
		p.same("tombstones", everything().Tombstones, v.Tombstones)
		p.same("scopes", []loci.Scope{home, other}, v.Scopes)
	})
}

func testIdempotent(t *testing.T, h Harness) {
	keyed := func(key string, n int) loci.Changeset {
		c := changeset(insertion(memory(n)))
		c.Key = key
		return c
	}
	t.Run("a key is applied once", func(t *testing.T) {
		p := open(t, h)
		if p.apply(keyed("k", 1)).Replayed {
			t.Error("the first is answered as a replay")
		}
		before := p.look()
		for range 2 {
			if !p.apply(keyed("k", 1)).Replayed {
				t.Error("the same again is not answered as a replay")
			}
		}
		if !p.apply(keyed("k", 2)).Replayed {
			t.Error("another changeset with the key is not answered as a replay")
		}
		p.same("the store after replays", before, p.look())
		if p.apply(keyed("K", 2)).Replayed {
			t.Error("a key that differs in case is another key")
		}
	})
	t.Run("no key is no key", func(t *testing.T) {
		p := open(t, h)
		for n := range 3 {
			if p.apply(keyed("", n)).Replayed {
				t.Error("a changeset without a key is answered as a replay")
			}
		}
	})
	t.Run("of two at once one is applied", func(t *testing.T) {
		p := open(t, h)
		const writers = 6
		replayed := make([]bool, writers)
		var wg sync.WaitGroup
		for i := range writers {
			wg.Go(func() {
				got, err := p.Apply(p.ctx, keyed("k", i+1))
				if err != nil {
					t.Error(err)
				}
				replayed[i] = got.Replayed
			})
		}
		wg.Wait()
		applied := 0
		for _, r := range replayed {
			if !r {
				applied++
			}
		}
		if stored := len(p.memories(loci.MemoryQuery{AllScopes: true})); applied != 1 || stored != 1 {
			t.Errorf("%d applied, %d stored, want 1 and 1", applied, stored)
		}
	})
	t.Run("a key outlives the process", func(t *testing.T) {
		if h.Reopen == nil {
			t.Skip("this store cannot be reopened")
		}
		p := open(t, h)
		p.apply(keyed("k", 1))
		p = probeOf(t, h.Reopen(t, p.Store))
		if !p.apply(keyed("k", 2)).Replayed {
			t.Error("the key is forgotten")
		}
	})
}
