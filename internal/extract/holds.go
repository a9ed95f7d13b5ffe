package extract

import (
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
)

// holds reports whether the circumstances let a match count.
func (b *builder) holds(x *match) bool {
	f := x.fact
	if x.clauses.from >= x.clauses.to {
		return false
	}
	for _, s := range x.spans {
		for i := s.from; i < s.to; i++ {
			if b.clauseOf[i] < 0 {
				continue
			}
			c := &b.clauses[b.clauseOf[i]]
			switch {
			case c.question && !f.allows(inQuestion),
				c.cond && !f.allows(inConditional),
				c.denied && f.Op == loci.OpAssert,
				c.task && !f.allows(inTask),
				c.other && !f.allows(ofOther),
				c.work && !f.allows(ofWork):
				return false
			}
		}
	}
	if !f.allows(whenNegated) && b.negated(x) || b.subordinate(x) {
		return false
	}
	return b.filled(x) && (!f.Strict || b.concrete(x)) && (!f.Dated || b.upcoming(x.clauses)) && (!f.Sole || b.sole(x))
}

// sole reports whether a match makes up its sentence and the turn asks for
// nothing else: "Answer briefly." is a lasting wish, before a question it is
// about that one answer.
func (b *builder) sole(x *match) bool {
	for i := range b.clauses {
		c := &b.clauses[i]
		own := i >= x.clauses.from && i < x.clauses.to
		switch {
		case own && c.sentence == b.clauses[x.clauses.from].sentence:
		case c.question, c.task, b.tokens[c.first].masked, c.sentence == b.clauses[x.clauses.from].sentence && !b.chatter(c):
			return false
		}
	}
	return true
}

// upcoming reports whether a date in the clauses still lies ahead.
func (b *builder) upcoming(s span) bool {
	start, end := b.tokens[b.clauses[s.from].from].start, b.tokens[b.clauses[s.to-1].to-1].end
	w := b.dates.best(start, end, timex.Future)
	return w != nil && w.DaysUntil(b.in.Time) >= 0
}

// filled reports whether no capture consists of joining words alone ("my
// editor is").
func (b *builder) filled(x *match) bool {
	for _, c := range x.caps {
		if c.name == textCapture {
			continue
		}
		i := c.from
		for i < c.to && b.glue(i) {
			i++
		}
		if i == c.to {
			return false
		}
	}
	return true
}

// negated reports whether a negation that the frame does not know stands in
// the clause before what it matched, between its parts, or, of those that stand
// behind what they deny, in a capture or after. One that only leads in does not
// count: "don't forget that".
func (b *builder) negated(x *match) bool {
	last := x.to()
	first, _ := slices.BinarySearch(b.nots, min(x.from(), b.clauses[x.clauses.from].first))
	for _, i := range b.nots[first:] {
		if i >= last {
			break
		}
		if b.clauseOf[i] >= 0 && !x.spells(i) {
			return true
		}
	}
	end := b.clauses[x.clauses.to-1].to
	return slices.ContainsFunc(b.behind, func(i int) bool { return i >= last && i < end || x.captures(i) })
}

// concrete reports whether every capture names something of its own.
func (b *builder) concrete(x *match) bool {
	for _, c := range x.caps {
		if c.name == textCapture {
			continue
		}
		vague := b.begins("vague", c.from) && len(b.timed(c.from, dated)) == 0 // "this year" names a time
		if vague || b.begins("pronoun", c.to-1) {
			return false
		}
	}
	return true
}

// subordinate reports whether a statement only says when something is so, or
// which thing is meant: "when I'm in Boston", "a game that I play". An event is
// one all the same.
func (b *builder) subordinate(x *match) bool {
	if x.fact.Op != loci.OpAssert || x.fact.Kind == loci.Episodic {
		return false
	}
	if end, ok := b.classHere("presents", b.clauses[x.clauses.from].first); ok && end < x.from() {
		return true
	}
	if len(x.spans) != 1 {
		return false
	}
	c := b.pack.classes["subordinate"]
	const reach = 5 // tokens of a member, and of the subject behind it
	for i := max(b.clauses[x.clauses.from].from, x.from()-reach); c != nil && i < x.from(); i++ {
		for _, w := range b.members(c, i) {
			if w.to <= x.from() && x.from()-w.to <= longestSubject {
				return true
			}
		}
	}
	return false
}

// longestSubject is how many tokens of a subject a frame may leave out: "when I've
// | been playing".
const longestSubject = 2
