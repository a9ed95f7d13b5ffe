package extract

import (
	"slices"
	"strings"
)

// wordSet is what a pattern allows at one place: whole words, word beginnings
// (walk*), word ends (*ing), and words that must carry their accents (=é).
type wordSet struct {
	whole, begin, ends, exact []string
}

func newWordSet(literals []string) *wordSet {
	s := &wordSet{}
	for _, lit := range literals {
		switch {
		case lit[0] == '=':
			s.exact = append(s.exact, strings.ToLower(lit[1:]))
		case strings.HasSuffix(lit, "*"):
			s.begin = append(s.begin, foldLiteral(strings.TrimSuffix(lit, "*")))
		case lit[0] == '*':
			s.ends = append(s.ends, foldLiteral(lit[1:]))
		default:
			s.whole = append(s.whole, foldLiteral(lit))
		}
	}
	return s
}

func (s *wordSet) match(t *token) bool {
	return slices.Contains(s.whole, t.norm) || slices.Contains(s.exact, t.lower) ||
		slices.ContainsFunc(s.begin, func(stem string) bool { return strings.HasPrefix(t.norm, stem) }) ||
		slices.ContainsFunc(s.ends, func(end string) bool { return len(t.norm) > len(end) && strings.HasSuffix(t.norm, end) })
}
