package retrieve

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/locimem/loci"
)

// The parameters of BM25. Memories and turns are short and of like length, so
// repetition and length say less than they do of web pages.
const (
	k1 = 0.9
	b  = 0.4
)

// maxScored bounds how many terms of a query count: the rarest. A query of more
// is a prompt and not a question: most of its words are there by the way, the
// common ones above all, so that in it a term's rarity counts twice. Many such
// words must not drown the one that matters.
const maxScored = 16

// weights turns term frequencies into scores.
type weights struct {
	docs float64
	long float64 // the share of the length norm that grows with a document's length
}

func weightsOf(p loci.Postings) weights {
	avg := 1.0
	if p.Docs > 0 && p.TotalLen > 0 {
		avg = float64(p.TotalLen) / float64(p.Docs)
	}
	return weights{docs: float64(p.Docs), long: k1 * b / avg}
}

// idf is never negative, even if postings hold more documents than Docs says.
func (w weights) idf(df int) float64 {
	n := float64(df)
	return math.Log1p((max(w.docs, n) - n + 0.5) / (n + 0.5))
}

func (w weights) score(idf float64, p loci.Posting) float64 {
	tf := float64(p.TF)
	return idf * tf * (k1 + 1) / (tf + k1*(1-b) + w.long*float64(p.Len))
}

// list is a cursor over the postings of one term.
type list struct {
	left  []loci.Posting
	idf   float64
	bound float64 // no document scores more for this term
}

// seek advances to the first posting not before doc, in steps that double, and
// reports whether it is doc's.
func (l *list) seek(doc loci.Doc) bool {
	step := 1
	for step < len(l.left) && l.left[step].Doc < doc {
		step *= 2
	}
	from := step / 2
	window := l.left[from:min(step+1, len(l.left))]
	l.left = l.left[from+sort.Search(len(window), func(i int) bool { return window[i].Doc >= doc }):]
	return len(l.left) > 0 && l.left[0].Doc == doc
}

// lists returns a cursor for each term that occurs and counts, the least
// telling first.
func lists(p loci.Postings, w weights) []*list {
	var out []*list
	for _, postings := range p.Terms {
		if len(postings) > 0 {
			idf := w.idf(len(postings))
			if len(p.Terms) > maxScored {
				idf *= idf / w.idf(1)
			}
			out = append(out, &list{left: postings, idf: idf, bound: idf * (k1 + 1)})
		}
	}
	slices.SortStableFunc(out, func(a, b *list) int { return cmp.Compare(a.bound, b.bound) })
	return out[max(0, len(out)-maxScored):]
}

// Rank returns the n best documents, best first. Once n are known, documents
// that hold only common terms are passed over: such terms are only looked up
// in documents that a rarer one has brought in (MaxScore).
func Rank(p loci.Postings, n int) []Scored {
	if n < 1 {
		return nil
	}
	w := weightsOf(p)
	ls := lists(p, w)
	sums := make([]float64, len(ls)) // the most that the terms up to this one can add
	total := 0.0
	for i, l := range ls {
		total += l.bound
		sums[i] = total
	}
	best := top{n: n}
	for first := 0; ; {
		for first < len(ls) && sums[first] < best.threshold() {
			first++
		}
		doc, ok := next(ls[first:])
		if !ok {
			return scored(best.sorted())
		}
		var parts [maxScored]float64
		sum := 0.0
		for i, l := range ls[first:] {
			if len(l.left) > 0 && l.left[0].Doc == doc {
				parts[first+i] = w.score(l.idf, l.left[0])
				sum += parts[first+i]
				l.left = l.left[1:]
			}
		}
		for i := first - 1; i >= 0 && sum+sums[i] >= best.threshold(); i-- {
			if l := ls[i]; l.seek(doc) {
				parts[i] = w.score(l.idf, l.left[0])
				sum += parts[i]
			}
		}
		best.add(ranked{doc, sumOf(parts[:len(ls)])})
	}
}

// sumOf adds in the order of the terms, so that documents that are alike have
// the same score to the last bit, however they were found.
func sumOf(parts []float64) float64 {
	sum := 0.0
	for _, p := range parts {
		sum += p
	}
	return sum
}

// next returns the lowest document at the head of any list.
func next(ls []*list) (doc loci.Doc, ok bool) {
	for _, l := range ls {
		if len(l.left) > 0 && (!ok || l.left[0].Doc < doc) {
			doc, ok = l.left[0].Doc, true
		}
	}
	return doc, ok
}

// ranked is a document and its score.
type ranked struct {
	doc   loci.Doc
	score float64
}

// descending puts the best first. The order is total: of equals the later
// document comes first.
func descending(s, t ranked) int {
	return cmp.Or(cmp.Compare(t.score, s.score), cmp.Compare(t.doc, s.doc))
}

// scored takes the scores for those of the words.
func scored(all []ranked) []Scored {
	out := make([]Scored, len(all))
	for i, r := range all {
		out[i].Doc = r.doc
		out[i].add(Words, r.score)
	}
	return out
}

// top keeps the n best in a heap with the worst of them at the root.
type top struct {
	n    int
	heap []ranked
}

// threshold is the score below which no document gets in, with room for sums
// that were rounded in another order.
func (t *top) threshold() float64 {
	if len(t.heap) < t.n {
		return 0
	}
	return t.heap[0].score * (1 - 1e-9)
}

func (t *top) add(s ranked) {
	if len(t.heap) < t.n {
		t.heap = append(t.heap, s)
		t.up(len(t.heap) - 1)
	} else if descending(s, t.heap[0]) < 0 {
		t.heap[0] = s
		t.down(0)
	}
}

func (t *top) up(i int) {
	for parent := (i - 1) / 2; i > 0 && t.worse(i, parent); i, parent = parent, (parent-1)/2 {
		t.swap(i, parent)
	}
}

func (t *top) down(i int) {
	for {
		worst := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(t.heap); c++ {
			if t.worse(c, worst) {
				worst = c
			}
		}
		if worst == i {
			return
		}
		t.swap(i, worst)
		i = worst
	}
}

func (t *top) worse(i, j int) bool { return descending(t.heap[i], t.heap[j]) > 0 }
func (t *top) swap(i, j int)       { t.heap[i], t.heap[j] = t.heap[j], t.heap[i] }

func (t *top) sorted() []ranked {
	slices.SortFunc(t.heap, descending)
	return t.heap
}
