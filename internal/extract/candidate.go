package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/internal/timex"
)

// candidate builds the i-th of the chosen matches.
func (b *builder) candidate(kept []*match, i int) (loci.Candidate, bool) {
	x := kept[i]
	f := x.fact
	words, grounded := b.grounded(x, b.words(kept, i))
	if !grounded || words.from >= words.to {
		return loci.Candidate{}, false
	}
	words, out := b.apart(kept, i, words)
	start, end := b.bytes(words.from, words.to)
	end = closeQuote(b.src, start, end)
	quote := b.src[start:end]
	line := b.without(quote, words, out)
	if line == "" || len(line) > loci.MaxText {
		return loci.Candidate{}, false
	}
	c := loci.Candidate{
		Op: f.Op, Kind: f.Kind, Field: f.Field, Category: f.Category, Importance: f.Importance, Polarity: f.Polarity,
		Target: f.Target, Adds: f.Adds, Text: line, Lang: b.pack.lang,
		Quote: quote, Start: start, End: end, Origin: loci.UserStated, Confidence: sure, Method: "rules",
		Slot: loci.Slot{Subject: b.in.Subject}, Value: b.value(x),
	}
	if attr := b.attribute(x); attr != "" {
		c.Slot.Attribute = attr
	}
	if x.loose {
		c.Slot.Attribute, c.Value = "", ""
	}
	if b.lacks(x) {
		c.Polarity = loci.Negated
	}
	if f.Kind == loci.Episodic {
		c.Task = line
	}
	b.circumstances(x, &c)
	b.sorted(x, words, &c)
	b.date(x, &c, start, end)
	b.ahead(x, &c)
	return c, c.Due != nil || !f.Dated
}

// closeQuote moves end past the mark that closes a quotation begun in the text.
func closeQuote(src string, start, end int) int {
	r, size := utf8.DecodeRuneInString(src[end:])
	for open, closer := range pairs {
		if string(r) != closer {
			continue
		}
		opened := strings.Count(src[start:end], open)
		if open != closer && opened > strings.Count(src[start:end], closer) || open == closer && opened%2 == 1 {
			return end + size
		}
	}
	return end
}

// Confidence of what the rules found.
const (
	sure   = 0.9
	unsure = 0.5
)

// circumstances reads hedges, corrections and additions off the clauses.
func (b *builder) circumstances(x *match, c *loci.Candidate) {
	replaces := x.fact.Replaces
	c.Adds = c.Adds || replaces != "" && !b.has(replaces, b.clauses[x.clauses.from].from, b.clauses[x.clauses.to-1].to)
	for i := x.clauses.from; i < x.clauses.to; i++ {
		cl := &b.clauses[i]
		if cl.hedged {
			c.Hedged, c.Confidence = true, unsure
		}
		if b.has("addition", cl.from, cl.to) && c.Slot.Filled() && c.Op == loci.OpAssert {
			c.Adds = true
		}
	}
	// "Oops, I meant Tuesday. Lessons are on Tuesdays": the marker may stand in
	// a clause of its own.
	c.Corrects = b.meant < b.clauses[x.clauses.to-1].to && c.Op == loci.OpAssert
}

// date sets due or event from the date in the words. What is over is no due
// date.
func (b *builder) date(x *match, c *loci.Candidate, start, end int) {
	switch x.fact.Time {
	case dueTime:
		w := b.dates.best(start, end, timex.Future)
		if w == nil && x.fact.Trim { // "by May I want to": the date stands before
			w = b.dates.best(b.tokens[b.clauses[x.clauses.from].from].start, end, timex.Future)
		}
		if w != nil && w.DaysUntil(b.in.Time) >= 0 {
			c.Due = w
		}
	case dayTime:
		if s, ok := b.dates.fullest(start, end, timex.Future); ok && !s.Values[0].End.IsZero() { // "after the summer" ends never
			if w, _ := when(s.Values[0]); w.Precision == loci.PrecisionDay && w.DaysUntil(b.in.Time) > 0 {
				c.Due = &w
			}
		}
	case eventTime:
		c.Event = b.dates.best(start, end, timex.Past)
	}
}

