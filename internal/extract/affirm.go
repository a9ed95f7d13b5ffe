package extract

import (
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

// withoutDenial returns the words of a clause without its negation, if that is
// one that can be taken away. What denies twice says something else: "no digo
// que no".
func (b *builder) withoutDenial(c *clause) (line string, ok bool) {
	var out strings.Builder
	said := map[string]bool{}
	for i := c.from; i < c.to; {
		denial, to := b.denial(i, c.to)
		if denial == "" {
			t := &b.tokens[i]
			if t.spaced {
				out.WriteByte(' ')
			}
			out.WriteString(b.src[t.start:t.end])
			i++
			continue
		}
		if said[denial] {
			return "", false
		}
		said[denial] = true
		instead, joined := strings.CutPrefix(b.pack.affirms[denial], "-")
		if b.tokens[i].spaced && !joined {
			out.WriteByte(' ')
		}
		out.WriteString(instead)
		i = to
	}
	return text.Normalize(out.String()), len(said) > 0
}

// denial returns the longest denial that begins at a token, and where it ends.
func (b *builder) denial(i, limit int) (words string, to int) {
	for from := range b.pack.affirms {
		if end := b.spelled(from, i, limit); end > to {
			words, to = from, end
		}
	}
	return words, to
}

// spelled returns where the words of a denial end that begin at a token, 0 if
// they do not stand there.
func (b *builder) spelled(words string, i, limit int) int {
	for _, w := range b.pack.lex(words) {
		if i >= limit || b.tokens[i].norm != w.norm {
			return 0
		}
		i++
	}
	return i
}
