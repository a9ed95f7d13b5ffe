package extract

import (
	"strings"

	"github.com/locimem/loci"
)

// A memory is read long after the talk it comes from: its words must stand on
// their own. They are the whole of what was said, without what only the talk
// could explain.

// words returns the tokens that become the text: the clauses the match
// touches, less what other matches of the same clauses claim.
func (b *builder) words(kept []*match, i int) span {
	x := kept[i]
	if x.only.to > 0 {
		return x.only
	}
	words := b.share(kept, i, span{b.beginning(x), b.ending(kept, i)})
	words.to = b.series(kept, i, b.trimmed(x, words))
	if to, ok := b.proviso(x); ok {
		words.to = to
	}
	words.to = b.quoted(x, b.bracketed(words))
	for words.from < words.to && (!b.tokens[words.from].spoken() && !opens(&b.tokens[words.from]) || b.tokens[words.from].masked) {
		words.from++
	}
	return words
}

// proviso returns where the condition or exception behind a limit ends, without
// which it would say more than was said: "I don't drink | if I drive". One may
// begin twice: "except | when there is sushi".
func (b *builder) proviso(x *match) (to int, ok bool) {
	for next := x.clauses.to; x.fact.Proviso && next < len(b.clauses) && b.limits(next); next++ {
		to, ok = b.clauses[next].to, true
	}
	return to, ok
}

// limits reports whether a clause is a condition or exception of the one before.
func (b *builder) limits(i int) bool {
	before, c := &b.clauses[i-1], &b.clauses[i]
	if c.sentence != before.sentence || c.question || b.tokens[c.first].masked {
		return false
	}
	for at := before.to; at <= c.first; at++ {
		if b.begins("proviso", at) {
			return true
		}
	}
	return false
}

// beginning returns where the text of a match begins if no other match claims
// words of it.
func (b *builder) beginning(x *match) int {
	if c, ok := x.capture(textCapture); ok {
		return c.from
	}
	if x.fact.Trim && len(x.spans) == 1 && !(x.fact.Phrase && x.captures(x.from())) && !b.begins("adverbial", x.from()) {
		return b.widened(x, b.beforeTime(x.from()))
	}
	return b.widened(x, min(b.clauses[x.clauses.from].first, x.from()))
}

// beforeTime moves a beginning out of the time expression that it falls into:
// "hafta | sonları bir kafede".
func (b *builder) beforeTime(from int) int {
	s, ok := b.dates.around(b.tokens[from].start)
	for ok && from > 0 && b.tokens[from].start > s.Start && b.clauseOf[from-1] == b.clauseOf[from] {
		from--
	}
	return from
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
		if b.begins("setting", before.first) && before.ends == "," && !x.fact.Trim && before.to-before.first <= longestSetting {
			from = before.first
			continue
		}
		return from
	}
	return from
}

// longestSetting is how many tokens name a time or place.
const longestSetting = 5

// share returns what of the words is left to the i-th match beside the others of
// its clauses.
func (b *builder) share(kept []*match, i int, words span) span {
	x := kept[i]
	for j := range kept {
		o := kept[j]
		if j == i || o.fact.Ends || x.fact.Ends || o.clauses.from >= x.clauses.to || x.clauses.from >= o.clauses.to || len(o.spans) > 1 || len(x.spans) > 1 {
			continue
		}
		switch {
		case b.workplaceBefore(o, x):
			words.from = b.fromJob(o, x)
		case o.from() < x.from():
			words.from = max(words.from, x.from())
			if x.fact.Trim && o.settles() && len(o.caps) > 0 && o.to() > x.to() { // "mit meiner Frau Ana | in Köln"
				words.to = min(words.to, max(x.to(), b.familyTo(x.to(), o.caps[len(o.caps)-1].from)))
			}
		case o.from() > x.from():
			words.to = min(words.to, max(o.start(), x.to()))
		case len(o.caps) > 0 && len(x.caps) > 0:
			// Two facts of one verb, "I work | as a nurse | at St Luke's": the one
			// named first ends where the other is named, unless its verb stands behind.
			if next := o.caps[0].from; next >= x.caps[len(x.caps)-1].to {
				words.to = min(words.to, next)
				if x.fact.Op == loci.OpAssert {
					words.to = max(words.to, x.to())
				}
			}
		}
	}
	return words
}

// workplaceBefore reports whether o says for whom one works, and x, behind it,
// what one works as.
func (b *builder) workplaceBefore(o, x *match) bool {
	return o.fact.Slot == employerSlot && x.fact.Slot == jobSlot && o.settles() && x.settles() &&
		len(o.caps) > 0 && len(x.caps) > 0 && o.caps[len(o.caps)-1].to <= x.caps[0].from
}

