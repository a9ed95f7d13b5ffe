package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/locimem/loci"
)

// testIndex follows one memory and one turn through their lives and looks at
// the index after every step.
func testIndex(t *testing.T, h Harness) {
	t.Run("the index is the rows", func(t *testing.T) {
		p := open(t, h)
		terms := []string{"black", "green", "likes", "tea"}
		one := func(text string) corpus { return expected(home, loci.DocMemory, terms, string(id(1)), text) }
		past := func(text string) corpus { return expected(home, loci.DocPast, terms, string(id(1)), text) }
		noMemory, noPast := corpus{Scope: home, Kind: loci.DocMemory}, corpus{Scope: home, Kind: loci.DocPast}
		m := memory(1, withText("likes green green tea"))
		for _, step := range []struct {
			name   string
			do     func()
			memory corpus
			past   corpus
			terms  int
		}{
			{"inserted", func() { p.insert(m) }, one("likes green green tea"), noPast, 3},
			{"reworded", func() { m = next(m, withText("likes black tea")); p.write(update(m)) }, one("likes black tea"), noPast, 3},
			{"superseded", func() { m = next(m, withStatus(loci.Superseded)); p.write(update(m)) }, noMemory, past("likes black tea"), 3},
			{"restored", func() { m = next(m, withStatus(loci.Active)); p.write(update(m)) }, one("likes black tea"), noPast, 3},
			{"quarantined", func() { m = next(m, withStatus(loci.Quarantined)); p.write(update(m)) }, noMemory, noPast, 0},
			{"confirmed", func() { m = next(m, withStatus(loci.Active)); p.write(update(m)) }, one("likes black tea"), noPast, 3},
			{"erased", func() { p.apply(loci.Changeset{Erase: []loci.ID{m.ID}}) }, noMemory, noPast, 0},
		} {
			step.do()
			p.same(step.name+": memories", step.memory, p.corpus(home, loci.DocMemory, terms))
			p.same(step.name+": past", step.past, p.corpus(home, loci.DocPast, terms))
			p.same(step.name+": postings in all", step.terms, p.verify().Postings)
			p.clean()
		}
	})
	t.Run("a query term has its list, in its place", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1, withText("likes tea")), memory(2, withText("likes tea tea")), memory(3, withText("likes milk")))
		got := p.postings(loci.PostingsQuery{
			Scopes: []loci.Scope{home}, Kind: loci.DocMemory, Terms: []string{"tea", "nowhere", "likes", "tea", "TEA", "te", "te%", ""},
		})
		var sizes []int
		for _, list := range got.Terms {
			sizes = append(sizes, len(list))
		}
		p.same("document frequencies", []int{2, 0, 3, 2, 0, 0, 0, 0}, sizes)
		p.same("the same term twice", got.Terms[0], got.Terms[3])
		p.same("totals", [2]int64{3, 7}, [2]int64{int64(got.Docs), got.TotalLen})
		none := p.postings(loci.PostingsQuery{Scopes: []loci.Scope{home}, Kind: loci.DocMemory})
		p.same("totals without terms", [2]int64{3, 7}, [2]int64{int64(none.Docs), none.TotalLen})
	})
	t.Run("the rarest terms", func(t *testing.T) { testRarest(t, h) })
	t.Run("no scope shows in another's frequencies", func(t *testing.T) {
		p := open(t, h)
		third := loci.Scope{Org: "third", User: "u"}
		p.insert(memory(1), memory(2, inScope(other)), memory(3, inScope(third)))
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(turn(1, func(t *loci.Turn) { t.Scope = other }))}})
		before := p.corpus(home, loci.DocMemory, []string{"tea"})
		for n := 10; n < 20; n++ {
			p.insert(memory(n, inScope(other)))
		}
		p.same("the scope alone", before, p.corpus(home, loci.DocMemory, []string{"tea"}))
		p.same("its turns", corpus{Scope: home, Kind: loci.DocTurn}, p.corpus(home, loci.DocTurn, []string{"tea"}))
		both := p.postings(loci.PostingsQuery{Scopes: []loci.Scope{home, third}, Kind: loci.DocMemory, Terms: []string{"tea"}})
		p.same("two scopes", [2]int{2, 2}, [2]int{both.Docs, len(both.Terms[0])})
	})
	t.Run("documents by their handles", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1), memory(2, withStatus(loci.Superseded)))
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(turn(1))}})
		for kind, want := range map[loci.DocKind]string{
			loci.DocMemory: string(id(1)), loci.DocPast: string(id(2)), loci.DocTurn: "t1",
		} {
			got := p.corpus(home, kind, []string{"tea"})
			if len(got.Postings) != 1 || got.Postings[0].Record != want {
				t.Errorf("index %d: got %v, want %s", kind, got.Postings, want)
			}
		}
		memories, err := p.MemoriesByDoc(p.ctx, []loci.Doc{-1, 1 << 40})
		p.same("unknown handles", 0, len(must(p, memories, err)))
		memories, err = p.MemoriesByDoc(p.ctx, nil)
		p.same("no handles", 0, len(must(p, memories, err)))
	})
	t.Run("turns of a conversation have consecutive handles", func(t *testing.T) { testHandles(t, h) })
	t.Run("no terms, no document", func(t *testing.T) {
		p := open(t, h)
		p.write(loci.MemoryWrite{Memory: memory(1), Index: loci.IndexEntry{Kind: loci.DocMemory}})
		p.same("index", corpus{Scope: home, Kind: loci.DocMemory}, p.corpus(home, loci.DocMemory, nil))
		p.clean()
	})
}

