package storetest

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

func testApply(t *testing.T, h Harness) {
	t.Run("every field comes back", func(t *testing.T) {
		p := open(t, h)
		want := complete(1)
		for field, v := range reflect.ValueOf(want).Fields() {
			if v.IsZero() {
				t.Errorf("the test leaves %s empty", field.Name)
			}
		}
		p.insert(want)
		p.same("the memory", want, p.memory(want.ID))
	})
	t.Run("empty fields stay empty", func(t *testing.T) {
		p := open(t, h)
		want := memory(1)
		p.insert(want)
		p.same("the memory", want, p.memory(want.ID))
	})
	t.Run("an update replaces the whole record", func(t *testing.T) {
		p := open(t, h)
		full := complete(1)
		p.insert(full)
		bare := memory(1, func(m *loci.Memory) { m.Version = 2 })
		p.write(update(bare))
		p.same("the memory", bare, p.memory(bare.ID))
		full.Version = 3
		p.write(update(full))
		p.same("the memory", full, p.memory(full.ID))
	})
	t.Run("what is given and returned is copied", func(t *testing.T) {
		p := open(t, h)
		given := complete(1)
		p.insert(given)
		spoil(&given)
		returned := p.memory(given.ID)
		spoil(&returned)
		after := p.history(loci.HistoryQuery{Scopes: []loci.Scope{home}})[0].After
		spoil(after)
		p.same("the memory", complete(1), p.memory(given.ID))
		p.same("the history", complete(1), *p.history(loci.HistoryQuery{Scopes: []loci.Scope{home}})[0].After, byMeaning())
		p.clean()
	})
	t.Run("a memory may move to another scope", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		p.write(update(next(memory(1), inScope(other))))
		p.same("left behind", []loci.ID{}, ids(p.memories(loci.MemoryQuery{Scopes: []loci.Scope{home}})))
		p.same("moved", []loci.ID{id(1)}, ids(p.memories(loci.MemoryQuery{Scopes: []loci.Scope{other}})))
		for scope, docs := range map[loci.Scope]int{home: 0, other: 1} {
			c := p.corpus(scope, loci.DocMemory, []string{"tea"})
			if c.Docs != docs || len(c.Postings) != docs {
				t.Errorf("index of %v: got %+v, want %d documents", scope, c, docs)
			}
		}
		p.clean()
	})
	t.Run("nothing to do is no error", func(t *testing.T) {
		p := open(t, h)
		p.apply(loci.Changeset{})
		p.same("scopes", []loci.Scope{}, p.scopes())
	})
}

// spoil changes what a memory refers to, in place.
func spoil(m *loci.Memory) {
	m.Days[0], m.DerivedFrom[0], m.Metadata[2] = "spoilt", "spoilt", 'X'
	m.Due.Start, m.Event.End = at(99), at(99)
}

func testVersions(t *testing.T, h Harness) {
	for _, tc := range []struct {
		name            string
		stored          int64 // 0 = no such memory
		expect, version int64
		code            loci.Code // Internal = it works
	}{
		{"insert", 0, 0, 1, loci.Internal},
		{"insert with a later version", 0, 0, 7, loci.Internal},
		{"insert what exists", 1, 0, 1, loci.Conflict},
		{"update", 3, 3, 4, loci.Internal},
		{"update of an older version", 3, 2, 3, loci.Conflict},
		{"update of a version to come", 3, 4, 5, loci.Conflict},
		{"update of nothing", 0, 1, 2, loci.Conflict},
		{"version unchanged", 3, 3, 3, loci.Invalid},
		{"version going back", 3, 3, 1, loci.Invalid},
		{"insert without a version", 0, 0, 0, loci.Invalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := open(t, h)
			p.insert(memory(2))
			if tc.stored > 0 {
				p.insert(memory(1, func(m *loci.Memory) { m.Version = tc.stored }))
			}
			m := memory(1, withText("likes coffee"), func(m *loci.Memory) { m.Version = tc.version })
			w := loci.MemoryWrite{Memory: m, Expect: tc.expect, Index: memoryIndex(m)}
			if tc.code != loci.Internal {
				p.refused(tc.code, changeset(w))
				return
			}
			p.write(w)
			p.same("the memory", m, p.memory(m.ID))
			p.clean()
		})
	}
	t.Run("two versions in one changeset", func(t *testing.T) {
		p := open(t, h)
		first := memory(1)
		second := next(first, withText("likes coffee"))
		p.write(insertion(first), update(second))
		p.same("the memory", second, p.memory(id(1)))
	})
}

