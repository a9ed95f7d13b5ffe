package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// hostileScopes returns labels that only look alike, or that fall together
// when a store joins, folds, matches or escapes them.
func hostileScopes() []loci.Scope {
	var out []loci.Scope
	for _, user := range []string{
		"acme", "acme-corp", "acme_corp", "acme.corp", "ACME", "Acme", "acme%", "acme_", "%", "_", "*", "acme*", "..", ".",
		"../acme", "/acme", "acme/", " acme", "acme ", "acme\t", "acme\n", "ac\u200dme", "acme\u00ad", "acme\u00a0",
		"\u0430cme", "acm\u0435", "\uff41cme", "\ufb01n", "fin", "stra\u00dfe", "strasse", "\u0130", "i\u0307", "\u0131", "i", "I",
		"\u00e9", "e\u0301", "\u212a", "K", "k", "a'b", `a"b`, "a`b", `a\b`, "a;b", "--",
		"null", "NULL", "0", "00", "0x0", "1e3", "1000", "true", "_shared", "👩\u200d👩\u200d👧", "👩👩👧", "\u202eacme", "\x01", "\x1f", "\x7f",
		strings.Repeat("u", loci.MaxLabel),
	} {
		out = append(out, loci.Scope{Org: "org", User: user})
	}
	// The same text cut at different places.
	for _, sep := range []string{":", "/", "|", "\x1f", "\x1e", "\t", "\n", "%2F", ",", "\u2028", " ", "::", "\\", "'"} {
		out = append(out,
			loci.Scope{Org: "a" + sep + "b", User: "c"},
			loci.Scope{Org: "a", User: "b" + sep + "c"},
			loci.Scope{Org: "a", User: "b", Agent: "c" + sep},
			loci.Scope{Org: "a", User: "b", Agent: "c", Project: sep},
			loci.Scope{Org: "a", User: "b", Agent: sep + "c"},
		)
	}
	// The same label in different places, and empty against set.
	return append(out,
		loci.Scope{Org: "a", User: "b"},
		loci.Scope{Org: "b", User: "a"},
		loci.Scope{Org: "a", User: "b", Agent: "c"},
		loci.Scope{Org: "a", User: "b", Project: "c"},
		loci.Scope{Org: "a", User: "b", Agent: "c", Project: "c"},
		loci.Scope{Org: "a", User: "b", Agent: "C"},
		loci.Scope{Org: "a", User: "b", Agent: "c", Project: "d"},
		loci.Scope{Org: "a", User: "b", Agent: "d", Project: "c"},
	)
}

func testScope(t *testing.T, h Harness) {
	t.Run("labels are compared byte for byte", func(t *testing.T) { testHostileScopes(t, h) })
	t.Run("no scope finds nothing", func(t *testing.T) {
		p := open(t, h)
		p.furnish()
		p.apply(everything())
		p.same("memories", 0, len(p.memories(loci.MemoryQuery{IDs: []loci.ID{id(1)}})))
		p.same("the past", 0, len(p.memories(loci.MemoryQuery{AsOf: at(99)})))
		p.same("turns", 0, len(p.turns(loci.TurnQuery{Conversation: "c1"})))
		p.same("history", 0, len(p.history(loci.HistoryQuery{Change: "change"})))
		p.same("reviews", 0, len(p.reviews()))
		p.same("tombstones", 0, len(p.tombstones(loci.Scope{}, "mac1")))
		p.same("turn count", 0, p.counts().Turns)
		p.same("postings", loci.Postings{Terms: [][]loci.Posting{nil}},
			p.postings(loci.PostingsQuery{Kind: loci.DocMemory, Terms: []string{"tea"}}))
	})
	t.Run("a repeated scope counts once", func(t *testing.T) {
		p := open(t, h)
		p.furnish()
		p.apply(everything())
		once, twice := []loci.Scope{home}, []loci.Scope{home, home}
		p.same("memories", p.memories(loci.MemoryQuery{Scopes: once}), p.memories(loci.MemoryQuery{Scopes: twice}))
		p.same("turns", p.turns(loci.TurnQuery{Scopes: once}), p.turns(loci.TurnQuery{Scopes: twice}))
		p.same("history", p.history(loci.HistoryQuery{Scopes: once}), p.history(loci.HistoryQuery{Scopes: twice}))
		p.same("reviews", p.reviews(once...), p.reviews(twice...))
		p.same("counts", p.counts(once...), p.counts(twice...))
		q := loci.PostingsQuery{Scopes: once, Kind: loci.DocMemory, Terms: []string{"tea"}}
		want := p.postings(q)
		q.Scopes = twice
		p.same("postings", want, p.postings(q))
	})
	t.Run("a scope is listed whatever it holds", func(t *testing.T) {
		p := open(t, h)
		in := func(user string) loci.Scope { return loci.Scope{Org: "org", User: user} }
		p.apply(loci.Changeset{
			Memories:   []loci.MemoryWrite{insertion(memory(1, inScope(in("memory"))))},
			Turns:      []loci.TurnWrite{turnInsertion(turn(1, func(t *loci.Turn) { t.Scope = in("turn") }))},
			History:    []loci.HistoryEntry{{Change: "c", Scope: in("history"), Memory: id(9), At: start}},
			Tombstones: []loci.Tombstone{{Scope: in("tombstone"), MAC: "mac1", At: start}},
			Reviews:    []loci.Review{{ID: "r1", Scope: in("review"), Kind: loci.ReviewForget, Created: start}},
		})
		p.same("scopes", []loci.Scope{in("history"), in("memory"), in("review"), in("tombstone"), in("turn")}, p.scopes())
	})
	t.Run("AllScopes has no need of names", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1), memory(2, inScope(other)))
		p.same("all", []loci.ID{id(1), id(2)}, ids(p.memories(loci.MemoryQuery{AllScopes: true})))
		p.same("all the same", []loci.ID{id(1), id(2)}, ids(p.memories(loci.MemoryQuery{AllScopes: true, Scopes: []loci.Scope{home}})))
	})
}

