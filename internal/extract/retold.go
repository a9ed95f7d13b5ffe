package extract

import (
	"slices"

	"github.com/locimem/loci"
)

// retold is what the author says that he said, only to set it right: "I said |
// I live in Leeds | but it's actually | Bradford".
type retold struct {
	said    span // tokens
	instead span // what stands in its place; empty if a statement of its own follows
}

// maskRetold masks what the author told before and sets right: from the clause
// that says so (class "retold") to the contrast, and the bare value behind it.
// What was told is a statement: a value alone, "I said Leeds", says only what ends.
func (m *matcher) maskRetold(in Input) {
	for i := range m.clauses {
		c := &m.clauses[i]
		at, ok := m.classIn("retold", c.from, c.to)
		if !ok || c.question {
			continue
		}
		said, instead := m.contrast(at.to, m.sentences[c.sentence])
		if said.to == 0 {
			continue
		}
		if len(m.asserted(in, said)) == 0 {
			said.from = c.from // "I live in Leeds I said |"
			if len(m.asserted(in, said)) == 0 {
				continue
			}
		}
		if len(m.asserted(in, instead)) > 0 {
			instead = span{}
		}
		m.retold = append(m.retold, retold{said, instead})
		m.maskTokens(c.from, said.to, skipDenied)
		m.maskTokens(instead.from, instead.to, skipDenied)
	}
}

// asserted returns what the tokens of a span state by themselves.
func (m *matcher) asserted(in Input, s span) []*match {
	if s.from >= s.to {
		return nil
	}
	b, _ := read(m.pack, in, m.verbatim(s.from, s.to))
	return slices.DeleteFunc(b.chosen(), func(x *match) bool { return x.fact.Op != loci.OpAssert })
}

// contrast returns what a sentence says from a token on until it sets that
// right, and the words that do: behind a member labelled "is", which may also
// begin the next sentence, they are all that the clause says.
func (m *matcher) contrast(from int, s span) (said, instead span) {
	const is = "is"
	end := m.clauses[s.to-1].to
	if s.to < len(m.clauses) {
		end = m.clauses[s.to].from + 1
	}
	for i := from; i < end; i++ {
		for _, w := range m.members(m.pack.classes["contrast"], i) {
			switch c := m.clauseOf[i]; {
			case w.label == is:
				return span{from, i}, span{w.to, m.clauses[c].to}
			case i == m.clauses[c].from && c < s.to:
				return span{from, i}, span{}
			}
		}
	}
	return span{}, span{}
}

// corrections returns what the author says in place of what he said before: the
// same statement with the other value, and an end to the old one where that does
// not fill its slot.
func (b *builder) corrections() (out []loci.Candidate) {
	for _, r := range b.retold {
		if r.instead.from >= r.instead.to {
			continue
		}
		old, _ := read(b.pack, b.in, b.verbatim(r.said.from, r.said.to))
		kept := old.chosen()
		if len(kept) != 1 {
			continue
		}
		before, ok := old.candidate(kept, 0)
		right, found := b.corrected(old, kept[0], r)
		if !ok || !found {
			continue
		}
		if before.Slot != right.Slot {
			ends := right
			ends.Op, ends.Target, ends.Text, ends.Corrects = loci.OpRetract, loci.TargetSame, before.Text, false
			ends.Slot, ends.Value = before.Slot, before.Value
			out = append(out, ends)
		}
		out = append(out, right)
	}
	return out
}

// corrected reads a statement again with the words that take the place of the
// value of its slot.
func (b *builder) corrected(old *builder, x *match, r retold) (loci.Candidate, bool) {
	v, ok := x.capture(x.fact.Value)
	if !ok || x.fact.Op != loci.OpAssert || x.fact.Slot == "" {
		return loci.Candidate{}, false
	}
	from := r.instead.from
	if v.from > 0 && from+1 < r.instead.to && b.tokens[from].norm == old.tokens[v.from-1].norm {
		from++ // "in Leeds but actually | in Bradford"
	}
	start, end := old.bytes(v.from, v.to)
	again, _ := read(b.pack, b.in, old.src[:start]+b.verbatim(from, r.instead.to)+old.src[end:])
	kept := again.chosen()
	if len(kept) != 1 || kept[0].fact != x.fact {
		return loci.Candidate{}, false
	}
	c, ok := again.candidate(kept, 0)
	c.Start, c.End = b.bytes(r.said.from, r.instead.to)
	c.Quote, c.Corrects = b.src[c.Start:c.End], true
	return c, ok
}
