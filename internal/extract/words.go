package extract

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// wordSet is what a pattern allows at one place: whole words, word beginnings
// (walk*), word ends (*ing, ge*t), and words that must carry their accents (=é).
type wordSet struct {
	whole, begin, exact []string
	ends                []affix
}

// affix is how a word ends, and begins: *ing, ge*t.
type affix struct{ prefix, suffix string }

// affixes reads a literal that holds a star before its end.
func affixes(lit string) (affix, bool) {
	prefix, suffix, ok := strings.Cut(lit, "*")
	if !ok {
		return affix{}, false
	}
	return affix{foldLiteral(prefix), foldLiteral(suffix)}, true
}

// of reports whether the affixes are those of a word, which has more to it than
// an ending alone.
func (a affix) of(word string) bool {
	more := len(word) - len(a.prefix) - len(a.suffix)
	return (more > 0 || more == 0 && a.prefix != "") && strings.HasSuffix(word, a.suffix) && strings.HasPrefix(word, a.prefix)
}

func newWordSet(literals []string) *wordSet {
	s := &wordSet{}
	for _, lit := range literals {
		ends, starred := affixes(lit)
		switch {
		case lit[0] == '=':
			s.exact = append(s.exact, strings.ToLower(lit[1:]))
		case strings.HasSuffix(lit, "*"):
			s.begin = append(s.begin, foldLiteral(strings.TrimSuffix(lit, "*")))
		case starred:
			s.ends = append(s.ends, ends)
		default:
			s.whole = append(s.whole, foldLiteral(lit))
		}
	}
	return s
}

// initials returns those of the words that are in the set.
func (s *wordSet) initials() initials {
	if len(s.exact)+len(s.ends) > 0 {
		return anyInitials
	}
	var all initials
	for _, w := range s.whole {
		all |= initialsOf(w)
	}
	for _, stem := range s.begin {
		if utf8.RuneCountInString(stem) < 2 {
			return anyInitials
		}
		all |= initialsOf(stem)
	}
	return all
}

func (s *wordSet) match(t *token) bool {
	return slices.Contains(s.whole, t.norm) || slices.Contains(s.exact, t.lower) ||
		slices.ContainsFunc(s.begin, func(stem string) bool { return strings.HasPrefix(t.norm, stem) }) ||
		slices.ContainsFunc(s.ends, func(a affix) bool { return a.of(t.norm) })
}