// testHostileScopes gives every scope the same key, slot, digest, term, turn,
// tombstone and review, and looks at each scope alone.
func testHostileScopes(t *testing.T, h Harness) {
	p := open(t, h)
	scopes := hostileScopes()
	for n, scope := range scopes {
		m := memory(n, inScope(scope), withText("likes tea"), withKey("k"), withSlot("drink"))
		c := changeset(withDigest(insertion(m), "digest1"))
		c.Turns = []loci.TurnWrite{turnInsertion(turn(1, func(t *loci.Turn) { t.Scope, t.Speaker = scope, fmt.Sprint(n) }))}
		c.Tombstones = []loci.Tombstone{{Scope: scope, MAC: "mac1", Turn: loci.TurnID(fmt.Sprint(n)), At: start}}
		c.Reviews = []loci.Review{{ID: fmt.Sprint(n), Scope: scope, Kind: loci.ReviewForget, Memory: m.ID, Created: start}}
		p.apply(c)
	}
	for n, scope := range scopes {
		only, name := []loci.Scope{scope}, fmt.Sprintf("%+q", scope)
		want := []loci.ID{id(n)}
		p.same(name+" memories", want, ids(p.memories(loci.MemoryQuery{Scopes: only})))
		p.same(name+" by key", want, ids(p.memories(loci.MemoryQuery{Scopes: only, Key: "k", Digest: "digest1"})))
		p.same(name+" as of", want, ids(p.memories(loci.MemoryQuery{Scopes: only, AsOf: at(9999)})))
		if got := p.turns(loci.TurnQuery{Scopes: only}); len(got) != 1 || got[0].Speaker != fmt.Sprint(n) || got[0].Scope != scope {
			t.Errorf("%s turns: got %v", name, got)
		}
		if got := p.history(loci.HistoryQuery{Scopes: only}); len(got) != 1 || got[0].Memory != id(n) || got[0].Scope != scope {
			t.Errorf("%s history: got %v", name, got)
		}
		if got := p.tombstones(scope, "mac1"); len(got) != 1 || got[0].Turn != loci.TurnID(fmt.Sprint(n)) || got[0].Scope != scope {
			t.Errorf("%s tombstones: got %v", name, got)
		}
		if got := p.reviews(scope); len(got) != 1 || got[0].Memory != id(n) || got[0].Scope != scope {
			t.Errorf("%s reviews: got %v", name, got)
		}
		counts := p.counts(scope)
		p.same(name+" counts", [2]int{1, 1}, [2]int{counts.Memories[loci.Active], counts.Turns})
		p.same(name+" index", corpus{
			Scope: scope, Kind: loci.DocMemory, Docs: 1, TotalLen: 2,
			Postings: []occurrence{{"tea", string(id(n)), 1, 2}},
		}, p.corpus(scope, loci.DocMemory, []string{"tea"}))
	}
	slices.SortFunc(scopes, func(a, b loci.Scope) int {
		return cmp.Or(strings.Compare(a.Org, b.Org), strings.Compare(a.User, b.User),
			strings.Compare(a.Agent, b.Agent), strings.Compare(a.Project, b.Project))
	})
	p.same("all scopes", scopes, p.scopes())
	p.clean()
}
