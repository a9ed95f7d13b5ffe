package storetest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/locimem/loci"
)

// view is everything that can be seen of a store. Two stores with equal views
// hold the same, whatever their handles and hashes.
type view struct {
	Memories   []loci.Memory
	Turns      []loci.Turn
	History    []loci.HistoryEntry
	Tombstones []loci.Tombstone
	Reviews    []loci.Review
	Scopes     []loci.Scope
	Counts     map[string]int
	Digests    map[string][]loci.ID
	Index      []corpus
	Verify     loci.VerifyReport
}

// corpus is one index of one scope.
type corpus struct {
	Scope    loci.Scope
	Kind     loci.DocKind
	Docs     int
	TotalLen int64
	Postings []occurrence
}

// occurrence is a posting with the record instead of the handle.
type occurrence struct {
	Term, Record string
	TF, Len      int
}

// What look asks for where a store lists nothing by itself.
var (
	knownMACs    = []string{"mac1", "mac2", "mac3"}
	knownDigests = []string{"digest1", "digest2", "digest3"}
	knownTerms   = []string{"tea", "likes", "please", "green", "black", "white", "number1", "turn1"}
)

// look returns the view of a store.
func (p probe) look() view {
	p.t.Helper()
	scopes := p.scopes()
	v := view{
		Memories: p.memories(loci.MemoryQuery{AllScopes: true}),
		Turns:    p.turns(loci.TurnQuery{Scopes: scopes}),
		History:  p.history(loci.HistoryQuery{Scopes: scopes}),
		Reviews:  p.reviews(scopes...),
		Scopes:   scopes,
		Counts:   map[string]int{},
		Digests:  map[string][]loci.ID{},
		Verify:   p.verify(),
	}
	for i := range v.History {
		v.History[i].Hash = ""
	}
	for _, scope := range scopes {
		v.Tombstones = append(v.Tombstones, sortedTombstones(p.tombstones(scope, knownMACs...))...)
		counts := p.counts(scope)
		for status, n := range counts.Memories {
			v.Counts[fmt.Sprintf("%v %s", scope, status)] = n
		}
		v.Counts[fmt.Sprintf("%v turns", scope)] = counts.Turns
		for _, kind := range []loci.DocKind{loci.DocMemory, loci.DocPast, loci.DocTurn} {
			v.Index = append(v.Index, p.corpus(scope, kind, knownTerms))
		}
	}
	for _, digest := range knownDigests {
		v.Digests[digest] = ids(p.memories(loci.MemoryQuery{AllScopes: true, Digest: digest}))
	}
	for key, n := range v.Counts {
		if n == 0 {
			delete(v.Counts, key) // a store may or may not name what it has none of
		}
	}
	return v
}

func (p probe) corpus(scope loci.Scope, kind loci.DocKind, terms []string) corpus {
	p.t.Helper()
	got := p.postings(loci.PostingsQuery{Scopes: []loci.Scope{scope}, Kind: kind, Terms: terms})
	if len(got.Terms) != len(terms) {
		p.t.Fatalf("postings: %d lists for %d terms", len(got.Terms), len(terms))
	}
	c := corpus{Scope: scope, Kind: kind, Docs: got.Docs, TotalLen: got.TotalLen}
	names := p.names(kind, got)
	for i, list := range got.Terms {
		if !slices.IsSortedFunc(list, func(a, b loci.Posting) int { return cmp.Compare(a.Doc, b.Doc) }) {
			p.t.Errorf("postings of %q do not ascend: %v", terms[i], list)
		}
		for _, posting := range list {
			c.Postings = append(c.Postings, occurrence{terms[i], names[posting.Doc], posting.TF, posting.Len})
		}
	}
	slices.SortFunc(c.Postings, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.Record, b.Record))
	})
	return c
}

// names loads the records behind the handles of an answer.
func (p probe) names(kind loci.DocKind, got loci.Postings) map[loci.Doc]string {
	p.t.Helper()
	var docs []loci.Doc
	for _, list := range got.Terms {
		for _, posting := range list {
			docs = append(docs, posting.Doc)
		}
	}
	names := map[loci.Doc]string{}
	if kind == loci.DocTurn {
		turns, err := p.TurnsByDoc(p.ctx, docs)
		for doc, t := range must(p, turns, err) {
			names[doc] = string(t.ID)
		}
		return names
	}
	memories, err := p.MemoriesByDoc(p.ctx, docs)
	for doc, m := range must(p, memories, err) {
		names[doc] = string(m.ID)
	}
	return names
}

func sortedTombstones(all []loci.Tombstone) []loci.Tombstone {
	return slices.SortedFunc(slices.Values(all), func(a, b loci.Tombstone) int {
		return cmp.Or(cmp.Compare(a.MAC, b.MAC), cmp.Compare(a.Turn, b.Turn))
	})
}
