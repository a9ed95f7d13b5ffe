package retrieve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/locimem/loci"
)

// naive is BM25 as the formula says it, document by document.
func naive(p loci.Postings, n int) []Scored {
	scores := map[loci.Doc]float64{}
	avg := float64(p.TotalLen) / float64(p.Docs)
	for _, list := range p.Terms {
		df := float64(len(list))
		idf := math.Log(1 + (float64(p.Docs)-df+0.5)/(df+0.5))
		for _, x := range list {
			tf := float64(x.TF)
			scores[x.Doc] += idf * tf * 1.9 / (tf + 0.9*(1-0.4+0.4*float64(x.Len)/avg))
		}
	}
	var out []Scored
	for d, s := range scores {
		out = append(out, Scored{Doc: d, Score: s})
	}
	slices.SortFunc(out, byScore)
	return out[:min(n, len(out))]
}

func postings(t *rapid.T) loci.Postings {
	p := loci.Postings{Docs: rapid.IntRange(1, 60).Draw(t, "docs")}
	lens := make([]int, p.Docs)
	for i := range lens {
		lens[i] = rapid.IntRange(1, 30).Draw(t, "len")
		p.TotalLen += int64(lens[i])
	}
	for range rapid.IntRange(0, 8).Draw(t, "terms") {
		var list []loci.Posting
		every := rapid.IntRange(1, 12).Draw(t, "every")
		for d := rapid.IntRange(0, every).Draw(t, "from"); d < p.Docs; d += every {
			list = append(list, loci.Posting{Doc: loci.Doc(d * 3), TF: rapid.IntRange(1, 5).Draw(t, "tf"), Len: lens[d]})
		}
		p.Terms = append(p.Terms, list)
	}
	return p
}

func TestRankIsBM25(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := postings(t)
		n := rapid.IntRange(0, 20).Draw(t, "n")
		want, got := naive(p, n), Rank(p, n)
		if len(want) != len(got) {
			t.Fatalf("want %v, got %v", want, got)
		}
		for i := range got {
			if math.Abs(got[i].Score-want[i].Score) > 1e-9 {
				t.Fatalf("at %d: want %v, got %v", i, want, got)
			}
			if i > 0 && byScore(got[i-1], got[i]) >= 0 {
				t.Fatalf("not in order: %v", got)
			}
		}
	})
}

func TestRankPrefersTheLaterOfEquals(t *testing.T) {
	var x index
	for range 100 {
		x.add([]loci.TermCount{{Term: "tea", TF: 1}}, 3)
	}
	got := Rank(x.find(Analysis{Terms: []string{"tea", "no"}}), 3)
	if len(got) != 3 || got[0].Doc != 100 || got[1].Doc != 99 || got[2].Doc != 98 {
		t.Errorf("got %v", got)
	}
}

// corpus has n documents of about ten terms, drawn by a Zipf law.
func corpus(n int) *index {
	r := rand.New(rand.NewPCG(1, 2))
	z := rand.NewZipf(r, 1.1, 4, 20000)
	x := &index{}
	for range n {
		terms := make([]string, 10)
		for i := range terms {
			terms[i] = fmt.Sprint(z.Uint64())
		}
		x.add(count(terms), len(terms))
	}
	return x
}

func BenchmarkRank(b *testing.B) {
	six := Analysis{Terms: []string{"3", "17", "60", "200", "900", "5000"}}
	for _, n := range []int{10_000, 100_000} {
		p := corpus(n).find(six)
		b.Run(fmt.Sprintf("six-terms/%dk", n/1000), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Rank(p, 50)
			}
		})
	}
	p := corpus(100_000).find(Analysis{Terms: []string{"0", "1", "2", "3", "4", "5"}})
	b.Run("six-commonest/100k", func(b *testing.B) {
		for b.Loop() {
			Rank(p, 50)
		}
	})
}

// BenchmarkRankTurns ranks a hundred thousand turns in conversations of twenty.
func BenchmarkRankTurns(b *testing.B) {
	x := corpus(100_000)
	for _, list := range x.postings {
		for i := range list {
			n := int64(list[i].Doc)
			list[i].Doc = loci.Doc((n/20+1)<<20 + n%20)
		}
	}
	for name, terms := range map[string][]string{
		"six-terms": {"3", "17", "60", "200", "900", "5000"}, "six-commonest": {"0", "1", "2", "3", "4", "5"},
	} {
		p := x.find(Analysis{Terms: terms})
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				RankTurns(p, 200)
			}
		})
	}
}