func testRarest(t *testing.T, h Harness) {
	p := open(t, h)
	var all loci.Changeset
	for n := range 2000 {
		text := "common"
		for _, every := range []int{3, 7, 50, 900} {
			if n%every == 0 {
				text += fmt.Sprintf(" every%d", every)
			}
		}
		all.Memories = append(all.Memories, insertion(memory(n, withText(text))))
	}
	all.Memories = append(all.Memories, insertion(memory(3000, inScope(other), withText("every900 every50"))))
	p.apply(all)
	terms := []string{"every7", "common", "every900", "nowhere", "every3", "every50", "common"}
	for rarest, want := range map[int][]int{
		0: {286, 2000, 4, 0, 667, 41, 2000}, 1: {0, 0, 4, 0, 0, 0, 0}, 3: {286, 0, 4, 0, 0, 41, 0},
		5: {286, 0, 4, 0, 667, 41, 2000}, 9: {286, 2000, 4, 0, 667, 41, 2000},
	} {
		got := p.postings(loci.PostingsQuery{Scopes: []loci.Scope{home, other}, Kind: loci.DocMemory, Terms: terms, Rarest: rarest})
		sizes := make([]int, len(terms))
		for i, list := range got.Terms {
			sizes[i] = len(list)
		}
		p.same(fmt.Sprint("rarest ", rarest), want, sizes)
		p.same("documents", 2001, got.Docs)
	}
}

func testHandles(t *testing.T, h Harness) {
	p := open(t, h)
	in := func(n int, conversation string, scope loci.Scope) {
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(turn(n, func(t *loci.Turn) {
			t.Conversation, t.Scope = conversation, scope
		}))}})
	}
	in(1, "c1", home)
	in(2, "c2", home)
	in(3, "c1", home)
	in(4, "c1", other)
	in(5, "", home)
	in(6, "", home)
	in(7, "c1", home)
	p.apply(loci.Changeset{Turns: []loci.TurnWrite{{Replace: true, Turn: turn(3), Index: index(loci.DocTurn, "tea")}}})
	got := p.postings(loci.PostingsQuery{Scopes: []loci.Scope{home, other}, Kind: loci.DocTurn, Terms: []string{"tea"}})
	docs := map[string]loci.Doc{}
	for doc, name := range p.names(loci.DocTurn, got) {
		docs[name] = doc
	}
	p.same("c1", []loci.Doc{docs["t1"] + 1, docs["t1"] + 2}, []loci.Doc{docs["t3"], docs["t7"]})
	seen := map[int64]bool{}
	for _, name := range []string{"t1", "t2", "t4", "t5", "t6"} {
		if c := docs[name].Conversation(); seen[c] || c == 0 {
			t.Errorf("%s is in conversation %d, which is another's", name, c)
		}
		seen[docs[name].Conversation()] = true
	}
}

// expected is the index of one record, computed from its text.
func expected(scope loci.Scope, kind loci.DocKind, terms []string, record, text string) corpus {
	e := index(kind, text)
	c := corpus{Scope: scope, Kind: kind, Docs: 1, TotalLen: int64(e.Len)}
	for _, term := range terms {
		for _, t := range e.Terms {
			if t.Term == term {
				c.Postings = append(c.Postings, occurrence{term, record, t.TF, e.Len})
			}
		}
	}
	return c
}

