package extract

import "github.com/locimem/loci"

// "I live in Leeds with my husband and our two kids" says two things, of which
// one outlives the other: where one lives changes sooner than with whom.

// homeSlot is where one lives, employerSlot for whom one works.
const (
	homeSlot     = "home_city"
	employerSlot = "employer"
)

// settles reports whether a match fills a profile's slot.
func (x *match) settles() bool { return x.fact.Kind == loci.Profile && x.fact.Op == loci.OpAssert }

// endBeside ends what fills a profile's slot before who else is there, "Milano |
// con mio marito Marco", and a job before where one has it, "nurse | at St Mary's":
// another match may say that.
func (b *builder) endBeside(x *match) {
	if !x.settles() {
		return
	}
	for i := range x.caps {
		c := &x.caps[i]
		beside, ok := b.classIn("alongside", c.from+1, c.to)
		if place, at := b.classIn("atwork", c.from+1, c.to); at && x.fact.Slot == jobSlot {
			beside, ok = place, true
		}
		if !ok {
			continue
		}
		x.endAt(c, beside.from)
	}
}

// endAt ends a capture, and the parts of its match that end with it, at a token.
func (x *match) endAt(c *capture, at int) {
	for i := range x.spans {
		if x.spans[i].to == c.to {
			x.spans[i].to = at
		}
	}
	c.to = at
}

// household returns what a match that says where one lives says of the family:
// who else is there, and who is joined to them in a clause of their own, "| and
// our two kids". At work "with children" are others' children.
func (b *builder) household(x *match) (found []*match) {
	last := x.clauses.to - 1
	c := &b.clauses[last]
	beside, ok := b.classIn("alongside", c.first, c.to)
	if x.fact.Slot != homeSlot || !x.settles() || !ok || len(x.spans) > 1 {
		return nil
	}
	limit := c.to
	if n := len(x.caps); n > 0 && beside.from < x.caps[n-1].from {
		limit = x.caps[n-1].from // "mit meinen Kindern | in Köln"
	}
	found = b.family(found, beside.from, b.familyTo(beside.from, limit), last)
	if next := last + 1; c.ends == "" && next < len(b.clauses) && b.clauses[next].sentence == c.sentence {
		n := &b.clauses[next]
		if to := b.familyTo(n.first, n.to); to > 0 && b.lastOf(to) {
			found = b.family(found, n.first, to, next)
		}
	}
	return found
}

// family adds what the words [from, to) of a clause say of the family.
func (b *builder) family(found []*match, from, to, clause int) []*match {
	x := &match{
		fact: b.pack.beside["household"], spans: []span{{from, to}}, caps: []capture{{name: "x", from: from, to: to}}, clauses: span{clause, clause + 1},
	}
	if to == 0 || !b.holds(x) {
		return found
	}
	return append(found, x)
}

// familyTo returns where the last word for a member of the family in [from, to)
// ends, 0 if there is none.
func (b *builder) familyTo(from, to int) (last int) {
	for i := from; i < to; i++ {
		if end, ok := b.classHere("household", i); ok && end <= to {
			last = end
		}
	}
	return last
}
