package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci/internal/text"
)

const (
	// maxExcerpted bounds how much of a turn is searched for the hit, in bytes.
	maxExcerpted = 256 << 10
	// perExcerpt is how many pieces make an excerpt: how finely it is placed.
	perExcerpt = 4
	// overlap is how many bytes of the next piece are read with one, so that a
	// hit on the border is seen.
	overlap = 24
)

// Excerpt returns up to limit characters of a text, on one line, around the
// place that holds most of the query's terms; its beginning if none does.
func Excerpt(s string, a Analysis, limit int) string {
	s = text.Normalize(s[:boundary(s, maxExcerpted)])
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	const ellipses = 2
	ends := pieces(s, max(1, (limit-ellipses)/perExcerpt))
	first := densest(hits(s, ends, a))
	start, end := 0, ends[min(first+perExcerpt, len(ends))-1]
	if first > 0 {
		start = ends[first-1]
	}
	out := text.Normalize(s[start:end])
	if start > 0 {
		out = "…" + out
	}
	if end < len(s) {
		out += "…"
	}
	return out
}

// boundary returns the last rune boundary of s that is not after n.
func boundary(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// pieces cuts s into pieces of up to n characters, at spaces where there are
// any, and returns where each ends.
func pieces(s string, n int) []int {
	var ends []int
	start, space, size := 0, 0, 0
	for i, r := range s {
		if size == n {
			end := i
			if space > start {
				end = space
			}
			ends = append(ends, end)
			size -= utf8.RuneCountInString(s[start:end])
			start = end
		}
		size++
		if unicode.IsSpace(r) {
			space = i + utf8.RuneLen(r)
		}
	}
	return append(ends, len(s))
}

// hits returns which of the query's terms each piece holds. Words recur, so
// each is analysed once.
func hits(s string, ends []int, a Analysis) [][]string {
	asked := make(map[string]bool, len(a.Terms))
	for _, t := range a.Terms {
		asked[t] = true
	}
	known := map[string][]string{}
	found := make([][]string, len(ends))
	start := 0
	for i, end := range ends {
		for word := range strings.FieldsSeq(s[start:boundary(s, end+overlap)]) {
			terms, ok := known[word]
			if !ok {
				for _, t := range text.QueryTerms(word, a.langs...) {
					if asked[t] {
						terms = append(terms, t)
					}
				}
				known[word] = terms
			}
			found[i] = append(found[i], terms...)
		}
		start = end
	}
	return found
}

// densest returns the first piece of the excerpt that holds most distinct
// terms. Of neighbours that hold as many it takes the middle one, so that the
// hit has words before and after it.
func densest(found [][]string) int {
	best, first, last := 0, 0, 0
	for i := range found {
		seen := map[string]bool{}
		for _, terms := range found[i:min(i+perExcerpt, len(found))] {
			for _, t := range terms {
				seen[t] = true
			}
		}
		switch n := len(seen); {
		case n > best:
			best, first, last = n, i, i
		case n == best && n > 0 && i == last+1:
			last = i
		}
	}
	return (first + last) / 2
}
