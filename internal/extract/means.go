package extract

import (
	"slices"

	"github.com/locimem/loci"
)

// "I clear 3,100 a month, nursery swallows 640 and 90 goes on the gym": once one
// sum is what the speaker earns or pays, the others of its sentence are too, if a
// word for what costs or brings money stands with them. Two such are a budget.

// sum is a sum of money, and the words of its clause that speak of no other.
type sum struct {
	at, part span
	clause   int
	alone    bool // it is the only one of its clause
}

// means adds the sums of a sentence that no frame has found, or only a bag that
// does not tell them apart.
func (b *builder) means(s span) {
	var more []sum
	known := 0
	sums := b.sums(s)
	b.part(sums)
	for _, m := range sums {
		single, bag := b.counted(m)
		if single || bag {
			known++
		}
		if !single && (bag && !m.alone || !bag && b.costs(m.part)) {
			more = append(more, m)
		}
	}
	if known == 0 && len(more) < 2 {
		return
	}
	for _, m := range more {
		x := &match{
			fact: b.pack.beside["money"], spans: []span{m.part}, gaps: []span{{m.part.from, m.at.from}, {m.at.to, m.part.to}},
			caps: []capture{{name: textCapture, from: m.part.from, to: m.part.from}}, clauses: span{m.clause, m.clause + 1}, also: true,
		}
		if b.holds(x) {
			b.found = slices.DeleteFunc(b.found, func(bag *match) bool { return !m.alone && isBag(bag) && overlap(bag.spans, []span{m.at}) })
			b.found = append(b.found, x)
		}
	}
}

// part ends what is found for one sum before the words about the next.
func (b *builder) part(sums []sum) {
	for i := 1; i < len(sums); i++ {
		for _, x := range b.found {
			if !sums[i].alone && x.fact.Category == loci.Finance && len(x.spans) == 1 && overlap(x.spans, []span{sums[i-1].at}) {
				x.spans[0].to = min(x.spans[0].to, sums[i-1].part.to)
			}
		}
	}
}

// costs reports whether a word for what costs or brings money stands in a range.
func (b *builder) costs(s span) bool {
	return b.has("pays", s.from, s.to) || b.has("moneynoun", s.from, s.to)
}

// counted reports whether a frame has found what a sum is for, and whether a bag
// has.
func (b *builder) counted(m sum) (single, bag bool) {
	for _, x := range b.found {
		if x.fact.Category == loci.Finance && overlap(x.spans, []span{m.at}) {
			single, bag = single || !isBag(x), bag || isBag(x)
		}
	}
	return single, bag
}

// isBag reports whether a match is of several parts, of what the speaker earns or
// pays.
func isBag(x *match) bool {
	return len(x.spans) > 1 && x.fact.Category == loci.Finance && x.fact.Kind == loci.Semantic
}

// sums returns the sums of a sentence. Two of one clause are told apart by the
// word that joins them.
func (b *builder) sums(s span) (found []sum) {
	for c := s.from; c < s.to; c++ {
		part := span{b.clauses[c].first, b.clauses[c].to}
		for i := part.from; i < part.to; {
			at, ok := b.sumAt(i)
			if !ok {
				i++
				continue
			}
			if n := len(found); n > 0 && found[n-1].clause == c {
				and, ok := b.between(found[n-1].at.to, at.from)
				if !ok {
					i = at.to
					continue
				}
				found[n-1].part.to, part.from = and.from, and.to
				found[n-1].alone = false
			}
			found = append(found, sum{at, part, c, part.from == b.clauses[c].first})
			i = at.to
		}
	}
	return found
}

// between returns what parts two sums: a joining word, or nothing, before the
// last word for what costs money: "월세 55만원에 | 전기세 12만원".
func (b *builder) between(from, to int) (parting span, ok bool) {
	if and, ok := b.classIn("and", from, to); ok {
		return and, true
	}
	for i := to - 1; i >= from; i-- {
		if b.costs(span{i, i + 1}) {
			return span{i, i}, true
		}
	}
	return span{}, false
}

// sumAt returns the sum of money that begins at a token: no date, and no number
// of something else ("20 minutes").
func (b *builder) sumAt(pos int) (span, bool) {
	to, ok := b.classHere("amount", pos)
	if !ok && b.tokens[pos].kind == number {
		to, ok = pos+1, true
	}
	for ok && to < len(b.tokens) && b.tokens[to].kind == number { // "25-30 thousand"
		end, amount := b.classHere("amount", to)
		if !amount {
			end = to + 1
		}
		to = end
	}
	if !ok || b.tokens[pos].masked || b.inTime(pos) || b.begins("measure", to) {
		return span{}, false
	}
	return span{pos, to}, true
}

// elsewhose reports whether the money that a clause is about is none of the
// speaker's: a price asked by others ("the flat on the corner is going for 1,400"),
// or somebody's of whom no more is known than a name ("Maria earns 2,000 and pays
// 600 in rent").
func (b *builder) elsewhose(c *clause) bool {
	first := b.clauses[b.sentences[c.sentence].from].first
	return b.has("offered", c.from, c.to) || b.begins("pupil", first)
}
