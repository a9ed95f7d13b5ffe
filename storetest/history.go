package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/locimem/loci"
)

func testHistory(t *testing.T, h Harness) {
	scopes := []loci.Scope{home}
	t.Run("every field comes back", func(t *testing.T) {
		p := open(t, h)
		m := complete(1)
		want := loci.HistoryEntry{
			Change: "edit-1", Scope: home, Memory: m.ID, Op: loci.HistoryEdit,
			Actor: "me via terminal (claude-code)", Why: "said so", At: at(7), After: &m,
		}
		c := loci.Changeset{Change: "edit-2", At: at(8), Memories: []loci.MemoryWrite{insertion(m)}}
		c.History = []loci.HistoryEntry{want}
		p.apply(c)
		got := p.history(loci.HistoryQuery{Scopes: scopes})
		if len(got) != 1 || got[0].Seq < 1 || got[0].Hash == "" {
			t.Fatalf("got %+v, want one row with number and hash", got)
		}
		want.Seq, want.Hash = got[0].Seq, got[0].Hash
		p.same("the row", want, got[0], byMeaning())
	})
	t.Run("a row takes what it lacks from the changeset", func(t *testing.T) {
		p := open(t, h)
		c := changeset(insertion(memory(1)))
		c.Change, c.At = "given", at(50)
		c.History[0].At = time.Time{}
		p.apply(c)
		got := p.history(loci.HistoryQuery{Scopes: scopes})[0]
		if got.Change != "given" || !got.At.Equal(at(50)) {
			t.Errorf("got change %q at %v, want given at %v", got.Change, got.At, at(50))
		}
	})
	t.Run("number and hash are the store's", func(t *testing.T) {
		p := open(t, h)
		c := changeset(insertion(memory(1)), insertion(memory(2)))
		for i := range c.History {
			c.History[i].Seq, c.History[i].Hash = 7, "mine"
		}
		p.apply(c)
		got := p.history(loci.HistoryQuery{Scopes: scopes})
		if got[0].Seq >= got[1].Seq || got[0].Hash == "mine" || got[0].Hash == got[1].Hash {
			t.Errorf("got %d %q and %d %q", got[0].Seq, got[0].Hash, got[1].Seq, got[1].Hash)
		}
		p.clean()
	})
	t.Run("audit", func(t *testing.T) { testAudit(t, h) })
	t.Run("queries", func(t *testing.T) { testHistoryQuery(t, h) })
	t.Run("the chain goes on after a reopening", func(t *testing.T) {
		if h.Reopen == nil {
			t.Skip("this store cannot be reopened")
		}
		p := open(t, h)
		p.furnish()
		before := p.history(loci.HistoryQuery{Scopes: scopes})
		p = probeOf(t, h.Reopen(t, p.Store))
		p.same("rows", before, p.history(loci.HistoryQuery{Scopes: scopes}))
		p.insert(memory(20))
		p.clean()
	})
}

func testHistoryQuery(t *testing.T, h Harness) {
	p := open(t, h)
	change := func(id loci.ChangeID, ws ...loci.MemoryWrite) {
		c := changeset(ws...)
		c.Change = id
		p.apply(c)
	}
	change("A", insertion(memory(1)), insertion(memory(2)))
	change("B", insertion(memory(3, inScope(other))))
	change("C", update(next(memory(2), withText("likes coffee"))), update(next(memory(1))))
	change("a", insertion(memory(4, func(m *loci.Memory) { m.Updated = start.Add(-time.Hour) })))

	for _, tc := range []struct {
		name string
		q    loci.HistoryQuery
		want []string // change and memory
	}{
		{"in the order written", loci.HistoryQuery{}, []string{"A1", "A2", "C2", "C1", "a4"}},
		{"newest first", loci.HistoryQuery{Newest: true}, []string{"a4", "C1", "C2", "A2", "A1"}},
		{"limited", loci.HistoryQuery{Limit: 2}, []string{"A1", "A2"}},
		{"newest, limited", loci.HistoryQuery{Newest: true, Limit: 2}, []string{"a4", "C1"}},
		{"of a memory", loci.HistoryQuery{Memory: id(2)}, []string{"A2", "C2"}},
		{"of a memory elsewhere", loci.HistoryQuery{Memory: id(3)}, nil},
		{"of a change", loci.HistoryQuery{Change: "C"}, []string{"C2", "C1"}},
		{"changes differ in case", loci.HistoryQuery{Change: "a"}, []string{"a4"}},
		{"of a change elsewhere", loci.HistoryQuery{Change: "B"}, nil},
		{"of both", loci.HistoryQuery{Change: "A", Memory: id(1)}, []string{"A1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.q.Scopes = []loci.Scope{home}
			var got []string
			for _, e := range p.history(tc.q) {
				got = append(got, fmt.Sprintf("%s%s", e.Change, e.Memory[len(e.Memory)-1:]))
			}
			p.in(t).same("rows", tc.want, got)
		})
	}
	t.Run("a row holds the record after the change", func(t *testing.T) {
		rows := p.history(loci.HistoryQuery{Scopes: []loci.Scope{home}, Memory: id(2)})
		p.in(t).same("first", memory(2), *rows[0].After, byMeaning())
		p.in(t).same("last", p.memory(id(2)), *rows[1].After, byMeaning())
	})
	p.clean()
}

