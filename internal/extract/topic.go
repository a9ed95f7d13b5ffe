package extract

import (
	"slices"
	"strings"
)

// topic finds what a retraction is about whose frame only spells that something
// is to be forgotten or has come to nothing: "what I told you about | Rome |
// delete it". What it captures is part of the topic. The words of it are then the match's own.
func (b *builder) topic(x *match) bool {
	if len(x.spans) > 1 && overlap(x.spans[:1], x.spans[1:]) { // one word is both
		return false
	}
	named := b.named(x)
	var words []string
	for _, s := range named {
		words = append(words, b.verbatim(s.from, s.to))
		x.caps = append(x.caps, capture{name: topicCapture, from: s.from, to: s.to})
	}
	x.topic = strings.Join(words, " ")
	x.spans = append(x.spans, named...)
	slices.SortFunc(x.spans, func(s, t span) int { return s.from - t.from })
	return len(named) > 0
}

// named returns the words that name the topic of a match: in the clauses of its
// parts, or, if all else there is a pronoun, between them or in the clause
// before: "I sold the boat, take it off your list".
func (b *builder) named(x *match) (words []span) {
	for c := x.clauses.from; c < x.clauses.to; c++ {
		if overlap(x.spans, []span{{b.clauses[c].from, b.clauses[c].to}}) {
			words = append(words, b.unspelt(x, span{c, c + 1})...)
		}
	}
	if len(words) == 0 {
		words = b.unspelt(x, x.clauses)
	}
	before := x.clauses.from - 1
	if len(words) == 0 && before >= 0 && !b.clauses[before].question && b.beside(before, x.clauses.from) {
		x.clauses.from = before
		words = b.unspelt(x, span{before, before + 1})
	}
	return words
}

// withTopic returns a match that has all the words of its clauses, if those name
// its topic.
func (b *builder) withTopic(x *match) *match {
	if !x.fact.Topic {
		return x
	}
	whole := *x
	whole.spans = []span{{b.clauses[x.clauses.from].from, b.clauses[x.clauses.to-1].to}}
	return &whole
}

// topicCapture names what a topic is made of.
const topicCapture = "topic"

// beside reports whether two clauses belong to one sentence.
func (b *builder) beside(i, j int) bool { return b.clauses[i].sentence == b.clauses[j].sentence }

// unspelt returns the words of clauses that no part of a match has spelt and that
// name something.
func (b *builder) unspelt(x *match, clauses span) (named []span) {
	for i := b.clauses[clauses.from].first; i < b.clauses[clauses.to-1].to; {
		if next := b.nameless(x, i); next > i {
			i = next
			continue
		}
		if n := len(named); n > 0 && named[n-1].to == i {
			named[n-1].to++
		} else {
			named = append(named, span{i, i + 1})
		}
		i++
	}
	return named
}

// nameless returns where what names nothing ends that begins at a token, if
// something does.
func (b *builder) nameless(x *match, i int) int {
	end := i
	if t := &b.tokens[i]; t.masked || !t.spoken() || b.clauseOf[i] < 0 || x.spells(i) && !x.captures(i) {
		end = i + 1
	}
	for _, class := range namelessClasses {
		if to, ok := b.classHere(class, i); ok {
			end = max(end, to)
		}
	}
	return end
}

// namelessClasses are the words that say that something ends, but not what.
var namelessClasses = []string{"withdrawing", "pointer", "pronoun", "vague", "article", "lead", "tail", "glue", "not"}
