package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// denials returns what the author denies plainly, "I'm not vegetarian": the
// retraction of what the clause would say without its negation. Clauses that a
// match has read already say something else.
func (b *builder) denials(kept []*match) (out []loci.Candidate) {
	if !b.negates() {
		return nil
	}
	for i := range b.clauses {
		if c := &b.clauses[i]; b.denies(kept, i) {
			for _, said := range b.affirmed(c) {
				out = append(out, b.retraction(c, said))
			}
		}
	}
	return out
}

// denies reports whether a clause denies something as plainly as a fact is told.
func (b *builder) denies(kept []*match, i int) bool {
	c := &b.clauses[i]
	negated := b.within("not", c) || b.within("not_after", c)
	if !negated || !b.plain(c) || c.hedged || c.work || b.within("attitude", c) || b.within("partly", c) {
		return false
	}
	if slices.ContainsFunc(kept, func(k *match) bool { return k.clauses.from <= i && i < k.clauses.to }) {
		return false
	}
	if b.instructed(kept, i) { // the reason of an order
		return false
	}
	for j := c.first; j < c.to; j++ {
		if b.day(j) { // not on that day
			return false
		}
	}
	whole := match{spans: []span{{c.first, c.to}}, clauses: span{i, i + 1}}
	return b.stated(&whole)
}

// affirmed returns the facts that a clause would state without its negation, if
// they are all that it states.
func (b *builder) affirmed(c *clause) []loci.Candidate {
	line, ok := b.withoutDenial(c)
	if !ok {
		return nil
	}
	other, _ := read(b.pack, b.in, line)
	if other.negates() {
		return nil
	}
	var out []loci.Candidate
	kept := other.chosen()
	for i := range kept {
		x := kept[i]
		if !x.fact.Deniable || x.void || !other.lastOf(x.to()) {
			continue
		}
		if said, ok := other.candidate(kept, i); ok && !said.Hedged {
			out = append(out, other.listed(kept, i, said)...)
		}
	}
	return out
}

// retraction retracts what a clause denies.
func (b *builder) retraction(c *clause, said loci.Candidate) loci.Candidate {
	start, end := b.bytes(c.first, c.to)
	r := loci.Candidate{
		Op: loci.OpRetract, Target: loci.TargetSame, Text: text.Normalize(b.src[start:end]), Lang: said.Lang,
		Quote: b.src[start:end], Start: start, End: end, Origin: said.Origin, Confidence: said.Confidence, Method: said.Method,
		Slot: said.Slot, Value: said.Value,
	}
	if !r.Slot.Filled() {
		r.Value = said.Text
	}
	return r
}

// denial is a plain denial of a pack, and what says the opposite in its place.
type denial struct {
	words   []token
	instead string
	joined  bool // that is written together with the word before
}

// readDenials returns the denials of a pack, always in the same order.
func (p *pack) readDenials() []denial {
	all := make([]denial, 0, len(p.affirms))
	for _, words := range slices.Sorted(maps.Keys(p.affirms)) {
		instead, joined := strings.CutPrefix(p.affirms[words], "-")
		all = append(all, denial{p.lex(words), instead, joined})
	}
	return all
}

// withoutDenial returns the words of a clause without its negation, if that is
// one that can be taken away. What denies twice says something else: "no digo
// que no".
func (b *builder) withoutDenial(c *clause) (line string, ok bool) {
	var out strings.Builder
	all := b.pack.denials()
	said := map[int]bool{}
	for i := c.from; i < c.to; {
		n, t := b.denialAt(all, i, c.to), &b.tokens[i]
		if n < 0 {
			if t.spaced {
				out.WriteByte(' ')
			}
			out.WriteString(b.verbatim(i, i+1))
			i++
			continue
		}
		if said[n] {
			return "", false
		}
		said[n] = true
		if t.spaced && !all[n].joined {
			out.WriteByte(' ')
		}
		out.WriteString(all[n].instead)
		i += len(all[n].words)
	}
	return text.Normalize(out.String()), len(said) > 0
}

// denialAt returns which of the denials stands at a token, the longest, or -1.
func (b *builder) denialAt(all []denial, i, limit int) int {
	longest, n := 0, -1
	for k := range all {
		words := all[k].words
		end := i + len(words)
		if len(words) > longest && end <= limit && slices.EqualFunc(words, b.tokens[i:end], sameNorm) {
			longest, n = len(words), k
		}
	}
	return n
}

func sameNorm(x, y token) bool { return x.norm == y.norm }
