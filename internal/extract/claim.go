package extract

import (
	"slices"
	"strings"
	"unicode"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// claims returns the sentences that the author states as they stand: nothing in
// them is asked, supposed, doubted, asked of the assistant, quoted or handed
// over. Part of a sentence is no claim: it may say the opposite of the whole.
func (m *matcher) claims() []string {
	var out []string
	for _, s := range m.sentences {
		from, to := m.clauses[s.from].from, m.clauses[s.to-1].to
		unsaid := slices.ContainsFunc(m.clauses[s.from:s.to], func(c clause) bool {
			return c.question || c.cond || c.task || c.hedged
		}) || slices.ContainsFunc(m.tokens[from:to], func(t token) bool { return t.masked })
		if !unsaid {
			out = append(out, m.src[m.tokens[from].start:m.tokens[to-1].end])
		}
	}
	return out
}

// Claims reports whether the author of the turn claims what is said, word for
// word: it is a whole sentence of his own, or what the rules read in one.
func (r Result) Claims(said string) bool {
	if _, ok := r.Fact(said); ok {
		return true
	}
	return slices.ContainsFunc(r.claims, func(c string) bool { return SameWords(c, said) })
}

// Fact returns the fact that the rules read in exactly these words.
func (r Result) Fact(said string) (loci.Candidate, bool) {
	i := slices.IndexFunc(r.Candidates, func(c loci.Candidate) bool {
		return c.Op == loci.OpAssert && SameWords(c.Text, said)
	})
	if i < 0 {
		return loci.Candidate{}, false
	}
	return r.Candidates[i], true
}

// SameWords reports whether two texts are the same but for case, accents, space
// and the marks around them.
func SameWords(a, b string) bool {
	a, b = bareWords(a), bareWords(b)
	return a != "" && a == b
}

func bareWords(s string) string {
	s = text.Normalize(text.FoldMarks(s, ""))
	return strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) && !strings.ContainsRune(signs, r)
	})
}

// signs are marks that belong to what they stand before or after.
const signs = "-#@%&*/"
