package extract

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// Known is somebody, or an animal, that the speaker has told the name of.
type Known struct {
	Name string
	Slot string // "child:maya": the label of the relation, and the name
}

// acquaintance is one of them with the words of the name.
type acquaintance struct {
	Known
	words []token
}

func (a *analysis) acquaint(known []Known) {
	for _, k := range known {
		if words := a.pack.lex(k.Name); len(words) > 0 {
			a.known = append(a.known, acquaintance{k, words})
		}
	}
}

// knownAt returns whose name begins at a token, and where it ends.
func (a *analysis) knownAt(pos int) (k Known, to int, ok bool) {
	for i := range a.known {
		words := a.known[i].words
		end := pos + len(words)
		if end > to && end <= len(a.tokens) && slices.EqualFunc(words, a.tokens[pos:end], sameWord) {
			k, to, ok = a.known[i].Known, end, true
		}
	}
	return k, to, ok
}

func sameWord(x, y token) bool { return x.norm == y.norm && y.capital() }

// aboutKnown reports whether a known name is the subject of a clause. "Maya and I"
// speaks for the speaker too.
func (m *matcher) aboutKnown(c *clause) bool {
	_, to, ok := m.knownAt(c.first)
	return ok && !m.begins("and", to)
}

// ofKnown returns what the turn says of those whose name the speaker has told:
// "Maya is allergic to nuts" says of her what "my daughter is allergic to nuts"
// would. That she is the daughter is known, and no fact.
func (b *builder) ofKnown(kept []*match) (out []loci.Candidate) {
	if len(b.known) == 0 {
		return nil
	}
	for i := range b.clauses {
		c := &b.clauses[i]
		if !c.told() || b.tokens[c.first].masked {
			continue
		}
		if k, to, ok := b.knownAt(c.first); ok && b.aboutKnown(c) {
			if who := b.pack.kin[relation(k)]; who != "" {
				out = append(out, b.saidOf(k, c.first, span{to, c.to}, who+" "+b.verbatim(c.first, to), who)...)
				out = append(out, b.goneOn(k, i, to, who+" "+b.verbatim(c.first, to), who)...)
			}
		} else if k, kin, to, ok := b.namedAgain(kept, c); ok {
			who := b.src[b.tokens[c.first].start:kin]
			out = append(out, b.saidOf(k, c.first, span{to, c.to}, who)...)
			out = append(out, b.goneOn(k, i, to, b.verbatim(c.first, to), who)...)
		}
	}
	return out
}

// namedAgain returns who is named behind the relation once more, "my daughter
// Maya", where the relation ends in the source and the name in the clause.
func (b *builder) namedAgain(kept []*match, c *clause) (k Known, kin, to int, ok bool) {
	for _, x := range kept {
		rel, related := x.capture("kin")
		name, named := x.capture("x")
		if !related || !named || rel.from < c.first || name.from != rel.to || name.to >= c.to {
			continue
		}
		if k, to, ok := b.knownAt(name.from); ok && k.Slot == b.attribute(x) {
			return k, b.tokens[rel.to-1].end, to, true
		}
	}
	return k, 0, 0, false
}

// goneOn returns what the clauses behind one about somebody known, whose name
// ends at a token, say of the same: "Ana moved, | she lives in Porto now". A
// clause that speaks of anybody else leaves open who she is.
func (b *builder) goneOn(k Known, at, to int, instead ...string) (out []loci.Candidate) {
	first, end := b.clauses[at].first, b.clauses[at].to
	if b.person(to, end) || b.has("firstname", to, end) ||
		slices.ContainsFunc(b.tokens[to:end], func(t token) bool { return t.upper }) {
		return nil
	}
	for i := at + 1; i < len(b.clauses); i++ {
		c := &b.clauses[i]
		from, ok := b.sameSubject(&b.clauses[i-1], c)
		if !ok || !c.told() || b.tokens[c.first].masked {
			break
		}
		out = append(out, b.saidOf(k, first, span{from, c.to}, instead...)...)
	}
	return out
}

// sameSubject reports whether a clause is about whom the one before it is, by a
// pronoun or without a subject, and where it says what of them.
func (b *builder) sameSubject(before, c *clause) (from int, ok bool) {
	_, other := b.classHere("other", c.first)
	_, _, known := b.knownAt(c.first)
	switch {
	case known || b.person(c.first, c.to) || c.sentence > before.sentence+1:
		return 0, false
	case b.begins("somebody", c.first):
		return c.first + 1, c.first+1 < c.to
	}
	return c.first, c.other && !other && (c.sentence == before.sentence || b.pack.drops)
}

// saidOf reads a clause, of which a span is left, with other words for the
// subject: the first of them that say something. The text begins at a token.
func (b *builder) saidOf(k Known, first int, rest span, instead ...string) (out []loci.Candidate) {
	start, end := b.bytes(first, rest.to)
	in := b.in
	in.Known = nil
	for _, who := range instead {
		other, _ := read(b.pack, in, who+b.src[b.tokens[rest.from-1].end:end])
		for _, said := range other.candidates() {
			if said.Slot.Attribute == k.Slot && said.Op == loci.OpAssert {
				continue
			}
			said.Start, said.End, said.Quote = start, end, b.src[start:end]
			said.Text = text.Normalize(said.Quote)
			if said.Task != "" {
				said.Task = said.Text
			}
			if rest, ok := strings.CutPrefix(said.Slot.Attribute, relation(k)+":"); ok && !strings.HasPrefix(said.Slot.Attribute, k.Slot) {
				said.Slot.Attribute = k.Slot + ":" + rest
			}
			out = append(out, said)
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

func relation(k Known) string {
	label, _, _ := strings.Cut(k.Slot, ":")
	return label
}
