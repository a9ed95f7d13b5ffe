package extract

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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
				c.task && !f.allows(inTask) && !b.asksFor(x, c, "task"),
				c.other && !f.allows(ofOther) && (!f.allows(ofKin) || b.stranger(c)) && !b.asksFor(x, c, "other"),
				c.work && !f.allows(ofWork),
				!f.allows(inPassing) && b.passing(c),
				!f.allows(ofElsewhose) && b.elsewhose(c):
				return false
			}
		}
	}
	if !f.allows(whenNegated) && b.negated(x) || b.subordinate(x) || b.unfinished(x) {
		return false
	}
	x.void = f.Op != loci.OpAssert && !b.ordered(x) && !b.stated(b.withTopic(x)) || f.Kind == loci.Procedural && b.relayed(x)
	if kin, ok := x.capture("kin"); ok && b.theirs(span{kin.from, kin.to}) {
		return false
	}
	return b.filled(x) && (!f.Topic || b.topic(x)) && !b.unlike(x) && !b.barred(x) && !b.onlyAsked(x) && !b.enumerated(x) && (!f.Strict || b.concrete(x)) && (!f.Dated || b.upcoming(x.clauses)) && (!f.Sole || b.sole(x))
}

// asksFor reports whether a frame itself asks for the words that make a clause seem
// to be an order, or about somebody who is no person: "keep it away from me".
func (b *builder) asksFor(x *match, c *clause, class string) bool {
	end, ok := b.classHere(class, c.first)
	for i := c.first; i < end; i++ {
		ok = ok && x.spells(i) && !x.captures(i)
	}
	return ok && x.fact.Op == loci.OpAssert && !b.person(c.first, end)
}

// stranger reports whether the subject of a clause is somebody who is no family
// and does not stand beside the speaker.
func (b *builder) stranger(c *clause) bool {
	end, ok := b.classHere("other", c.first)
	return ok && b.has("outsider", c.first, end) && !b.has("kin", c.first, c.to) && !b.has("ego", c.first, c.to)
}

// passing reports whether what a clause says is over soon: "I can't drink
// tonight", but not "as of tonight".
func (b *builder) passing(c *clause) bool {
	return b.has("passing", c.from, c.to) && !b.has("onward", c.from, c.to)
}

// enumerated reports whether the name behind a relative and a comma is not the
// relative's, but the second of a list that the speaker ends: "my wife, Tom and I
// are off". In mid-sentence a comma behind it sets off an apposition: "I live with
// my wife, Ana, and I teach".
func (b *builder) enumerated(x *match) bool {
	kin, ok := x.capture("kin")
	name, named := x.capture("x")
	if !ok || !named || kin.to+1 != name.from || b.tokens[kin.to].norm != "," {
		return false
	}
	next := name.to
	if next < len(b.tokens) && b.tokens[next].norm == "," && x.from() <= b.clauses[x.clauses.from].first {
		next++
	}
	end, ok := b.classHere("and", next)
	return ok && b.begins("ego", end)
}

// relayed reports whether somebody else said what a match says.
func (b *builder) relayed(x *match) bool {
	return slices.ContainsFunc(b.clauses[x.clauses.from:x.clauses.to], func(c clause) bool { return c.relayed })
}

// sole reports whether a match makes up its sentence and the turn asks for
// nothing else: "Answer briefly." is a lasting wish, before a question it is
// about that one answer, and beside "I'm on the bus now" about now.
func (b *builder) sole(x *match) bool {
	for i := range b.clauses {
		c := &b.clauses[i]
		own := i >= x.clauses.from && i < x.clauses.to
		switch {
		case own && c.sentence == b.clauses[x.clauses.from].sentence:
		case c.question, c.task, b.tokens[c.first].masked, b.passing(c), c.sentence == b.clauses[x.clauses.from].sentence && !b.chatter(c):
			return false
		}
	}
	return true
}

// soon is how near a time is that nothing need be remembered for.
const soon = 30 * time.Minute

