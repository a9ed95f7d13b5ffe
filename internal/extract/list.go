package extract

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// maxItem is how many words an item of a list may have: more is a clause.
const maxItem = 4

// listed returns what a match says of each item of a list: "allergic to
// peanuts, almonds and cashews" is three allergies, each in words of its own,
// since one may end without the others. A match without a list says c.
func (b *builder) listed(kept []*match, i int, c loci.Candidate) []loci.Candidate {
	x := kept[i]
	if !x.fact.List || len(x.caps) != 1 || x.caps[0].strip != "" {
		return []loci.Candidate{c}
	}
	first := x.caps[0]
	l := b.list(kept, i)
	if len(l.items) == 0 || b.tokens[first.from].start < c.Start {
		return []loci.Candidate{c}
	}
	end, after := b.tokens[l.items[len(l.items)-1].to-1].end, ""
	if !l.cut {
		end = max(c.End, end)
		if tail := b.tokens[first.to-1].end; first.to < x.around(first).to && tail <= c.End {
			after = b.src[tail:c.End]
		}
	}
	c.Quote, c.End = b.src[c.Start:end], end
	if l.unsure {
		c.Text = text.Normalize(c.Quote)
		return []loci.Candidate{c}
	}
	out := make([]loci.Candidate, 0, len(l.items))
	for _, item := range l.items {
		y := *x
		y.caps = []capture{{name: first.name, from: item.from, to: item.to, label: first.label}}
		head, from := first.from, item.from
		if from > head && b.repeats(head-1, from-1) {
			head, from = head-1, from-1
		}
		one := c
		one.Text = text.Normalize(b.src[c.Start:b.tokens[head].start] + b.verbatim(from, item.to) + after)
		one.Value, one.Slot.Attribute = b.value(&y), b.attribute(&y)
		out = append(out, one)
	}
	return out
}

// around returns the part of a match that holds a capture.
func (x *match) around(c capture) span {
	i := slices.IndexFunc(x.spans, func(s span) bool { return s.from <= c.from && c.to <= s.to })
	return x.spans[max(i, 0)]
}

// list is what a capture, and what follows where it ends the match, holds.
type list struct {
	items []span
	// cut: the capture goes on with a statement of its own, "peanuts and | live
	// in Leeds".
	cut bool
	// unsure: something is neither a statement nor known to be an item. The text
	// stays whole: better one memory in its author's words than an allergy that
	// nobody has.
	unsure bool
}

// list cuts a capture into the items of a list. There is one only if the last
// item is joined by "and", or by a mark that says as much.
func (b *builder) list(kept []*match, i int) (l list) {
	first := kept[i].caps[0]
	limit := first.to
	if first.to == kept[i].around(first).to {
		limit = b.clauses[b.sentences[b.clauses[kept[i].clauses.from].sentence].to-1].to
	}
	joined, last := false, false
	for at := first.from; at < limit; {
		item := b.item(kept, i, at, limit)
		if item.from >= item.to {
			return list{}
		}
		idiom := item.to < limit && b.tokens[item.to].masked // "e il latte | mi piace"
		if len(l.items) > 0 && (idiom || b.states(item)) {
			l.cut = at < first.to
			break
		}
		l.unsure = l.unsure || len(l.items) > 0 && !b.belongs(kept[i].fact.Items, item)
		l.items = append(l.items, item)
		if item.to >= limit {
			break
		}
		next, mark := item.to, b.tokens[item.to].norm
		if !last && (mark == "," || mark == enumerates) {
			joined = joined || mark == enumerates
			next++
		}
		if end, ok := b.classHere("and", next); ok { // perhaps again: "milk and eggs and nuts"
			joined, last, next = true, true, end
		} else if next == item.to {
			break
		}
		at = next
	}
	if !joined || len(l.items) < 2 && !l.cut {
		return list{}
	}
	return l
}

