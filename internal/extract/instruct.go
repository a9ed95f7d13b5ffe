package extract

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// lacks reports whether an instruction asks for something to be left out, "answer
// without emoji", and not only besides: "get to the point, without a preamble".
func (b *builder) lacks(x *match) bool {
	return x.fact.Without != "" && b.within(x.fact.Without, &b.clauses[x.clauses.from])
}

// onlyAsked reports whether a match only asks whether an instruction is a good one:
// "always use const?", "never use var, is that still right?". A question gives
// one if it asks the assistant for something: "can you always use const?".
func (b *builder) onlyAsked(x *match) bool {
	if x.fact.Kind != loci.Procedural {
		return false
	}
	sentence := b.sentences[b.clauses[x.clauses.from].sentence]
	if !strings.Contains(b.clauses[sentence.to-1].ends, "?") {
		return false
	}
	own := b.clauses[x.clauses.from:x.clauses.to]
	asked := slices.ContainsFunc(own, func(c clause) bool { return c.question })
	request := slices.ContainsFunc(own, func(c clause) bool { return b.has("request", c.from, c.to) })
	return asked && !request || x.clauses.to < sentence.to && b.is("moot", &b.clauses[x.clauses.to])
}

// completed returns where an order ends that a later clause completes: "always ask
// me first, | which version it is, | and only then write the code".
func (b *builder) completed(x *match) int {
	const between = 1 // clauses
	end := b.sentences[b.clauses[x.clauses.to-1].sentence].to
	for c := x.clauses.to; c < min(end, x.clauses.to+between+1); c++ {
		if b.tokens[b.clauses[c].from].masked {
			break
		}
		if b.begins("sequel", b.clauses[c].from) || b.begins("sequel", b.clauses[c].first) {
			return b.clauses[c].to
		}
	}
	return b.clauses[x.clauses.to-1].to
}

// quoted moves the end of an order behind the words that it quotes: "stop asking
// me | «anything else?»".
func (b *builder) quoted(x *match, to int) int {
	const longest = 16 // tokens
	end := to
	for end < len(b.tokens) && b.tokens[end].masked && end-to < longest {
		end++
	}
	if x.fact.Kind != loci.Procedural || end == to || end-to == longest || pairs[b.tokens[to].norm] == "" {
		return to
	}
	return end
}

// withoutReasons drops what only says why an instruction is given: "no tables,
// | they're unreadable on my phone", "always paste the imports, | I'm tired of
// hunting for them".
func (b *builder) withoutReasons(kept []*match) []*match {
	return slices.DeleteFunc(kept, func(x *match) bool { return x.fact.Idle && b.instructed(kept, x.clauses.from) })
}

// instructed reports whether an instruction precedes a clause in its sentence.
func (b *builder) instructed(kept []*match, at int) bool {
	return slices.ContainsFunc(kept, func(k *match) bool {
		return k.fact.Kind == loci.Procedural && !k.void && k.clauses.to <= at && b.beside(k.clauses.from, at)
	})
}
