package eval

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/locimem/loci"
)

func TestRankings(t *testing.T) {
	ranked := []string{"a", "b", "c", "d", "e", "f"}
	tests := map[string]struct {
		relevant []string
		want     map[string]float64
	}{
		"the best place": {[]string{"a"}, map[string]float64{
			"x.r@5": 1, "x.r@10": 1, "x.r@20": 1, "x.any@10": 1, "x.all@10": 1, "x.mrr": 1, "x.ndcg@10": 1}},
		"behind the first five": {[]string{"f"}, map[string]float64{
			"x.r@5": 0, "x.r@10": 1, "x.r@20": 1, "x.any@10": 1, "x.all@10": 1, "x.mrr": 1. / 6, "x.ndcg@10": 1 / math.Log2(7)}},
		"half of it": {[]string{"b", "z"}, map[string]float64{
			"x.r@5": .5, "x.r@10": .5, "x.r@20": .5, "x.any@10": 1, "x.all@10": 0, "x.mrr": .5,
			"x.ndcg@10": (1 / math.Log2(3)) / (1 + 1/math.Log2(3))}},
		"none of it": {[]string{"z"}, map[string]float64{
			"x.r@5": 0, "x.r@10": 0, "x.r@20": 0, "x.any@10": 0, "x.all@10": 0, "x.mrr": 0, "x.ndcg@10": 0}},
	}
	for name, tt := range tests {
		relevant := map[string]bool{}
		for _, id := range tt.relevant {
			relevant[id] = true
		}
		var r rankings
		r.add(ranked, relevant)
		got := map[string]float64{}
		r.figures("x", got)
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestPercentile(t *testing.T) {
	all := []float64{5, 1, 4, 2, 3}
	for p, want := range map[float64]float64{0: 1, 0.5: 3, 0.95: 5, 1: 5} {
		if got := percentile(all, p); got != want {
			t.Errorf("percentile(%v) = %v, want %v", p, got, want)
		}
	}
	if got := percentile(nil, 0.5); got != 0 {
		t.Errorf("percentile of nothing = %v, want 0", got)
	}
}

func TestBM25PrefersRareWordsAndShortTexts(t *testing.T) {
	f := newBM25([]loci.Turn{
		{ID: "long", Text: "we talked about the weather and the harbour and the weather again for hours"},
		{ID: "short", Text: "the harbour"},
		{ID: "other", Text: "the weather"},
	})
	if diff := cmp.Diff([]string{"short", "long"}, f.rank("Harbour")); diff != "" {
		t.Errorf("rank (-want +got):\n%s", diff)
	}
	if got := f.rank("xylophone"); len(got) != 0 {
		t.Errorf("rank of an unknown word = %v, want nothing", got)
	}
}
