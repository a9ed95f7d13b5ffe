package extract

import (
	"slices"

	"github.com/locimem/loci"
)

// A memory is read long after the talk it comes from: its words must stand on
// their own. What follows widens a text to the whole of what was said, and
// finds what only the talk could explain.

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

// grounded cuts a text off before a word that points at something said
// elsewhere ("my snake did it"), and reports whether it says enough then: it
// does not where what the statement names holds such a word ("I take them
// along"). A word that the frame itself spells out needs nothing to explain it.
func (b *builder) grounded(x *match, words span) (span, bool) {
	if x.fact.Op != loci.OpAssert || x.fact.Kind == loci.Procedural {
		return words, true
	}
	last := 0
	for _, s := range x.spans {
		last = max(last, s.to)
	}
	named := len(x.caps) > 0 && x.caps[len(x.caps)-1].to == last
	for i := words.from; i < words.to; i++ {
		end, points := b.classHere("pointer", i)
		spelt := covers(x.spans, i) && !covers(x.gaps, i) && !x.captured(i)
		switch {
		case !points, spelt, end == i+1 && b.resolved(words.from, i):
		case i < last:
			return words, false
		case named:
			return span{words.from, last}, true
		case x.fact.Phrase:
			return words, false
		}
	}
	return words, true
}

// resolved reports whether the text names what the pronoun at i stands for: a
// thing that another clause or the first part of a pair has named ("learn
// Spanish and speak it").
func (b *builder) resolved(from, i int) bool {
	const named = 3 // tokens: subject, verb, thing
	for j := from + named; j < i; j++ {
		if _, joins := b.classHere("and", j); joins || b.clauseOf[j] != b.clauseOf[from] {
			return true
		}
	}
	return false
}

// widened moves the beginning of a text back over what belongs to it: the
// other half of its subject ("she and | I"), and the time or place that it
// holds for ("on Sundays, | we usually").
func (b *builder) widened(x *match, from int) int {
	for c := x.clauses.from; c > 0; c-- {
		before := &b.clauses[c-1]
		if from != b.clauses[c].first || before.sentence != b.clauses[c].sentence || b.tokens[before.first].masked {
			return from
		}
		if end, ok := b.classHere("companion", before.first); ok && end == before.to && before.ends == "" {
			from = before.first
			continue
		}
		if _, ok := b.classHere("setting", before.first); ok && before.ends == "," && !x.fact.Trim && before.to-before.first <= longestSetting {
			from = before.first
			continue
		}
		return from
	}
	return from
}

// longestSetting is how many tokens name a time or place.
const longestSetting = 5

// series returns where the list ends whose first item ends the text: "reading,
// writing and long walks by the sea".
func (b *builder) series(kept []match, i, to int) int {
	x := &kept[i]
	last := x.clauses.to - 1
	if !x.fact.Phrase || len(x.spans) != 1 || to != b.clauses[last].to || b.clauses[last].ends != "," ||
		!x.captured(to-1) { // where the verb comes last, no item ends the text
		return to
	}
	_, incomplete := b.classHere("adjective", to-1) // "big, old-fashioned hats": it is still to come
	for c := x.clauses.to; c < len(b.clauses) && b.clauses[c].sentence == b.clauses[last].sentence; c++ {
		item := &b.clauses[c]
		from, joined := b.classHere("and", item.from)
		if !joined {
			from = item.from
		}
		if next, leads := b.classHere("lead", from); leads && joined { // "and just sitting there"
			from = next
		}
		if !b.plain(item) || !b.begins(from, item.to) || b.claimed(kept, i, c) {
			return to
		}
		if joined || incomplete {
			return item.to
		}
		and, joined := b.classIn("and", from, item.to)
		if joined && and.from-from <= longestItem {
			return item.to
		}
		if joined || item.ends != "," || item.to-from > longestItem {
			return to
		}
	}
	return to
}

// begins reports whether an item of a list may begin at a token, and no
// statement of its own.
func (b *builder) begins(from, to int) bool {
	_, leads := b.classHere("lead", from)
	_, starts := b.classHere("subject", from)
	return from < to && b.tokens[from].spoken() && !leads && !starts
}

// longestItem is how many tokens an item has that is no statement.
const longestItem = 6

// plain reports whether a clause may go on with what its author states.
func (b *builder) plain(c *clause) bool {
	return !c.question && !c.task && !c.other && !c.cond && !b.tokens[c.first].masked
}

// claimed reports whether another match says something of a clause.
func (b *builder) claimed(kept []match, i, c int) bool {
	return slices.ContainsFunc(kept, func(k match) bool {
		return k.from() != kept[i].from() && k.clauses.from <= c && c < k.clauses.to
	})
}
