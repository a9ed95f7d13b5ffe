package extract

import (
	"slices"

	"github.com/locimem/loci"
)

// announced finds the decision that words of class "announcing" announce, whatever
// it is about: "it's decided: | we're selling up and moving to Leeds". It is what
// the sentence goes on with, or what led up to them; of words that make up a
// sentence it is the next one.
func (b *builder) announced(s span) {
	for i := s.from; i < s.to; i++ {
		c := &b.clauses[i]
		mark, ok := b.classIn("announcing", c.first, c.to)
		if !ok || !b.announces(i) || b.stranger(c) || b.has("not", c.first, mark.from) {
			continue
		}
		x := &match{fact: b.pack.beside["decision"]}
		ahead := b.plan(i+1, s.to)
		if sole := s.from == i && s.to == i+1 && mark.from == c.first && mark.to == c.to; sole && s.to < len(b.clauses) && !b.settled() {
			ahead = b.plan(s.to, b.sentences[b.clauses[s.to].sentence].to)
		}
		switch {
		case ahead > i+1 || c.to-mark.to >= shortestPlan && !b.settled():
			x.spans, x.clauses = []span{{mark.from, b.clauses[ahead-1].to}}, span{i, ahead}
		case i > s.from && i+1 == s.to && mark.from == c.from && b.announces(i-1) && !b.clauses[i-1].other && !b.settled():
			x.spans, x.clauses = []span{{b.clauses[i-1].first, mark.to}}, span{i - 1, i + 1}
		default:
			continue
		}
		b.found = slices.DeleteFunc(b.found, func(o *match) bool { // what is only planned ends nothing, binds nobody and has not happened
			within := o.clauses.from >= x.clauses.from && o.clauses.to <= x.clauses.to
			ends := o.fact.Op != loci.OpAssert && o.clauses.from >= x.clauses.from && o.clauses.to <= s.to
			return ends || within && (o.fact.Dated || o.fact == x.fact || o.fact.Kind == loci.Episodic)
		})
		b.found = append(b.found, x)
		return
	}
}

// settled reports whether the turn has told a decision: what says that one
// stands may mean that.
func (b *builder) settled() bool {
	return slices.ContainsFunc(b.found, func(x *match) bool { return x.fact == b.pack.beside["decision"] })
}

// shortestPlan is how many tokens a plan has that goes on in the clause of the
// words which announce it.
const shortestPlan = 2

// plan returns where what was decided ends that clause i begins to say: "we're
// selling up | and moving to Leeds | , the house is too big".
func (b *builder) plan(i, end int) int {
	for first := i; i < end && b.announces(i); i++ {
		t := &b.tokens[b.clauses[i].from]
		carried := t.start == t.end // stands for the "and"
		if i > first && !carried && !b.begins("and", b.clauses[i].from) {
			break
		}
	}
	return i
}

// announces reports whether a clause may be part of an announcement.
func (b *builder) announces(i int) bool {
	c := &b.clauses[i]
	return c.told() && !c.work && !c.relayed && !b.tokens[c.first].masked && !b.passing(c) && !b.chatter(c)
}