func testAsOf(t *testing.T, h Harness) {
	p := open(t, h)
	// A row's time is its memory's Updated.
	first := memory(1, withSlot("home_city"), withText("lives in Porto"))
	closed := next(first, withStatus(loci.Superseded), func(m *loci.Memory) { m.Updated = at(10) })
	second := memory(2, withSlot("home_city"), withText("lives in Recife"), func(m *loci.Memory) { m.Updated, m.Created = at(10), at(10) })
	late := memory(3, func(m *loci.Memory) { m.Updated, m.Created = at(20), at(20) })
	p.insert(first)
	p.write(update(closed), insertion(second))
	p.insert(late)
	p.insert(memory(4, inScope(other)))

	for _, tc := range []struct {
		name string
		at   time.Time
		q    loci.MemoryQuery
		want []loci.Memory
	}{
		{"before everything", at(0), loci.MemoryQuery{}, nil},
		{"at the moment", at(1), loci.MemoryQuery{}, []loci.Memory{first}},
		{"between", at(9), loci.MemoryQuery{}, []loci.Memory{first}},
		{"after the change", at(10), loci.MemoryQuery{}, []loci.Memory{closed, second}},
		{"at the end", at(99), loci.MemoryQuery{}, []loci.Memory{closed, second, late}},
		{"status of then", at(9), loci.MemoryQuery{Statuses: []loci.Status{loci.Active}}, []loci.Memory{first}},
		{"status of later", at(10), loci.MemoryQuery{Statuses: []loci.Status{loci.Active}}, []loci.Memory{second}},
		{"newest first", at(99), loci.MemoryQuery{Order: loci.NewestFirst}, []loci.Memory{late, second, closed}},
		{"paged", at(99), loci.MemoryQuery{Limit: 1, Offset: 1}, []loci.Memory{second}},
		{"by id", at(99), loci.MemoryQuery{IDs: []loci.ID{id(2), id(4)}}, []loci.Memory{second}},
		{"by short id", at(99), loci.MemoryQuery{ShortID: id(3).Short()}, []loci.Memory{late}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.q.Scopes, tc.q.AsOf = []loci.Scope{home}, tc.at
			p.in(t).same("states", tc.want, p.memories(tc.q), byMeaning())
		})
	}
	t.Run("a digest is not known", func(t *testing.T) {
		_, err := p.Memories(p.ctx, loci.MemoryQuery{AllScopes: true, Digest: "digest1", AsOf: at(9)})
		p.in(t).wantCode(loci.Invalid, err)
	})
	t.Run("of rows with one time the last counts", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		p.write(update(next(memory(1), withText("likes coffee"))))
		got := p.memories(loci.MemoryQuery{AllScopes: true, AsOf: at(1)})
		p.same("state", []loci.Memory{next(memory(1), withText("likes coffee"))}, got)
	})
	t.Run("what was forgotten never was", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1), memory(2))
		p.apply(loci.Changeset{Erase: []loci.ID{id(1)}})
		p.same("states", []loci.ID{id(2)}, ids(p.memories(loci.MemoryQuery{AllScopes: true, AsOf: at(9)})))
	})
	t.Run("a row without a body leaves nothing", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		p.apply(loci.Changeset{History: []loci.HistoryEntry{
			{Change: "gone", Scope: home, Memory: id(1), Op: loci.HistoryForget, At: at(5)},
		}})
		p.same("before", 1, len(p.memories(loci.MemoryQuery{AllScopes: true, AsOf: at(4)})))
		p.same("after", 0, len(p.memories(loci.MemoryQuery{AllScopes: true, AsOf: at(5)})))
	})
	t.Run("a memory is where it was then", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		p.write(update(next(memory(1), inScope(other), func(m *loci.Memory) { m.Updated = at(10) })))
		for _, tc := range []struct {
			scope loci.Scope
			at    time.Time
			want  int
		}{{home, at(9), 1}, {other, at(9), 0}, {home, at(10), 0}, {other, at(10), 1}} {
			got := p.memories(loci.MemoryQuery{Scopes: []loci.Scope{tc.scope}, AsOf: tc.at})
			p.same(fmt.Sprint(tc.scope, tc.at), tc.want, len(got))
		}
	})
}
