package extract

import (
	"slices"
	"strings"
)

// wordSet is a set of literals: whole words, word beginnings (walk*), word
// ends (*ing), and words that must carry their accents (=é). Each has a label,
// empty but in classes that name what their words stand for.
type wordSet struct {
	few   []labelled        // whole words, while they are few
	whole map[string]string // whole words, once they are many
	exact []labelled
	begin map[string]string
	sizes []int // lengths of the keys of begin, so that a look-up per length suffices
	ends  []labelled
}

type labelled struct{ word, label string }

// manyWords is from how many words on a map is faster than a list.
const manyWords = 8

func (s *wordSet) add(lit, label string) {
	switch {
	case lit[0] == '=':
		s.exact = append(s.exact, labelled{strings.ToLower(lit[1:]), label})
	case strings.HasSuffix(lit, "*"):
		stem := foldLiteral(strings.TrimSuffix(lit, "*"))
		if s.begin == nil {
			s.begin = map[string]string{}
		}
		s.begin[stem] = label
		if !slices.Contains(s.sizes, len(stem)) {
			s.sizes = append(s.sizes, len(stem))
		}
	case lit[0] == '*':
		s.ends = append(s.ends, labelled{foldLiteral(lit[1:]), label})
	case s.whole != nil:
		s.whole[foldLiteral(lit)] = label
	default:
		s.few = append(s.few, labelled{foldLiteral(lit), label})
		if len(s.few) == manyWords {
			s.whole = make(map[string]string, 2*manyWords)
			for _, w := range s.few {
				s.whole[w.word] = w.label
			}
			s.few = nil
		}
	}
}

func (s *wordSet) match(t *token) (label string, ok bool) {
	for i := range s.few {
		if s.few[i].word == t.norm {
			return s.few[i].label, true
		}
	}
	if s.whole != nil {
		if label, ok = s.whole[t.norm]; ok {
			return label, true
		}
	}
	for i := range s.exact {
		if s.exact[i].word == t.lower {
			return s.exact[i].label, true
		}
	}
	for _, n := range s.sizes {
		if n <= len(t.norm) {
			if label, ok = s.begin[t.norm[:n]]; ok {
				return label, true
			}
		}
	}
	for i := range s.ends {
		if len(t.norm) > len(s.ends[i].word) && strings.HasSuffix(t.norm, s.ends[i].word) {
			return s.ends[i].label, true
		}
	}
	return "", false
}

// each calls f with every literal, a word beginning written with its asterisk.
// It reports false if the set holds word ends, which no index can list.
func (s *wordSet) each(f func(word string)) bool {
	for _, w := range s.few {
		f(w.word)
	}
	for w := range s.whole {
		f(w)
	}
	for _, w := range s.exact {
		f(foldLiteral(w.word))
	}
	for w := range s.begin {
		f(w + "*")
	}
	return len(s.ends) == 0
}
