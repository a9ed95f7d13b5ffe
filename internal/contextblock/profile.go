package contextblock

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// profileChars is how much of the block a compacted profile may take.
const profileChars = 1200

// Condense returns a compacted profile on one line of up to limit characters:
// the points that share most words with the query, then the others in their
// order. A point is there whole or not at all.
func Condense(m loci.Memory, query string, limit int) string {
	points := m.Statements()
	shared := make(map[string]int, len(points))
	asked := text.QueryTerms(query, m.Lang)
	for _, p := range points {
		for _, term := range text.Terms(p, m.Lang) {
			if slices.Contains(asked, term) {
				shared[p]++
			}
		}
	}
	slices.SortStableFunc(points, func(a, b string) int { return cmp.Compare(shared[b], shared[a]) })
	var line []string
	for _, p := range points {
		size := utf8.RuneCountInString(p) + len("; ")
		if size > limit {
			continue
		}
		limit -= size
		line = append(line, p)
	}
	return strings.Join(line, "; ")
}