// item returns the item that begins at a token, empty if none does.
func (b *builder) item(kept []*match, i, from, limit int) span {
	first := kept[i].caps[0]
	end := kept[i].around(first).to
	if from > first.from && from < limit-1 && b.repeats(first.from-1, from) {
		from++
	}
	to, weight := from, 0
	for to < limit && b.tokens[to].spoken() && !b.tokens[to].masked {
		if b.begins("and", to) {
			break
		}
		weight += b.tokens[to].weight()
		to++
	}
	c := b.clauseOf[min(from, len(b.clauseOf)-1)]
	switch {
	case weight > 2*maxItem, from == to, c < 0, !b.plain(&b.clauses[c]):
		return span{}
	case slices.ContainsFunc(kept, func(k *match) bool {
		return k.from() >= end && overlap(k.spans, []span{{from, to}})
	}):
		return span{}
	}
	item := span{from, to}
	if from >= end && b.begins("subject", from) && !b.belongs(kept[i].fact.Items, item) {
		return span{}
	}
	return item
}

// states reports whether what stands in an item's place is a statement of its
// own, or part of one: it begins with a verb, an adverb or a preposition, denies
// or doubts, or says what the speaker is.
func (b *builder) states(item span) bool {
	within := func(class string) bool { return b.has(class, item.from, item.to) }
	begins := func(class string) bool { return b.begins(class, item.from) }
	return slices.ContainsFunc([]string{"not", "hedge", "diet"}, within) || begins("verb") ||
		!begins("article") && (begins("glue") || begins("adverb") && !begins("lead"))
}

// belongs reports whether an item begins with a member of the class, and goes on
// with no more than what tells which: "milk of any kind", "bee stings", not "milk
// is fine".
func (b *builder) belongs(class string, item span) bool {
	from := item.from
	for end, ok := b.classHere("article", from); ok && end < item.to; end, ok = b.classHere("article", from) {
		from = end
	}
	rest, ok := b.classHere(class, from)
	if !ok || b.has("verb", rest, item.to) || b.has("adverb", rest, item.to) {
		return false
	}
	linked := rest < item.to && (b.glue(rest) || b.article(rest))
	return item.to-rest <= 1 || linked && item.to-rest <= longestRest
}

// longestRest is how many tokens tell which thing of its kind an item is.
const longestRest = 3

// repeats reports whether a token is the preposition before the list once more,
// perhaps grown together with an article: "a las nueces y al marisco".
func (b *builder) repeats(before, i int) bool {
	if before < 0 || !b.glue(i) && !b.article(i) {
		return false
	}
	said, again := b.tokens[before].norm, b.tokens[i].norm
	return strings.HasPrefix(again, said) || strings.HasPrefix(said, again)
}

// series returns where the list ends whose first item ends the text: "reading,
// writing and long walks by the sea".
func (b *builder) series(kept []*match, i, to int) int {
	x := kept[i]
	last := x.clauses.to - 1
	if !x.fact.Phrase || len(x.spans) != 1 || to != b.clauses[last].to || b.clauses[last].ends != "," ||
		!x.captures(to-1) { // where the verb comes last, no item ends the text
		return to
	}
	incomplete := b.begins("adjective", to-1) // "big, old-fashioned hats": it is still to come
	for c := x.clauses.to; c < len(b.clauses) && b.clauses[c].sentence == b.clauses[last].sentence; c++ {
		item := &b.clauses[c]
		from, joined := b.classHere("and", item.from)
		if !joined {
			from = item.from
		}
		if next, leads := b.classHere("lead", from); leads && joined { // "and just sitting there"
			from = next
		}
		if !b.plain(item) || !b.itemAt(from, item.to) || b.taken(kept, i, c) {
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

// itemAt reports whether an item of a list may begin at a token, and no
// statement of its own.
func (b *builder) itemAt(from, to int) bool {
	return from < to && b.tokens[from].spoken() && !b.begins("lead", from) && !b.begins("subject", from)
}

// longestItem is how many tokens an item has that is no statement.
const longestItem = 6

// plain reports whether a clause may go on with what its author states.
func (b *builder) plain(c *clause) bool {
	return !c.question && !c.task && !c.other && !c.cond && !b.tokens[c.first].masked
}

// taken reports whether another match says something of a clause.
func (b *builder) taken(kept []*match, i, c int) bool {
	return slices.ContainsFunc(kept, func(k *match) bool {
		return k.from() != kept[i].from() && k.clauses.from <= c && c < k.clauses.to
	})
}
