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
func (b *builder) listed(kept []match, i int, c loci.Candidate) []loci.Candidate {
	x := &kept[i]
	if !x.fact.List || len(x.spans) != 1 || len(x.caps) != 1 || x.caps[0].strip != "" {
		return []loci.Candidate{c}
	}
	first := x.caps[0]
	items := b.items(kept, i, first)
	head, tail := b.tokens[first.from].start, b.tokens[first.to-1].end
	if len(items) < 2 || head < c.Start {
		return []loci.Candidate{c}
	}
	end := max(c.End, b.tokens[items[len(items)-1].to-1].end)
	after := ""
	if first.to < x.spans[0].to && tail <= c.End {
		after = b.src[tail:c.End]
	}
	out := make([]loci.Candidate, 0, len(items))
	for _, item := range items {
		y := *x
		y.caps = []capture{{name: first.name, from: item.from, to: item.to, label: first.label}}
		one := c
		one.Text = text.Normalize(b.src[c.Start:head] + b.src[b.tokens[item.from].start:b.tokens[item.to-1].end] + after)
		one.Quote, one.End = b.src[c.Start:end], end
		one.Value, one.Slot.Attribute = b.value(&y), b.attribute(&y)
		out = append(out, one)
	}
	return out
}

// items cuts a capture, and what follows where it ends the match, into the
// items of a list. There is a list only if the last item is joined by "and", or
// by a mark that says as much.
func (b *builder) items(kept []match, i int, first capture) []span {
	limit := first.to
	if first.to == kept[i].spans[0].to {
		limit = b.clauses[b.sentences[b.clauses[kept[i].clauses.from].sentence].to-1].to
	}
	var items []span
	joined, last := false, false
	for at := first.from; at < limit; {
		item := b.item(kept, i, at, limit)
		if item.from >= item.to {
			return nil
		}
		items = append(items, item)
		if last || item.to >= limit {
			break
		}
		next, mark := item.to, b.tokens[item.to].norm
		if mark == "," || mark == enumerates {
			joined = joined || mark == enumerates
			next++
		}
		if end, ok := b.classHere("and", next); ok {
			joined, last, next = true, true, end
		} else if next == item.to {
			break
		}
		at = next
	}
	if !joined {
		return nil
	}
	return items
}

// item returns the item that begins at a token, empty if none does.
func (b *builder) item(kept []match, i, from, limit int) span {
	if first := kept[i].caps[0].from; from > first && first > 0 && from < limit-1 && b.repeats(first-1, from) {
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
	case slices.ContainsFunc(kept, func(k match) bool {
		return &k != &kept[i] && k.from() >= kept[i].spans[0].to && overlap(k.spans, []span{{from, to}})
	}):
		return span{}
	}
	if b.begins("subject", from) && from >= kept[i].spans[0].to {
		return span{}
	}
	return span{from, to}
}

// repeats reports whether a token is the preposition before the list once more,
// perhaps grown together with an article: "a las nueces y al marisco".
func (b *builder) repeats(before, i int) bool {
	return strings.HasPrefix(b.tokens[i].norm, b.tokens[before].norm) && (b.glue(i) || b.article(i))
}

// series returns where the list ends whose first item ends the text: "reading,
// writing and long walks by the sea".
func (b *builder) series(kept []match, i, to int) int {
	x := &kept[i]
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
func (b *builder) taken(kept []match, i, c int) bool {
	return slices.ContainsFunc(kept, func(k match) bool {
		return k.from() != kept[i].from() && k.clauses.from <= c && c < k.clauses.to
	})
}
