package resolve

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

//go:embed opposites.toml
var oppositesFile string

var oppositeLines = sync.OnceValue(func() map[string][]string { return read[map[string][]string]("opposites.toml", oppositesFile) })

// Opposites is a table of words that exclude each other.
type Opposites struct {
	pairs []pair
}

// pair holds the words of two sides, each word as its folded tokens.
type pair struct {
	lang  string // empty: of every language
	sides [2][][]string
}

// NewOpposites returns the table with further pairs for every language, each
// "dark, dim|light".
func NewOpposites(more ...string) (*Opposites, error) {
	o := &Opposites{}
	for _, lang := range slices.Sorted(maps.Keys(oppositeLines())) {
		for _, line := range oppositeLines()[lang] {
			p, _ := parsePair(lang, line)
			o.pairs = append(o.pairs, p)
		}
	}
	for _, line := range more {
		p, ok := parsePair("", line)
		if !ok {
			return nil, loci.Errorf(loci.Invalid, "%q is no pair of opposites", line).WithHint("two words with a bar between: dark|light")
		}
		o.pairs = append(o.pairs, p)
	}
	return o, nil
}

func parsePair(lang, line string) (pair, bool) {
	p := pair{lang: lang}
	one, other, ok := strings.Cut(line, "|")
	for i, side := range []string{one, other} {
		for word := range strings.SplitSeq(side, ",") {
			said := tokens(word)
			ok = ok && len(said) > 0
			p.sides[i] = append(p.sides[i], said)
		}
	}
	return p, ok
}

// of reports whether a pair is of a statement's language; one that could not be
// told may be any.
func (p pair) of(lang string) bool {
	lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
	return p.lang == "" || lang == "" || lang == "und" || p.lang == lang
}

// Sides returns the sides of the table's pairs that a statement is on, as
// numbers: those of a pair differ in the last bit.
func (o *Opposites) Sides(m loci.Memory) []int {
	said := tokens(m.Text)
	var out []int
	for i, p := range o.pairs {
		for side := range p.sides {
			if !p.of(m.Lang) {
				break
			}
			if word, _ := cutWord(said, p.sides[side], p.lang); word != "" {
				out = append(out, 2*i+side)
			}
		}
	}
	return out
}

// Contradict reports whether two statements are alike but for the sides of one
// pair of opposites, and names the words.
func (o *Opposites) Contradict(a, b loci.Memory) (words string, ok bool) {
	if a.Kind == loci.Episodic || b.Kind == loci.Episodic || a.Category == loci.Ephemeral || b.Category == loci.Ephemeral ||
		affirmed(a) != affirmed(b) || a.Slot.Subject != b.Slot.Subject || a.Event != nil || b.Event != nil {
		return "", false
	}
	ta, tb := tokens(a.Text), tokens(b.Text)
	for _, p := range o.pairs {
		for side := range p.sides {
			if !p.of(a.Lang) || !p.of(b.Lang) {
				break
			}
			wa, la := cutWord(ta, p.sides[side], p.lang)
			wb, lb := cutWord(tb, p.sides[1-side], p.lang)
			if wa != "" && wb != "" && alike(la, lb, p.lang) {
				return wa + " and " + wb, true
			}
		}
	}
	return "", false
}

func affirmed(m loci.Memory) bool { return m.Polarity != loci.Negated }

func tokens(s string) []string {
	var out []string
	for _, t := range text.Tokens(s) {
		out = append(out, t.Norm)
	}
	return out
}

// cutWord takes the first of the words out of a statement, and returns it and
// what is left. Where a language inflects, forms of one stem are one word.
func cutWord(said []string, words [][]string, lang string) (string, []string) {
	for _, w := range words {
		for i := 0; i+len(w) <= len(said); i++ {
			if len(w) > 0 && sameWords(said[i:i+len(w)], w, lang) {
				return strings.Join(said[i:i+len(w)], " "), slices.Concat(said[:i], said[i+len(w):])
			}
		}
	}
	return "", nil
}

func sameWords(a, b []string, lang string) bool {
	if slices.Equal(a, b) {
		return true
	}
	sa, sb := terms(strings.Join(a, " "), lang), terms(strings.Join(b, " "), lang)
	return len(sa) > 0 && slices.Equal(sa, sb)
}

// alike reports whether what two statements say besides is the same: all that
// the shorter one says, and something at all.
func alike(a, b []string, lang string) bool {
	shared, shorter, longer := inCommon(terms(strings.Join(a, " "), lang), terms(strings.Join(b, " "), lang))
	return shared > 0 && shared == shorter && longer <= 2*shorter
}
