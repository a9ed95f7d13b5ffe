package eval

import (
	"maps"
	"math"
	"slices"
)

// rankings sums how well relevant things were ranked, over questions.
type rankings struct {
	questions                       int
	r5, r10, r20, any10, all10, mrr float64
	ndcg10                          float64
}

// add judges one ranking. A thing that is ranked twice counts at its first
// place.
func (r *rankings) add(ranked []string, relevant map[string]bool) {
	r.questions++
	r.r5 += recallAt(5, ranked, relevant)
	r.r10 += recallAt(10, ranked, relevant)
	r.r20 += recallAt(20, ranked, relevant)
	if recallAt(10, ranked, relevant) > 0 {
		r.any10++
	}
	if recallAt(10, ranked, relevant) == 1 {
		r.all10++
	}
	if i := slices.IndexFunc(ranked, func(id string) bool { return relevant[id] }); i >= 0 {
		r.mrr += 1 / float64(i+1)
	}
	r.ndcg10 += ndcg(10, ranked, relevant)
}

// figures adds the means under a prefix such as "turn.all".
func (r *rankings) figures(prefix string, to map[string]float64) {
	n := float64(max(1, r.questions))
	maps.Copy(to, map[string]float64{
		prefix + ".r@5": r.r5 / n, prefix + ".r@10": r.r10 / n, prefix + ".r@20": r.r20 / n,
		prefix + ".any@10": r.any10 / n, prefix + ".all@10": r.all10 / n,
		prefix + ".mrr": r.mrr / n, prefix + ".ndcg@10": r.ndcg10 / n,
	})
}

// recallAt is the share of what is relevant among the first k.
func recallAt(k int, ranked []string, relevant map[string]bool) float64 {
	found := 0
	for _, id := range ranked[:min(k, len(ranked))] {
		if relevant[id] {
			found++
		}
	}
	return Ratio(found, len(relevant))
}

// ndcg is the discounted gain of the first k over that of a perfect ranking.
func ndcg(k int, ranked []string, relevant map[string]bool) float64 {
	gain := func(i int) float64 { return 1 / math.Log2(float64(i+2)) }
	got, best := 0.0, 0.0
	for i, id := range ranked[:min(k, len(ranked))] {
		if relevant[id] {
			got += gain(i)
		}
	}
	for i := range min(k, len(relevant)) {
		best += gain(i)
	}
	if best == 0 {
		return 0
	}
	return got / best
}

// percentile returns the value below which the share p of all lies.
func percentile(all []float64, p float64) float64 {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}
