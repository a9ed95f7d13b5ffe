package extract

import (
	"strings"

	"github.com/locimem/loci/internal/text"
)

// "Ich arbeite nachts als Pfleger bei Acme" tells a shift, a trade and a firm,
// and each may change alone. What one clause says of several is told apart: the
// text of each leaves out what another memory holds.

// hoursFact is the fact of when and how much one works.
const hoursFact = "hours"

// besides returns what a match that says where one works says of when and how
// much, of which its fact knows nothing.
func (b *builder) besides(x *match) *match {
	words, ok := b.sortWithin(x)
	if !ok {
		return nil
	}
	c := &b.clauses[x.clauses.from]
	only := span{words.from, c.to}
	if work, ok := x.capture("x"); ok && words.to <= work.from {
		only = span{c.first, words.to}
	}
	return &match{fact: b.pack.beside[hoursFact], spans: []span{words}, clauses: x.clauses, only: only}
}

// sortWithin finds the words of the clause of a match that are of a sort which
// another fact fills a slot with.
func (b *builder) sortWithin(x *match) (span, bool) {
	if !x.settles() || x.fact.Slot != jobSlot && x.fact.Slot != employerSlot || x.clauses.to-x.clauses.from != 1 {
		return span{}, false
	}
	work, named := x.capture("x")
	c := &b.clauses[x.clauses.from]
	for _, s := range b.pack.beside[hoursFact].Sorts {
		words, ok := b.classIn(s.Class, c.first, c.to)
		if ok && named && (words.to <= work.from || work.to <= words.from) && !b.has("not", c.first, c.to) {
			return words, true
		}
	}
	return span{}, false
}

// apart narrows the words of the i-th match to what it alone says, and returns
// those among them that are left out.
func (b *builder) apart(kept []*match, i int, words span) (span, span) {
	x := kept[i]
	if s, ok := b.sortWithin(x); ok {
		return words, s
	}
	own, named := x.capture("x")
	for j, o := range kept {
		other, ok := o.capture("x")
		if j == i || !named || !ok || !x.settles() || !o.settles() || o.clauses != x.clauses {
			continue
		}
		near := own.to <= other.from && other.from-own.to <= longestLink || other.to <= own.from && own.from-other.to <= longestLink
		switch {
		case !near || other.from < words.from || other.to > words.to:
		case x.fact.Slot == jobSlot && o.fact.Slot == employerSlot && own.to <= other.from:
			return span{words.from, own.to}, span{}
		case x.fact.Slot == jobSlot && o.fact.Slot == employerSlot:
			return span{b.withArticle(own, other.to), words.to}, span{}
		case x.fact.Slot == employerSlot && o.fact.Slot == jobSlot:
			return words, b.inCapacity(other, own, words)
		}
	}
	return words, span{}
}

// longestLink is how many words join a trade to where it is done: "in the".
const longestLink = 3

// inCapacity returns the words that tell a trade, with what joins them to the
// verb: "as a nurse", "kurye olarak".
func (b *builder) inCapacity(c, where capture, words span) span {
	from := words.from
	if where.to <= c.from {
		from = where.to
	}
	out := span{b.withArticle(c, from), c.to}
	if end, ok := b.classHere("capacity", out.to); ok {
		out.to = min(end, words.to)
	}
	for i := max(from, out.from-longestLink); i < out.from; i++ {
		if end, ok := b.classHere("capacity", i); ok && end == out.from {
			out.from = i
		}
	}
	return out
}

// withArticle returns where the article before a capture begins, "a senior | nurse".
func (b *builder) withArticle(c capture, from int) int {
	for i := max(from, c.from-longestLink); i < c.from; i++ {
		if end, ok := b.classHere("article", i); ok && end <= c.from {
			return i
		}
	}
	return c.from
}

// without returns the text of words but for those left out.
func (b *builder) without(quote string, words, out span) string {
	if out.from >= out.to || out.from < words.from || out.to > words.to || out == words {
		return text.Normalize(quote)
	}
	start := b.tokens[words.from].start
	from, to := b.bytes(out.from, out.to)
	before, after := quote[:from-start], quote[to-start:]
	if strings.TrimSpace(before) == "" || strings.TrimSpace(after) == "" {
		return text.Normalize(before + after)
	}
	return text.Normalize(strings.TrimRight(before, " ") + after)
}