func testReindex(t *testing.T, h Harness) {
	ofMemory := func(m loci.Memory) loci.IndexEntry { return index(loci.DocMemory, "new "+m.Text) }
	ofTurn := func(t loci.Turn) loci.IndexEntry { return index(loci.DocTurn, "new "+t.Text) }
	t.Run("replaces everything", func(t *testing.T) {
		p := open(t, h)
		if got, err := p.Analyser(p.ctx); must(p, got, err) != 0 {
			t.Errorf("analyser of an empty store: got %d, want 0", got)
		}
		p.furnish()
		if err := p.Reindex(p.ctx, 7, ofMemory, ofTurn); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Analyser(p.ctx); must(p, got, err) != 7 {
			t.Errorf("analyser: got %d, want 7", got)
		}
		p.same("memories", [2]int64{3, 3 * 4}, totals(p, loci.DocMemory))
		p.same("turns", [2]int64{1, 4}, totals(p, loci.DocTurn))
		p.same("new terms", 3, len(p.corpus(home, loci.DocMemory, []string{"new"}).Postings))
		p.same("digests", 0, len(p.memories(loci.MemoryQuery{AllScopes: true, Digest: "digest1"})))
		p.same("postings in all", 4*4, p.verify().Postings)
		p.clean()

		gone := func(loci.Memory) loci.IndexEntry { return loci.IndexEntry{} }
		if err := p.Reindex(p.ctx, 8, gone, func(loci.Turn) loci.IndexEntry { return loci.IndexEntry{} }); err != nil {
			t.Fatal(err)
		}
		p.same("an index of nothing", 0, p.verify().Postings)
		p.clean()
	})
	t.Run("an empty store records the version", func(t *testing.T) {
		p := open(t, h)
		if err := p.Reindex(p.ctx, 3, ofMemory, ofTurn); err != nil {
			t.Fatal(err)
		}
		if h.Reopen != nil {
			p = probeOf(t, h.Reopen(t, p.Store))
		}
		if got, err := p.Analyser(p.ctx); must(p, got, err) != 3 {
			t.Errorf("analyser: got %d, want 3", got)
		}
	})
	t.Run("the first changeset that names a version records it", func(t *testing.T) {
		p := open(t, h)
		twice := insertion(memory(1))
		_, err := p.Apply(p.ctx, loci.Changeset{Analyser: 9, Memories: []loci.MemoryWrite{twice, twice}})
		p.wantCode(loci.Conflict, err)
		if got, err := p.Analyser(p.ctx); must(p, got, err) != 0 {
			t.Errorf("analyser after a failure: got %d, want 0", got)
		}
		p.apply(loci.Changeset{Analyser: 4, Memories: []loci.MemoryWrite{insertion(memory(1))}})
		p.apply(loci.Changeset{Analyser: 5, Memories: []loci.MemoryWrite{insertion(memory(2))}})
		if got, err := p.Analyser(p.ctx); must(p, got, err) != 4 {
			t.Errorf("analyser: got %d, want 4", got)
		}
	})
	t.Run("of two that become equal the older keeps the digest", func(t *testing.T) {
		p := open(t, h)
		later := memory(1, func(m *loci.Memory) { m.Created = at(50) })
		p.write(withDigest(insertion(later), "digest1"), withDigest(insertion(memory(2)), "digest2"),
			insertion(memory(3, withStatus(loci.Superseded))), insertion(memory(4, inScope(other))))
		alike := func(m loci.Memory) loci.IndexEntry {
			e := memoryIndex(m)
			e.Digest = "digest3"
			return e
		}
		if err := p.Reindex(p.ctx, 1, alike, ofTurn); err != nil {
			t.Fatal(err)
		}
		p.same("digest", []loci.ID{id(2), id(3), id(4)}, ids(p.memories(loci.MemoryQuery{AllScopes: true, Digest: "digest3"})))
		p.clean()
	})
	t.Run("what is stopped leaves a whole store and can be done again", func(t *testing.T) {
		p := open(t, h)
		p.furnish()
		bad := func(loci.Turn) loci.IndexEntry { return index(loci.DocMemory, "x") }
		p.wantCode(loci.Invalid, p.Reindex(p.ctx, 7, ofMemory, bad))
		p.clean()
		ctx, cancel := context.WithCancel(p.ctx)
		err := p.Reindex(ctx, 7, func(m loci.Memory) loci.IndexEntry { cancel(); return ofMemory(m) }, ofTurn)
		p.wantCode(loci.Unavailable, err)
		p.clean()
		if got, err := p.Analyser(p.ctx); must(p, got, err) != 0 {
			t.Errorf("analyser: got %d, want 0", got)
		}
		if err := p.Reindex(p.ctx, 7, ofMemory, ofTurn); err != nil {
			t.Fatal(err)
		}
		p.same("new terms", 3, len(p.corpus(home, loci.DocMemory, []string{"new"}).Postings))
		p.clean()
	})
}

func totals(p probe, kind loci.DocKind) [2]int64 {
	p.t.Helper()
	got := p.postings(loci.PostingsQuery{Scopes: []loci.Scope{home}, Kind: kind})
	return [2]int64{int64(got.Docs), got.TotalLen}
}
