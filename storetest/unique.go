package storetest

import (
	"slices"
	"testing"

	"github.com/locimem/loci"
)

// testUnique tries every pair of statuses: what the first memory leaves free
// the second must be able to take.
func testUnique(t *testing.T, h Harness) {
	live := []loci.Status{loci.Active, loci.Hypothesis, loci.Completed}
	for _, tc := range []struct {
		name   string
		takes  []loci.Status // the statuses in which a memory keeps others out
		change func(*loci.Memory)
		digest string
	}{
		{"slot", []loci.Status{loci.Active}, withSlot("home_city"), ""},
		{"digest", live, func(*loci.Memory) {}, "digest1"},
		{"key", live, withKey("k"), ""},
		{"slot without an attribute", nil, withSlot(""), ""},
		{"empty digest and key", nil, func(*loci.Memory) {}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := open(t, h)
			for i, first := range loci.Statuses() {
				for j, second := range loci.Statuses() {
					pair := inScope(loci.Scope{Org: "pair", User: string(first), Project: string(second)})
					n := 2 * (i*len(loci.Statuses()) + j)
					p.write(withDigest(insertion(memory(n, tc.change, pair, withStatus(first))), tc.digest))
					w := withDigest(insertion(memory(n+1, tc.change, pair, withStatus(second))), tc.digest)
					_, err := p.Apply(p.ctx, changeset(w))
					want := 2
					if slices.Contains(tc.takes, first) && slices.Contains(tc.takes, second) {
						p.wantCode(loci.Conflict, err)
						want = 1
					} else if err != nil {
						t.Errorf("%s after %s: %v", second, first, err)
					}
					if got := p.memories(loci.MemoryQuery{Scopes: []loci.Scope{w.Memory.Scope}}); len(got) != want {
						t.Errorf("%s after %s: %d memories, want %d", second, first, len(got), want)
					}
				}
			}
			p.clean()
		})
	}

	for name, change := range map[string]func(*loci.MemoryWrite){
		"another scope":     func(w *loci.MemoryWrite) { w.Memory.Scope = other },
		"another project":   func(w *loci.MemoryWrite) { w.Memory.Scope.Project = "p" },
		"another slot":      func(w *loci.MemoryWrite) { w.Memory.Slot.Attribute = "job"; w.Memory.Key = ""; w.Index.Digest = "" },
		"another subject":   func(w *loci.MemoryWrite) { w.Memory.Slot.Subject = "ana"; w.Memory.Key = ""; w.Index.Digest = "" },
		"another qualifier": func(w *loci.MemoryWrite) { w.Memory.Slot.Attribute += ":x"; w.Memory.Key = ""; w.Index.Digest = "" },
		"another kind": func(w *loci.MemoryWrite) {
			w.Memory.Kind, w.Memory.Slot, w.Index.Digest = loci.Profile, loci.Slot{}, ""
		},
		"another case of letters": func(w *loci.MemoryWrite) {
			w.Memory.Key, w.Memory.Slot.Attribute, w.Index.Digest = "K", "HOME_CITY", "DIGEST1"
		},
	} {
		t.Run(name+" is free", func(t *testing.T) {
			p := open(t, h)
			taken := withDigest(insertion(memory(1, withSlot("home_city"), withKey("k"))), "digest1")
			p.write(taken)
			w := withDigest(insertion(memory(2, withSlot("home_city"), withKey("k"))), "digest1")
			change(&w)
			p.write(w)
			p.clean()
		})
	}

	t.Run("an update keeps what it has", func(t *testing.T) {
		p := open(t, h)
		m := memory(1, withSlot("home_city"), withKey("k"))
		p.write(withDigest(insertion(m), "digest1"))
		p.write(withDigest(update(next(m)), "digest1"))
		p.clean()
	})
	t.Run("an update cannot take what another has", func(t *testing.T) {
		p := open(t, h)
		closed := memory(1, withSlot("home_city"), withStatus(loci.Superseded))
		p.insert(closed, memory(2, withSlot("home_city")))
		p.refused(loci.Conflict, changeset(update(next(closed, withStatus(loci.Active)))))
	})
	t.Run("a successor follows what it supersedes", func(t *testing.T) {
		p := open(t, h)
		old := memory(1, withSlot("home_city"), withKey("k"))
		p.insert(old)
		closed := update(next(old, withStatus(loci.Superseded), func(m *loci.Memory) { m.SupersededBy = id(2) }))
		successor := insertion(memory(2, withSlot("home_city"), withKey("k"), func(m *loci.Memory) { m.Supersedes = id(1) }))
		p.refused(loci.Conflict, changeset(successor, closed))
		p.write(closed, successor)
		p.same("active", []loci.ID{id(2)}, ids(p.memories(loci.MemoryQuery{
			Scopes: []loci.Scope{home}, Statuses: []loci.Status{loci.Active},
		})))
		p.clean()
	})
	t.Run("what is erased is free at once", func(t *testing.T) {
		p := open(t, h)
		p.write(withDigest(insertion(memory(1, withSlot("home_city"), withKey("k"))), "digest1"))
		c := changeset(withDigest(insertion(memory(2, withSlot("home_city"), withKey("k"))), "digest1"))
		c.Erase = []loci.ID{id(1)}
		p.apply(c)
		p.same("all", []loci.ID{id(2)}, ids(p.memories(loci.MemoryQuery{AllScopes: true})))
		p.clean()
	})
	t.Run("a turn is unique in its scope", func(t *testing.T) {
		p := open(t, h)
		first := loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(turn(1))}}
		p.apply(first)
		p.refused(loci.Conflict, first)
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(turn(1, func(t *loci.Turn) { t.Scope = other }))}})
		twice := turnInsertion(turn(2))
		p.refused(loci.Conflict, loci.Changeset{Turns: []loci.TurnWrite{twice, twice}})
	})
}