func testInvalid(t *testing.T, h Harness) {
	bad := func(change func(*loci.Memory)) loci.Changeset { return changeset(insertion(memory(1, change))) }
	indexed := func(e loci.IndexEntry) loci.Changeset {
		return changeset(loci.MemoryWrite{Memory: memory(1), Index: e})
	}
	said := func(change func(*loci.Turn)) loci.Changeset {
		return loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(turn(1, change))}}
	}
	foreign := changeset(insertion(memory(1)))
	foreign.History[0].Memory = id(2)
	moved := changeset(insertion(memory(1)))
	moved.History[0].Scope = other
	terms := func(ts ...loci.TermCount) loci.IndexEntry {
		return loci.IndexEntry{Kind: loci.DocMemory, Terms: ts, Len: 2}
	}
	p := open(t, h)
	for name, c := range map[string]loci.Changeset{
		"no id":                    bad(func(m *loci.Memory) { m.ID = "" }),
		"no org":                   bad(func(m *loci.Memory) { m.Scope.Org = "" }),
		"no user":                  bad(func(m *loci.Memory) { m.Scope.User = "" }),
		"no text":                  bad(withText("")),
		"unknown kind":             bad(func(m *loci.Memory) { m.Kind = "fact" }),
		"unknown category":         bad(func(m *loci.Memory) { m.Category = "health" }),
		"unknown importance":       bad(func(m *loci.Memory) { m.Importance = "" }),
		"unknown origin":           bad(func(m *loci.Memory) { m.Origin = "guess" }),
		"erased is never stored":   bad(withStatus(loci.Erased)),
		"text over the limit":      bad(withText(strings.Repeat("x", loci.MaxText+1))),
		"key over the limit":       bad(withKey(strings.Repeat("k", loci.MaxKey+1))),
		"label over the limit":     bad(inScope(loci.Scope{Org: strings.Repeat("o", loci.MaxLabel+1), User: "u"})),
		"metadata over the limit":  bad(withMetadata(`{"x":"` + strings.Repeat("x", loci.MaxMetadata) + `"}`)),
		"metadata not JSON":        bad(withMetadata(`{"x":`)),
		"metadata not an object":   bad(withMetadata(`[1]`)),
		"metadata null":            bad(withMetadata(`null`)),
		"confidence not a number":  bad(func(m *loci.Memory) { m.Confidence = math.NaN() }),
		"confidence over 1":        bad(func(m *loci.Memory) { m.Confidence = 1.5 }),
		"index of turns":           indexed(loci.IndexEntry{Kind: loci.DocTurn, Terms: []loci.TermCount{{Term: "a", TF: 1}}, Len: 1}),
		"terms without an index":   indexed(loci.IndexEntry{Terms: []loci.TermCount{{Term: "a", TF: 1}}, Len: 1}),
		"terms not ascending":      indexed(terms(loci.TermCount{Term: "b", TF: 1}, loci.TermCount{Term: "a", TF: 1})),
		"terms not distinct":       indexed(terms(loci.TermCount{Term: "a", TF: 1}, loci.TermCount{Term: "a", TF: 1})),
		"term that does not occur": indexed(terms(loci.TermCount{Term: "a"})),
		"turn without an id":       said(func(t *loci.Turn) { t.ID = "" }),
		"turn without a user":      said(func(t *loci.Turn) { t.Scope.User = "" }),
		"turn of an unknown role":  said(func(t *loci.Turn) { t.Role = "narrator" }),
		"turn over the limit":      said(func(t *loci.Turn) { t.Text = strings.Repeat("x", loci.MaxTurn+1) }),
		"turn as a memory": {Turns: []loci.TurnWrite{
			{Turn: turn(1), Index: index(loci.DocMemory, "tea")},
		}},
		"After of another memory":   foreign,
		"After of another scope":    moved,
		"history without a memory":  {History: []loci.HistoryEntry{{Scope: home, Op: loci.HistoryForget}}},
		"tombstone without a MAC":   {Tombstones: []loci.Tombstone{{Scope: home, At: start}}},
		"tombstone without a scope": {Tombstones: []loci.Tombstone{{MAC: "mac1", At: start}}},
		"review without an id":      {Reviews: []loci.Review{{Scope: home, Kind: loci.ReviewForget, Created: start}}},
	} {
		t.Run(name, func(t *testing.T) { p.in(t).refused(loci.Invalid, c) })
	}
}

func withMetadata(raw string) func(*loci.Memory) {
	return func(m *loci.Memory) { m.Metadata = json.RawMessage(raw) }
}
