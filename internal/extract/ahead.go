package extract

import (
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/internal/timex"
)

// ahead makes a goal of a home or a job that begins on a day to come: "I'm
// joining Siemens in March". Until then what stands goes on to be so.
func (b *builder) ahead(x *match, c *loci.Candidate) {
	if !x.fact.Begins {
		return
	}
	cl := &b.clauses[x.clauses.from]
	start, end := b.tokens[cl.first].start, c.End
	w, before := b.dates.best(start, end, timex.Future), b.dates.best(start, end, timex.Past)
	begins := b.has("begins", cl.from, b.clauses[x.clauses.to-1].to)
	if begins {
		w = b.dates.coming(start, end)
	}
	if w == nil || !w.Start.After(b.in.Time) || b.dates.until(start, end) {
		return
	}
	certain := before != nil && before.Start.Equal(w.Start) && plainlyAhead(*w, b.in.Time) // "in March" may be past
	if !certain && !begins {
		return
	}
	c.Kind, c.Category, c.Due = loci.Semantic, loci.Goals, w
	c.Slot.Attribute, c.Value, c.Adds = "", "", false
	c.Start, c.Quote = start, b.src[start:end]
	c.Text = text.Normalize(c.Quote)
}

// plainlyAhead reports whether a time is neither so near that it may be a habit,
// "at the weekend", nor so vague or far that it may be a span: "for six years".
func plainlyAhead(w loci.When, now time.Time) bool {
	const near, far = 7, 200 // days
	days := w.DaysUntil(now)
	return days > near && days < far && w.Precision != loci.PrecisionYear
}

// until reports whether an expression within bytes [start, end) names only
// where something ends.
func (c *calendar) until(start, end int) bool {
	for _, s := range c.spans(timex.Future) {
		if s.Start >= start && s.Start < end && dated(s) && s.Values[0].Start.IsZero() {
			return true
		}
	}
	return false
}
