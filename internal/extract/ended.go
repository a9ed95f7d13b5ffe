package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// A bond that ends is told by the name alone where it is known: "Rex died",
// "Mia and I broke up". What happened is remembered as well.

// ended returns what clauses say is over of those whose names are known: a fact
// with a class of verbs that end it ("over") is told by one of them beside the
// name of somebody in its slot.
func (b *builder) ended() (found []*match) {
	for _, f := range b.pack.bonds {
		for i := range b.clauses {
			c := &b.clauses[i]
			verb, ok := b.classIn(f.Over, c.first, c.to)
			if !ok || !c.told() || b.tokens[c.first].masked {
				continue
			}
			k, name, ok := b.mentioned(c, f)
			if !ok && i > 0 && b.clauses[i-1].sentence == c.sentence && b.clauses[i-1].ends == "" {
				k, name, ok = b.mentioned(&b.clauses[i-1], f) // "Mia | and I broke up"
			}
			if ok {
				x := &match{
					fact: f, spans: []span{{min(verb.from, name.from), max(verb.to, name.to)}},
					caps: []capture{{name: f.Value, from: name.from, to: name.to}}, clauses: span{i, i + 1}, known: k,
				}
				if b.holds(x) {
					found = append(found, x)
				}
			}
		}
	}
	return found
}

// certain puts the match first that goes by a known name: whose it is, is certain.
func certain(x, y *match) int {
	switch {
	case (x.known.Name != "") == (y.known.Name != ""):
		return 0
	case x.known.Name != "":
		return -1
	}
	return 1
}

// mentioned returns who of those in the slot of a fact is named in a clause.
func (b *builder) mentioned(c *clause, f *fact) (k Known, name span, ok bool) {
	relation, _, _ := strings.Cut(f.Slot, "{")
	for i := range b.known {
		a := &b.known[i]
		for from := c.first; from+len(a.words) <= c.to && strings.HasPrefix(a.Slot, relation); from++ {
			to := from + len(a.words)
			if slices.EqualFunc(a.words, b.tokens[from:to], inflected) {
				return a.Known, span{from, to}, true
			}
		}
	}
	return Known{}, span{}, false
}

// inflected reports whether a token may be a form of a known word: Саша, Сашей;
// 준호, 준호랑.
func inflected(known, t token) bool {
	if known.norm == t.norm {
		return true
	}
	_, last := utf8.DecodeLastRuneInString(known.norm)
	stem := known.norm[:len(known.norm)-last]
	if utf8.RuneCountInString(stem) < 3 {
		stem = known.norm
	}
	rest, ok := strings.CutPrefix(t.norm, stem)
	return ok && t.kind == word && utf8.RuneCountInString(rest) <= longestEnding
}

const longestEnding = 3 // letters

// event returns what the i-th match put an end to as something that happened,
// unless a match of its sentence says so, or an order not to speak of it follows.
func (b *builder) event(kept []*match, i int) (loci.Candidate, bool) {
	x := kept[i]
	told := func(k *match) bool {
		return k.fact.Kind == loci.Episodic && b.clauses[k.clauses.from].sentence == b.clauses[x.clauses.from].sentence
	}
	if x.fact.event == nil || slices.ContainsFunc(kept, told) || b.hushed(x) {
		return loci.Candidate{}, false
	}
	happened := *x
	happened.fact, happened.caps, happened.known = x.fact.event, nil, Known{}
	beside := slices.Clone(kept)
	beside[i] = &happened
	return b.candidate(beside, i)
}

// hushed reports whether an order stands in the sentence of a match.
func (b *builder) hushed(x *match) bool {
	s := b.sentences[b.clauses[x.clauses.from].sentence]
	return slices.ContainsFunc(b.clauses[s.from:s.to], func(c clause) bool { return c.task }) ||
		b.has("erase", b.clauses[s.from].from, b.clauses[s.to-1].to)
}
