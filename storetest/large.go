package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

func testLarge(t *testing.T, h Harness) {
	t.Run("a record at its limits", func(t *testing.T) {
		p := open(t, h)
		label := strings.Repeat("ж", loci.MaxLabel/2)
		want := memory(1, withKey(strings.Repeat("k", loci.MaxKey)), withText(strings.Repeat("é", loci.MaxText/2)),
			inScope(loci.Scope{Org: label, User: label, Agent: label, Project: label}),
			withMetadata(`{"x":"`+strings.Repeat("x", loci.MaxMetadata-len(`{"x":""}`))+`"}`))
		p.insert(want)
		p.same("the memory", want, p.memory(want.ID))
		p.same("the past", []loci.Memory{want}, p.memories(loci.MemoryQuery{Scopes: []loci.Scope{want.Scope}, AsOf: at(1)}))
	})
	t.Run("a profile of 8 KiB", func(t *testing.T) {
		p := open(t, h)
		want := memory(1, withText(strings.Repeat("# line\n\n", loci.MaxProfile/8)), func(m *loci.Memory) {
			m.Kind, m.Origin, m.Tier = loci.Profile, loci.FromSummary, loci.TierNoted
		})
		p.insert(want)
		p.same("the memory", want, p.memory(want.ID))
	})
	for name, size := range map[string]int{
		"a turn of 2,699 characters (agentric#421)": 2_699,
		"a turn of 3,927 characters (agentric#421)": 3_927,
		"a turn of 9,341 characters (agentric#421)": 9_341,
		"a turn of 84,712 characters (tm#578)":      84_712,
		"a turn of 1 MiB":                           loci.MaxTurn,
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, h)
			want := turn(1, func(t *loci.Turn) { t.Text = strings.Repeat("word\n", size/5+1)[:size] })
			p.apply(loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(want)}})
			got := p.turns(loci.TurnQuery{Scopes: []loci.Scope{home}})
			if len(got) != 1 || got[0].Text != want.Text {
				t.Errorf("the turn came back changed")
			}
			p.clean()
		})
	}
	t.Run("a document of 20,000 terms", func(t *testing.T) {
		p := open(t, h)
		words := make([]string, 20_000)
		for i := range words {
			words[i] = fmt.Sprintf("word%d", i)
		}
		said := turn(1)
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{{Turn: said, Index: index(loci.DocTurn, strings.Join(words, " "))}}})
		p.same("postings", len(words), len(p.corpus(home, loci.DocTurn, words[:1000]).Postings)*20)
		p.same("postings in all", len(words), p.verify().Postings)
	})
	t.Run("a query of 40,000 names", func(t *testing.T) { testLargeQuery(t, h) })
	t.Run("a thousand memories in one changeset", func(t *testing.T) {
		p := open(t, h)
		var all []loci.Memory
		for n := range 1000 {
			all = append(all, memory(n))
		}
		p.insert(all...)
		p.same("memories", all, p.memories(loci.MemoryQuery{Scopes: []loci.Scope{home}}))
		p.same("the last page", all[990:], p.memories(loci.MemoryQuery{Scopes: []loci.Scope{home}, Limit: 100, Offset: 990}))
	})
}

// testLargeQuery asks with more values than a statement of SQL takes.
func testLargeQuery(t *testing.T, h Harness) {
	p := open(t, h)
	p.furnish()
	p.apply(everything())
	const many = 40_000
	var (
		names  = make([]loci.ID, many)
		said   = make([]loci.TurnID, many)
		scopes = make([]loci.Scope, many)
		docs   = make([]loci.Doc, many)
		terms  = make([]string, many)
	)
	for i := range many {
		names[i], said[i], docs[i] = id(i), loci.TurnID(fmt.Sprintf("t%d", i)), loci.Doc(i)
		scopes[i] = loci.Scope{Org: "org", User: fmt.Sprint(i)}
		terms[i] = fmt.Sprintf("word%06d", i)
	}
	scopes[many-1], terms[many-1] = home, "tea"
	one := []loci.Scope{home}
	p.same("by id", 3, len(p.memories(loci.MemoryQuery{Scopes: one, IDs: names})))
	p.same("by turn", 2, len(p.turns(loci.TurnQuery{Scopes: one, IDs: said})))
	p.same("by scope", 3, len(p.memories(loci.MemoryQuery{Scopes: scopes})))
	got, err := p.MemoriesByDoc(p.ctx, slices.Concat(docs, docs))
	p.same("by handle", 3, len(must(p, got, err)))
	lists := p.postings(loci.PostingsQuery{Scopes: one, Kind: loci.DocMemory, Terms: terms}).Terms
	p.same("by term", 2, len(lists[many-1]))
}
