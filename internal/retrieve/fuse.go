package retrieve

import (
	"slices"

	"github.com/locimem/loci"
)

// wordShare is the weight of words beside that of meaning. A weak embedder
// that has more of a say makes answers worse than words alone.
const wordShare = 0.6

// Fuse joins what the words found with what is near in meaning: a weighted sum
// of both, each from 0 for nothing to 1 for its best.
func Fuse(words []Scored, near []loci.Near) []Scored {
	if len(near) == 0 {
		return words
	}
	most := 0.0
	for _, s := range words {
		most = max(most, s.Score)
	}
	at := make(map[loci.Doc]int, len(words)+len(near))
	out := make([]Scored, 0, len(words)+len(near))
	for _, s := range words {
		at[s.Doc] = len(out)
		out = append(out, Scored{Doc: s.Doc})
		out[len(out)-1].add(Words, wordShare*s.Score/most)
	}
	highest, lowest := near[0].Cosine, near[len(near)-1].Cosine
	for _, n := range near {
		share := 1.0
		if highest > lowest {
			share = (n.Cosine - lowest) / (highest - lowest)
		}
		i, ok := at[n.Doc]
		if !ok {
			i = len(out)
			out = append(out, Scored{Doc: n.Doc})
		}
		out[i].add(Meaning, (1-wordShare)*share)
	}
	out = slices.DeleteFunc(out, func(s Scored) bool { return s.Score == 0 })
	slices.SortFunc(out, byScore)
	return out
}