// fromJob returns where the text of x begins: behind the place that o names, and
// behind what only marks it as one, "Surya Hotel mein | nurse hoon".
func (b *builder) fromJob(o, x *match) int {
	from := o.caps[len(o.caps)-1].to
	ending := func(i int) bool { return !b.tokens[i].spaced && !b.tokens[i].caseless } // "Artel"da
	for from < x.caps[0].from && (b.glue(from) || ending(from)) {
		from++
	}
	return from
}

// trimmed returns where the words of a match end without marks, chatter, and what
// only led over to what was cut off.
func (b *builder) trimmed(x *match, words span) int {
	from, to := words.from, words.to
	cut := b.clauses[x.clauses.to-1].to
	if last := x.clauses.to; last < len(b.clauses) && b.clauses[last-1].ends == "" {
		cut++ // a joining word began the next clause
	}
	for to > from && (!b.tokens[to-1].spoken() && !closes(&b.tokens[to-1]) || b.tokens[to-1].masked || to < cut && b.glue(to-1) && !b.negation(x, to-1)) {
		to--
	}
	if x.fact.Trim && to < words.to && b.tokens[to].masked { // "my brother Tom | says" what is masked
		to = min(to, x.to())
	}
	if x.fact.Trim && x.to() < to && b.owns(x) {
		to = x.to()
	}
	to = b.unclosed(from, to)
	for to > from+1 && b.tail(to-1) {
		to--
	}
	return to
}

// owns reports whether what follows a match belongs to whom it names: "the cake for my
// sister Ann | 's party". At a clause's beginning it may be a verb: "my sister
// Ann's a nurse".
func (b *builder) owns(x *match) bool {
	t := &b.tokens[x.to()]
	return b.pack.clitic != "" && t.norm == b.pack.clitic && !t.spaced && x.from() > b.clauses[x.clauses.from].first
}

// negation reports whether a token is the negation that a frame asks for: "je bois
// pas | mais".
func (b *builder) negation(x *match, i int) bool { return x.spells(i) && b.begins("not", i) }

func opens(t *token) bool  { return strings.ContainsAny(t.norm, "$€£#+-@<") }
func closes(t *token) bool { return strings.ContainsAny(t.norm, "%€£$₽₸+#>") }

// unclosed drops from the end of [from, to) the words that only led over to the
// next clause: those that close one and count as chatter ("〜ので").
func (b *builder) unclosed(from, to int) int {
	for i := to - 1; i > from && i >= to-closingWords; i-- {
		closing, ok := b.classHere("close", i)
		chatter, _ := b.classHere("tail", i)
		if ok && closing == to && chatter == to {
			return i
		}
	}
	return to
}

// closingWords is the most tokens that words which close a clause have.
const closingWords = 3

// glue reports whether a token only joins what was cut off.
func (b *builder) glue(i int) bool { return b.begins("glue", i) }

// article reports whether a token only introduces a name.
func (b *builder) article(i int) bool { return b.begins("article", i) }

// tail reports whether a token is chatter that trails off a statement.
func (b *builder) tail(i int) bool { return b.begins("tail", i) }

// grounded cuts a text off before a word that points at something said
// elsewhere ("my snake did it"), and reports whether it says enough then: it
// does not where what the statement names holds such a word ("I take them
// along"). A word that the frame itself spells out needs nothing to explain it.
func (b *builder) grounded(x *match, words span) (span, bool) {
	if x.fact.Op != loci.OpAssert {
		return words, true
	}
	if x.fact.Kind == loci.Procedural {
		return words, !b.elliptic(words)
	}
	last := x.to()
	named := len(x.caps) > 0 && x.caps[len(x.caps)-1].to == last
	for i := words.from; i < words.to; i++ {
		end, points := b.classHere("pointer", i)
		spelt := x.spells(i) && !x.captures(i)
		switch {
		case !points, spelt, end == i+1 && b.resolved(words.from, i):
		case i < last:
			return words, false
		case named:
			_, limited := b.proviso(x)
			return span{words.from, last}, !limited
		case x.fact.Phrase:
			return words, false
		}
	}
	return words, true
}

// elliptic reports whether an order is so short that the word which points
// elsewhere is all that it is about: "never suggest that again".
func (b *builder) elliptic(words span) bool {
	const short = 4 // tokens
	return words.to-words.from <= short && b.has("pointer", words.from, words.to)
}

// resolved reports whether the text names what the pronoun at i stands for: a
// thing that another clause or the first part of a pair has named ("learn
// Spanish and speak it").
func (b *builder) resolved(from, i int) bool {
	const named = 3 // tokens: subject, verb, thing
	for j := from + named; j < i; j++ {
		if b.begins("and", j) || b.clauseOf[j] != b.clauseOf[from] {
			return true
		}
	}
	return false
}
