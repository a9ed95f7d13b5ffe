package extract

import (
	"slices"
	"unicode/utf8"
)

const (
	nameSlot     = "name"
	nicknameSlot = "nickname"
	ageSlot      = "age"
	jobSlot      = "job"
	originSlot   = "origin"
)

// role is a match that fills a slot of the speaker's, and the clause it stands in.
type role struct {
	*match
	value  capture
	clause int
	bare   bool // it has nothing but the value to go by
}

// plain reports whether the fact is told in so many words.
func (r role) plain() bool { return !r.fact.Introduces }

func (r role) fills(slots ...string) bool { return slices.Contains(slots, r.fact.Slot) }

// roleOf returns the role of a match. A name is not bare behind words that make it
// the speaker's, nor where those are skipped as what leads in: "me, | Tom".
func (b *builder) roleOf(x *match, value capture) role {
	i := b.clauseOf[value.from]
	c := &b.clauses[i]
	r := role{x, value, i, x.fact.Introduces && x.from() == value.from && x.to() == value.to}
	if r.fills(nameSlot) && !r.plain() {
		last := &b.tokens[value.to-1]
		low := !last.upper && !last.caseless && !b.begins("firstname", value.to-1) // "I'm stoked"
		r.bare = low || r.bare && !(c.from < value.from && b.begins("thisis", c.from))
	}
	return r
}

// likely reports whether a shape can be what it looks like: no greeting, a name
// that may be one, a place where people live.
func (b *builder) likely(r role) bool {
	c := &b.clauses[r.clause]
	switch {
	case b.chatter(c), b.is("pleasantry", c), b.is("salute", c), b.has("about_me", c.from, c.to):
		return false
	case r.fills(ageSlot):
		return utf8.RuneCountInString(b.tokens[r.value.to-1].norm) == 2 || b.tokens[r.value.to-1].kind == word
	case r.fills(nameSlot):
		return (b.presented(r.clause) || b.unheard(r.value, r.bare)) && !b.begins("job", r.value.from) && !b.begins("worker", r.value.from)
	case r.fills(homeSlot, originSlot): // where nothing is capitalised, it has to be known
		return b.begins("town", r.value.from) || !b.tokens[r.value.from].caseless && !slices.ContainsFunc(b.tokens[r.value.from:r.value.to], assistant)
	}
	return true
}

// nextTo reports whether a place stands next to what fills a slot in its clause.
func (b *builder) nextTo(place role, run []role, as func(role) bool, slots ...string) bool {
	return slices.ContainsFunc(run, func(r role) bool {
		between := max(place.value.from-r.value.to, r.value.from-place.value.to)
		return r.fills(slots...) && r.clause == place.clause && between <= longestBetween && as(r)
	})
}

// follow makes a place follow the job of its clause, which ends before it or
// begins behind it: "I'm a welder | in Gdańsk" is where a welder lives.
func (r role) follow(rs []role) {
	if !r.fills(homeSlot, originSlot) {
		return
	}
	from := r.from()
	for _, o := range rs {
		if !o.fills(jobSlot) {
			continue
		}
		for i := range o.caps {
			switch c := &o.caps[i]; {
			case c.from < from && from < c.to:
				o.endAt(c, from)
			case c.from == from && r.value.to < c.to && o.from() == from:
				next := r.value.to // a shape may hold the job as well: "대구에서 | 용접"
				if r.to() < c.to {
					next = r.to()
				}
				c.from, o.spans[0].from = next, next
			}
		}
		if o.from() < from {
			r.spans[0].from = min(r.spans[0].from, o.from())
			r.caps = slices.Insert(r.caps, 0, capture{name: "before", from: from, to: from}) // where the text of the job ends
			return
		}
	}
}

// beat notes employers that are the town where a job is done: "baker in Cần Thơ".
func (b *builder) beat(place role, rs []role, beaten map[*match]bool) {
	for _, r := range rs {
		if r.fills(employerSlot) && r.value.from == place.value.from && b.begins("town", place.value.from) {
			beaten[r.match] = true
		}
	}
}

// maybeFirm reports whether a place beside a job may as well be where the job is
// done: behind such an article, or such a preposition beside an office job.
func (b *builder) maybeFirm(place role, run []role) bool {
	before := place.value.from - 1
	if !place.fills(homeSlot) || place.plain() || b.begins("town", place.value.from) || before < 0 {
		return false
	}
	office := func(r role) bool { return b.has("office", b.clauses[r.clause].from, b.clauses[r.clause].to) }
	return b.nextTo(place, run, role.plain, jobSlot) && (b.begins("atfirm", before) || b.begins("either", before) && slices.ContainsFunc(run, office))
}

// longestBetween is how many tokens stand between a job and a place.
const longestBetween = 3

// unheard reports whether words may be a name: nobody is called by a word of the
// language, or like an assistant. Alone, one says nothing by its capital.
func (b *builder) unheard(c capture, bare bool) bool {
	if end, ok := b.classHere("styled", c.from); ok && end < c.to {
		c.from = end
	}
	return b.begins("firstname", c.from) || !slices.ContainsFunc(b.tokens[c.from:c.to], func(t token) bool {
		wordy := t.weight() > 1 && (bare || !t.upper)
		return assistant(t) || wordy && b.pack.index.whole.feature(t.norm) != never ||
			wordy && bare && !t.upper && b.pack.index.knows(t.norm)
	})
}