// captured returns the words of a capture as the user wrote them, articles,
// joining words and a stripped suffix aside.
func (b *builder) captured(c capture) string {
	from, to := c.from, c.to
	for from < to-1 {
		end, ok := b.classHere("article", from)
		if !ok || end >= to {
			break
		}
		from = end
	}
	for i := from + 1; i < to; i++ {
		if b.begins("stop", i) {
			to = i
		}
	}
	for to > from+1 && (b.glue(to-1) || b.tail(to-1) || b.article(to-1)) {
		to--
	}
	s := b.verbatim(from, to)
	if c.strip != "" {
		s = s[:len(s)-b.suffixLen(&b.tokens[to-1], c.strip)]
	}
	if b.pack.endings {
		s = withoutEnding(s)
	}
	return text.Normalize(unquote.Replace(s))
}

// alone takes from what fills a profile's slot the time that leads in: "先週 | 大阪".
func (b *builder) alone(c capture) capture {
	if s, ok := b.dates.around(b.tokens[c.from].start); ok {
		from := c.from
		for from < c.to && b.tokens[from].start < s.End {
			from++
		}
		if from < c.to && (from > c.from+1 || !b.tokens[c.from].upper) { // May Smith is no month
			c.from = from
		}
	}
	return c
}

// withoutEnding drops the case ending that an apostrophe sets off from a name:
// "Defne'yle" names Defne.
func withoutEnding(s string) string {
	if i := strings.LastIndexAny(s, "'’"); i > 0 && !strings.Contains(s[i:], " ") {
		return s[:i]
	}
	return s
}

// suffixLen returns how many bytes of the word as written make up its suffix.
// In a second script a letter may stand for several, so it is measured.
func (b *builder) suffixLen(t *token, suffix string) int {
	raw := b.src[t.start:t.end]
	for cut := len(raw); cut > 0; {
		_, n := utf8.DecodeLastRuneInString(raw[:cut])
		cut -= n
		rest := newToken(raw[:cut], 0, false, false)
		if len(b.pack.letters) > 0 {
			rest.norm = b.pack.respell(&rest)
		}
		if len(rest.norm) <= len(t.norm)-len(suffix) {
			return len(raw) - cut
		}
	}
	return 0
}

// unquote drops the marks around names.
var unquote = strings.NewReplacer(`"`, "", "«", "", "»", "", "“", "", "”", "", "„", "")

// value returns what fills the slot, folded for comparison.
func (b *builder) value(x *match) string {
	if x.fact.Topic {
		return text.Fold(x.topic)
	}
	if x.known.Name != "" {
		return x.known.Name
	}
	for name := range strings.SplitSeq(x.fact.Value, "|") {
		if c, ok := x.capture(name); ok {
			if c.label != "" {
				return c.label
			}
			if x.fact.Kind == loci.Profile {
				c = b.alone(c)
			}
			return text.Fold(b.captured(c))
		}
	}
	return ""
}

// attribute fills the captures of the fact's slot in. A slot whose captures
// are not all there is no slot.
func (b *builder) attribute(x *match) string {
	if x.known.Slot != "" {
		return x.known.Slot
	}
	rest := x.fact.Slot
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(rest, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		name, tail, _ := strings.Cut(after, "}")
		c, found := x.capture(name)
		if !found {
			return ""
		}
		if c.label != "" {
			out.WriteString(c.label)
		} else {
			out.WriteString(b.slug(c, x.fact.Stem))
		}
		rest = tail
	}
}

// maxSlug bounds the part of a slot that comes from the user's words.
const maxSlug = 48

// slug turns a capture into a part of a slot. Letters of any script are kept,
// but a language's second script is written in its first: Акмал and Akmal are
// one child. With stem, inflected forms of a word make the same slot: peanut,
// peanuts.
func (b *builder) slug(c capture, stem bool) string {
	said := strings.Fields(b.captured(c))
	if len(b.pack.letters) > 0 {
		for i, w := range said {
			t := newToken(w, 0, false, false)
			said[i] = b.pack.respell(&t)
		}
	}
	words := strings.Fields(text.FoldMarks(strings.Join(said, " "), ""))
	if stem {
		for i, w := range words {
			words[i] = text.Stem(w, b.pack.lang)
		}
	}
	s, _ := clip(strings.Join(words, "_"), maxSlug)
	return strings.Trim(s, "_")
}