// upcoming reports whether a date in the clauses still lies ahead, and not
// in a moment. What was forgotten or missed on Friday lies behind.
func (b *builder) upcoming(s span) bool {
	if from, to := b.clauses[s.from].from, b.clauses[s.to-1].to; b.has("missed", from, to) && !b.has("not", from, to) {
		return false
	}
	start, end := b.bytes(b.clauses[s.from].from, b.clauses[s.to-1].to)
	w := b.dates.best(start, end, timex.Future)
	return w != nil && w.DaysUntil(b.in.Time) >= 0 && (w.Civil() || w.Start.Sub(b.in.Time) > soon)
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

// unfinished reports whether what a frame takes for done is said not to be, or not
// quite: "the roof is almost | done".
func (b *builder) unfinished(x *match) bool {
	return x.fact.Op == loci.OpComplete && slices.ContainsFunc(x.caps, func(c capture) bool {
		return c.name != textCapture && (b.has("not", c.from, c.to) || b.has("nearly", c.from, c.to))
	})
}

// concrete reports whether every capture names something of its own.
func (b *builder) concrete(x *match) bool {
	for _, c := range x.caps {
		if c.name == textCapture {
			continue
		}
		vague := b.begins("vague", c.from) && !b.day(c.from)
		none := x.fact.Importance == loci.Critical && b.begins("not", c.from) // "neither milk nor eggs"
		// "今 | 日は": a profile's capture is cut, see alone
		halved := x.fact.Op == loci.OpAssert && x.fact.Kind != loci.Profile && b.beforeTime(c.from) < c.from
		if vague || none || halved || b.begins("pronoun", c.to-1) {
			return false
		}
	}
	return true
}

// unlike reports whether a capture is a member of the class that none of its
// fact is.
func (b *builder) unlike(x *match) bool {
	return x.fact.Unlike != "" && slices.ContainsFunc(x.caps, func(c capture) bool {
		return c.name != textCapture && b.begins(x.fact.Unlike, c.from)
	})
}

// barred reports whether something stands in a sentence that rules its fact out.
func (b *builder) barred(x *match) bool {
	sentence := b.sentences[b.clauses[x.clauses.from].sentence]
	return x.fact.Bars != "" && b.has(x.fact.Bars, b.clauses[sentence.from].from, b.clauses[x.clauses.to-1].to)
}

// day reports whether a date begins at a token: "this year" names a time.
func (b *builder) day(pos int) bool {
	_, ok := b.timed(pos, dated)
	return ok
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

// ordered reports whether a match asks for a change of what is known, "can you
// forget that", rather than stating it.
func (b *builder) ordered(x *match) bool {
	return (x.fact.allows(inTask) || x.fact.allows(inQuestion)) &&
		(x.fact.Topic || !slices.ContainsFunc(x.spans, func(s span) bool { return b.has("not", s.from, s.to) }))
}

// stated reports whether a match ends something as plainly as a fact must be
// told: not asked, hoped, doubted, told to somebody else or denied in turn. What
// ends by mistake is lost.
func (b *builder) stated(x *match) bool {
	sentence := b.sentences[b.clauses[x.clauses.from].sentence]
	from := b.clauses[sentence.from].from
	asked := strings.Contains(b.clauses[sentence.to-1].ends, "?")
	for i := sentence.from; i < x.clauses.to; i++ {
		c := &b.clauses[i]
		own := i >= x.clauses.from
		if c.hedged || c.cond || own && (c.task || c.question && asked || c.denied && x.to() < c.to) {
			return false
		}
	}
	for i := from; i < b.clauses[x.clauses.to-1].to; i++ {
		if !covers(x.spans, i) && (b.tokens[i].masked || b.begins("attitude", i)) {
			return false
		}
	}
	if b.has("denies", from, x.from()) || b.doubled(sentence.from, x) {
		return false
	}
	rest := span{x.clauses.to, sentence.to}
	for i := rest.from; i < rest.to; i++ {
		if b.is("tag", &b.clauses[i]) {
			return false
		}
	}
	return !b.echoed(x, rest)
}

// doubled reports whether a negation stands before a match in its sentence, with
// a word between: "I am not saying | I'm not". A clause of its own, "no", does not
// count, nor the half of a negation, "ne | travaille plus".
func (b *builder) doubled(from int, x *match) bool {
	for i := from; i < x.clauses.to; i++ {
		c := &b.clauses[i]
		if s, ok := b.classIn("not", c.first, min(c.to, x.from())); ok && s.to < x.from() && !b.is("not", c) {
			return true
		}
	}
	return false
}

// echoed reports whether clauses say again what a match denies, and no fact:
// "not allergic to them, I'm deadly allergic". Such a denial only leads up to
// more of the same.
func (b *builder) echoed(x *match, clauses span) bool {
	for i := clauses.from; i < clauses.to; i++ {
		c := &b.clauses[i]
		if b.within("not", c) || !b.within("pronoun", c) {
			continue
		}
		for j := c.first; j < c.to; j++ {
			if b.tokens[j].kind == word && b.says(x, b.tokens[j].norm) {
				return true
			}
		}
	}
	return false
}

// longWord is how many letters a word of some meaning has.
const longWord = 5

// says reports whether a frame spells a word of some meaning.
func (b *builder) says(x *match, norm string) bool {
	if utf8.RuneCountInString(norm) < longWord {
		return false
	}
	for _, s := range x.spans {
		for i := s.from; i < s.to; i++ {
			if x.spells(i) && !x.captures(i) && b.tokens[i].norm == norm {
				return true
			}
		}
	}
	return false
}

// longestSubject is how many tokens of a subject a frame may leave out: "when I've
// | been playing".
const longestSubject = 2
