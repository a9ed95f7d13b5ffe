package extract

import (
	"slices"
	"strings"
	"unicode"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// claim is a sentence that the author of a turn states.
type claim struct {
	text    string
	forbids bool // something that does harm where nobody has allowed it
}

// claims returns the sentences that the author states as they stand: nothing in
// them is asked, supposed, doubted, asked of the assistant, quoted or handed
// over. Part of a sentence is no claim: it may say the opposite of the whole.
// Nor is a line by itself, which what stands above may have begun; and what a
// line with a colon introduces, or a list, may be all that is not so.
func (m *matcher) claims() []claim {
	var out []claim
	limit, begin := m.introduction(), 0 // the clause that begins the sentence under way
	for i, s := range m.sentences {
		to := m.clauses[s.to-1].to
		if i+1 == len(m.sentences) {
			to = len(m.tokens)
		} else if !m.finished(to) {
			continue
		}
		if to > limit {
			break
		}
		from := 0
		if begin > 0 {
			from = m.clauses[begin-1].to + 1
		}
		if m.said(m.clauses[begin:s.to], m.tokens[from:to]) {
			forbids := m.has("not", from, to) && m.has("harm", from, to)
			out = append(out, claim{m.verbatim(from, to), forbids})
		}
		begin = s.to
	}
	return out
}

// said reports whether the author says what the clauses say, and plainly.
func (m *matcher) said(clauses []clause, tokens []token) bool {
	return !slices.ContainsFunc(clauses, func(c clause) bool { return !c.told() || c.relayed }) &&
		!slices.ContainsFunc(tokens, func(t token) bool { return t.masked })
}

// finished reports whether the mark at i ends a sentence for certain: no line
// end, no pictogram, and no dots that trail off.
func (a *analysis) finished(i int) bool {
	const dot, dots = ".", "…"
	t := &a.tokens[i]
	return t.kind == punct && strings.Contains(closing, t.norm) && t.norm != dots &&
		a.tokens[i-1].norm != dot && (i+1 >= len(a.tokens) || a.tokens[i+1].norm != dot)
}

// introduction returns where the first list begins, or the colon stands that
// ends a line.
func (a *analysis) introduction() int {
	for i := range a.tokens {
		if a.listItem(i) {
			return i
		}
		if colon, ok := a.introduces(i); ok {
			return colon
		}
	}
	return len(a.tokens)
}

// Claims reports whether the author of the turn claims what is said, word for
// word: it is a whole sentence of his own, or what the rules read in one.
func (r Result) Claims(said string) bool {
	if _, ok := r.Fact(said); ok {
		return true
	}
	return slices.ContainsFunc(r.claims, func(c claim) bool { return SameWords(c.text, said) })
}

// Forbids reports whether a claim says what must not be done.
func (r Result) Forbids(said string) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.forbids && SameWords(c.text, said) })
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
const signs = "-–—#@%‰&*/\\§′″_"
