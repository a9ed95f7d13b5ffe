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
				out = append(out, b.saidOf(k, c, to, who+" "+b.verbatim(c.first, to), who)...)
			}
		} else if k, kin, to, ok := b.namedAgain(kept, c); ok {
			out = append(out, b.saidOf(k, c, to, b.src[b.tokens[c.first].start:kin])...)
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

// saidOf reads a clause with other words for those up to a token: the first of
// them that say something.
func (b *builder) saidOf(k Known, c *clause, to int, instead ...string) (out []loci.Candidate) {
	start, end := b.bytes(c.first, c.to)
	in := b.in
	in.Known = nil
	for _, who := range instead {
		other, _ := read(b.pack, in, who+b.src[b.tokens[to-1].end:end])
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
