package retrieve

import (
	"slices"

	"github.com/locimem/loci"
)

// index is a store's postings in a few lines.
type index struct {
	docs     int
	length   int64
	postings map[string][]loci.Posting
}

// add indexes documents with ascending numbers.
func (x *index) add(terms []loci.TermCount, length int) {
	x.addAt(loci.Doc(x.docs+1), terms, length)
}

func (x *index) addAt(doc loci.Doc, terms []loci.TermCount, length int) {
	if x.postings == nil {
		x.postings = map[string][]loci.Posting{}
	}
	x.docs++
	x.length += int64(length)
	for _, t := range terms {
		x.postings[t.Term] = append(x.postings[t.Term], loci.Posting{Doc: doc, TF: t.TF, Len: length})
	}
}

func (x *index) find(a Analysis) loci.Postings {
	p := loci.Postings{Docs: x.docs, TotalLen: x.length}
	for _, t := range a.Terms {
		p.Terms = append(p.Terms, slices.Clone(x.postings[t]))
	}
	return p
}

// search indexes texts as memories and returns the numbers of those found,
// best first, counted from 0.
func search(query string, n int, texts ...string) []int {
	var x index
	for _, s := range texts {
		x.add(MemoryTerms(loci.Memory{Text: s, Slot: loci.Slot{Subject: loci.SelfSubject}}))
	}
	var out []int
	for _, s := range Rank(x.find(Analyse(query)), n) {
		out = append(out, int(s.Doc)-1)
	}
	return out
}
