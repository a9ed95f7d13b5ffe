package eval

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// bm25 is the floor that every search has to stand above: BM25 as published,
// over folded words, without stems, stop words or context.
type bm25 struct {
	ids   []string
	words []map[string]int // of each document
	sizes []int
	in    map[string]int // in how many documents a word occurs
	mean  float64
}

// The usual parameters of BM25.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

func newBM25(turns []loci.Turn) *bm25 {
	f := &bm25{in: map[string]int{}}
	total := 0
	for _, t := range turns {
		words := map[string]int{}
		size := 0
		for _, w := range wordsOf(t.Speaker + ": " + t.Text) {
			words[w]++
			size++
		}
		for w := range words {
			f.in[w]++
		}
		f.ids = append(f.ids, string(t.ID))
		f.words = append(f.words, words)
		f.sizes = append(f.sizes, size)
		total += size
	}
	f.mean = float64(total) / float64(max(1, len(turns)))
	return f
}

// rank returns the documents that hold any word of the query, best first.
func (f *bm25) rank(query string) []string {
	scores := map[int]float64{}
	for _, w := range wordsOf(query) {
		n, df := float64(len(f.ids)), float64(f.in[w])
		idf := math.Log1p((n - df + 0.5) / (df + 0.5))
		for i, words := range f.words {
			if tf := float64(words[w]); tf > 0 {
				scores[i] += idf * tf * (bm25K1 + 1) / (tf + bm25K1*(1-bm25B+bm25B*float64(f.sizes[i])/f.mean))
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(scores), func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	out := make([]string, len(order))
	for i, doc := range order {
		out[i] = f.ids[doc]
	}
	return out
}

func wordsOf(s string) []string {
	var out []string
	for _, t := range text.Tokens(text.Fold(s)) {
		out = append(out, t.Text)
	}
	return out
}
