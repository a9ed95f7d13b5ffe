package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/internal/timex"
)

// match is a frame found in a turn.
type match struct {
	fact    *fact
	spans   []span // what its parts matched
	caps    []capture
	clauses span // the clauses it touches
}

func (x *match) from() int { return x.spans[0].from }

// builder collects the matches of a turn and makes candidates of them.
type builder struct {
	*matcher
	in    Input
	found []match
}

// read tries the frames that a sentence's words can be part of.
func (b *builder) read(s span) {
	set := make([]bool, len(b.pack.frames))
	for _, id := range b.pack.trigger.always {
		set[id] = true
	}
	after := b.after(s)
	for i := b.clauses[s.from].from; i < b.clauses[after.to-1].to; i++ {
		if t := &b.tokens[i]; !t.masked {
			b.pack.trigger.mark(t, set)
		}
	}
	for id, hit := range set {
		if !hit {
			continue
		}
		f := b.pack.frames[id]
		if f.fact.Reach == reachSentence {
			b.limit = b.clauses[after.to-1].to
			b.try(f, after)
			continue
		}
		b.limit = b.clauses[s.to-1].to
		for c := s.from; c < s.to; c++ {
			b.try(f, span{c, c + 1})
		}
	}
	b.limit = len(b.tokens)
}

// shortSentence is how many tokens a sentence has that may only complete the
// one before it ("Always.", "In every session.").
const shortSentence = 7

// after returns the sentence with a short one that follows.
func (b *builder) after(s span) span {
	if s.to < len(b.clauses) {
		next := b.sentences[b.clauses[s.to].sentence]
		if b.clauses[next.to-1].to-b.clauses[next.from].from <= shortSentence {
			return span{s.from, next.to}
		}
	}
	return s
}

// try looks for a frame in a range of clauses.
func (b *builder) try(f *frame, where span) {
	from, to := b.clauses[where.from].from, b.clauses[where.to-1].to
	for pos := from; pos < to; {
		x := match{fact: f.fact}
		for i, p := range f.parts {
			start := from
			if i == 0 {
				start = pos
			}
			at, ok := b.find(p.start, start, to)
			if ok == p.absent {
				return
			}
			if !p.absent {
				x.spans = append(x.spans, span{at, b.end})
				x.caps = append(x.caps, slices.Clone(b.caps)...)
			}
		}
		slices.SortFunc(x.spans, func(s, t span) int { return cmp.Compare(s.from, t.from) })
		if b.end == x.from() { // an empty match
			return
		}
		x.clauses = b.touched(x.spans)
		held := b.holds(&x)
		if held {
			b.found = append(b.found, x)
		}
		switch {
		case len(f.parts) > 1:
			return
		case held:
			pos = x.spans[0].to
		default:
			pos = x.from() + 1
		}
	}
}

// touched returns the clauses that the spans lie in.
func (b *builder) touched(spans []span) span {
	first, last := len(b.clauses), 0
	for _, s := range spans {
		for i := s.from; i < s.to; i++ {
			if c := b.clauseOf[i]; c >= 0 {
				first, last = min(first, c), max(last, c+1)
			}
		}
	}
	if first > last {
		return span{last, last}
	}
	return span{first, last}
}

// holds reports whether the circumstances let a match count.
func (b *builder) holds(x *match) bool {
	f := x.fact
	if x.clauses.from >= x.clauses.to {
		return false
	}
	for _, s := range x.spans {
		for i := s.from; i < s.to; i++ {
			if b.clauseOf[i] < 0 {
				continue
			}
			c := &b.clauses[b.clauseOf[i]]
			switch {
			case c.question && !f.allows(inQuestion),
				c.cond && !f.allows(inConditional),
				c.task && !f.allows(inTask),
				c.other && !f.allows(ofOther),
				c.work && !f.allows(ofWork):
				return false
			}
		}
	}
	if !f.allows(whenNegated) && b.negated(x) {
		return false
	}
	return !f.Strict || b.concrete(x)
}

// negated reports whether a negation that the frame does not know stands in
// the clause before what it matched, or between its parts.
func (b *builder) negated(x *match) bool {
	last := x.spans[len(x.spans)-1].to
	for i := b.clauses[x.clauses.from].from; i < last; i++ {
		if b.clauseOf[i] < 0 || slices.ContainsFunc(x.spans, func(s span) bool { return i >= s.from && i < s.to }) {
			continue
		}
		if _, ok := b.classHere("not", i); ok {
			return true
		}
	}
	return false
}

// concrete reports whether every capture names something of its own.
func (b *builder) concrete(x *match) bool {
	for _, c := range x.caps {
		_, vague := b.classHere("vague", c.from)
		_, pronoun := b.classHere("pronoun", c.to-1)
		if vague || pronoun {
			return false
		}
	}
	return true
}

// candidates chooses among the matches and builds what they say. A match
// yields to an earlier fact of facts.toml that claims a word of it.
func (b *builder) candidates() []loci.Candidate {
	slices.SortStableFunc(b.found, func(x, y match) int {
		if c := cmp.Compare(x.fact.rank, y.fact.rank); c != 0 {
			return c
		}
		return cmp.Compare(x.from(), y.from())
	})
	var kept []match
	for _, x := range b.found {
		if !slices.ContainsFunc(kept, func(k match) bool { return k.excludes(&x) }) {
			kept = append(kept, x)
		}
	}
	slices.SortStableFunc(kept, func(x, y match) int { return cmp.Compare(x.from(), y.from()) })
	kept = b.merge(kept)
	var out []loci.Candidate
	for i := range kept {
		if c, ok := b.candidate(kept, i); ok {
			c.Adds = c.Adds || !c.Corrects && fills(out, c)
			out = append(out, c)
		}
	}
	return out
}

// fills reports whether a candidate of the same turn fills the slot already:
// "I teach maths and I drive a taxi" are two jobs.
func fills(out []loci.Candidate, c loci.Candidate) bool {
	return c.Op == loci.OpAssert && c.Slot.Filled() && slices.ContainsFunc(out, func(o loci.Candidate) bool {
		return o.Op == loci.OpAssert && o.Slot == c.Slot && o.Value != c.Value
	})
}

// excludes reports whether k, chosen before, leaves no room for x.
func (k *match) excludes(x *match) bool {
	sameClause := k.clauses.from < x.clauses.to && x.clauses.from < k.clauses.to
	if sameClause && (x.fact.Alone || len(x.spans) > 1 && len(k.spans) > 1 || x.fact.Op != loci.OpAssert && x.fact.Op == k.fact.Op) {
		return true
	}
	if sameClause && k.fact.Category == x.fact.Category && (len(x.spans) > 1) != (len(k.spans) > 1) {
		return true // a bag says what a pattern of its clause says more exactly
	}
	if len(k.caps) > 0 && len(x.caps) > 0 && k.fact != x.fact {
		return overlap(k.claims(), x.claims())
	}
	return overlap(k.spans, x.spans)
}

func overlap(a, b []span) bool {
	for _, s := range a {
		for _, t := range b {
			if s.from < t.to && t.from < s.to {
				return true
			}
		}
	}
	return false
}

// claims returns what a match says something about: what it captured.
func (x *match) claims() []span {
	out := make([]span, len(x.caps))
	for i, c := range x.caps {
		out[i] = span{c.from, c.to}
	}
	return out
}

// merge joins matches in neighbouring clauses of a sentence, where their facts
// say that they belong together.
func (b *builder) merge(kept []match) []match {
	var out []match
	for _, x := range kept {
		if n := len(out); n > 0 && x.fact.Merge != "" && out[n-1].fact.Merge == x.fact.Merge && b.neighbours(&out[n-1], &x) {
			out[n-1].spans = append(out[n-1].spans, x.spans...)
			out[n-1].caps = append(out[n-1].caps, x.caps...)
			out[n-1].clauses.to = max(out[n-1].clauses.to, x.clauses.to)
			continue
		}
		out = append(out, x)
	}
	return out
}

// neighbours reports whether y follows x in the same sentence, or is a very
// short sentence after it ("No commentary.").
func (b *builder) neighbours(x, y *match) bool {
	if y.clauses.from > x.clauses.to+1 {
		return false
	}
	size := b.clauses[y.clauses.to-1].to - b.clauses[y.clauses.from].from
	gap := b.clauses[y.clauses.from].sentence - b.clauses[x.clauses.to-1].sentence
	return gap <= 0 || gap == 1 && size <= shortRemark
}

// shortRemark is how many tokens a sentence has that only rounds off another.
const shortRemark = 4

// candidate builds the i-th of the chosen matches.
func (b *builder) candidate(kept []match, i int) (loci.Candidate, bool) {
	x := &kept[i]
	f := x.fact
	words := b.words(kept, i)
	if words.from >= words.to {
		return loci.Candidate{}, false
	}
	start, end := b.tokens[words.from].start, b.tokens[words.to-1].end
	end = closeQuote(b.src, start, end)
	quote := b.src[start:end]
	line := text.Normalize(quote)
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
	if f.Kind == loci.Episodic {
		c.Task = line
	}
	b.circumstances(x, &c)
	b.date(x, &c, start, end)
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
	for i := x.clauses.from; i < x.clauses.to; i++ {
		cl := &b.clauses[i]
		if cl.hedged {
			c.Hedged, c.Confidence = true, unsure
		}
		if _, ok := b.classIn("addition", cl.from, cl.to); ok && c.Slot.Filled() && c.Op == loci.OpAssert {
			c.Adds = true
		}
	}
	// "Oops, I meant Tuesday. Lessons are on Tuesdays": the marker may stand in
	// a clause of its own.
	if _, ok := b.classIn("correction", 0, b.clauses[x.clauses.to-1].to); ok && c.Op == loci.OpAssert {
		c.Corrects = true
	}
}

// date sets due or event from the date in the words. What is over is no due
// date.
func (b *builder) date(x *match, c *loci.Candidate, start, end int) {
	switch x.fact.Time {
	case dueTime:
		w := b.dates.best(start, end, timex.Future)
		if w != nil && w.DaysUntil(b.in.Time) >= 0 {
			c.Due = w
		}
	case eventTime:
		c.Event = b.dates.best(start, end, timex.Past)
	}
}

// words returns the tokens that become the text: the clauses the match
// touches, less what other matches of the same clauses claim.
func (b *builder) words(kept []match, i int) span {
	x := &kept[i]
	from, to := b.clauses[x.clauses.from].first, b.clauses[x.clauses.to-1].to
	from = min(from, x.from())
	if x.fact.Trim && len(x.spans) == 1 {
		from = x.from()
	}
	if c, ok := x.capture(textCapture); ok {
		from = c.from
	}
	cut := to
	if last := x.clauses.to; last < len(b.clauses) && b.clauses[last-1].ends == "" {
		cut++ // a joining word began the next clause
	}
	for j := range kept {
		o := &kept[j]
		if j == i || o.clauses.from >= x.clauses.to || x.clauses.from >= o.clauses.to || len(o.spans) > 1 || len(x.spans) > 1 {
			continue
		}
		switch {
		case o.from() < x.from():
			from = max(from, x.from())
		case o.from() > x.from():
			to = min(to, max(o.from(), x.spans[0].to))
		case len(o.caps) > 0 && len(x.caps) > 0:
			// Two facts of one verb, "I work | as a nurse | at St Luke's": the one
			// named first ends where the other is named.
			if next := o.caps[0].from; next >= x.caps[len(x.caps)-1].to {
				to = min(to, next)
			}
		}
	}
	for to > from && (!b.tokens[to-1].spoken() && !closes(&b.tokens[to-1]) || b.tokens[to-1].masked || to < cut && b.glue(to-1)) {
		to--
	}
	for to > from+1 && b.tail(to-1) {
		to--
	}
	for from < to && (!b.tokens[from].spoken() && !opens(&b.tokens[from]) || b.tokens[from].masked) {
		from++
	}
	return span{from, to}
}

func opens(t *token) bool  { return strings.ContainsAny(t.norm, "$€£#+-@<") }
func closes(t *token) bool { return strings.ContainsAny(t.norm, "%€£$₽₸+#>") }

// glue reports whether a token only joins what was cut off.
func (b *builder) glue(i int) bool {
	_, ok := b.classHere("glue", i)
	return ok
}

// tail reports whether a token is chatter that trails off a statement.
func (b *builder) tail(i int) bool {
	_, ok := b.classHere("tail", i)
	return ok
}

// capture returns the capture of a name.
func (x *match) capture(name string) (capture, bool) {
	for _, c := range x.caps {
		if c.name == name {
			return c, true
		}
	}
	return capture{}, false
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
		if _, ok := b.classHere("stop", i); ok {
			to = i
		}
	}
	for to > from+1 && (b.glue(to-1) || b.tail(to-1)) {
		to--
	}
	s := b.src[b.tokens[from].start:b.tokens[to-1].end]
	if c.strip != "" {
		s = s[:len(s)-b.suffixLen(&b.tokens[to-1], c.strip)]
	}
	return text.Normalize(unquote.Replace(s))
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
	for name := range strings.SplitSeq(x.fact.Value, "|") {
		if c, ok := x.capture(name); ok {
			return text.Fold(b.captured(c))
		}
	}
	return ""
}

// attribute fills the captures of the fact's slot in. A slot whose captures
// are not all there is no slot.
func (b *builder) attribute(x *match) string {
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

// slug turns a capture into a part of a slot, letters of any script kept. With
// stem, inflected forms of a word make the same slot: peanut, peanuts.
func (b *builder) slug(c capture, stem bool) string {
	words := strings.Fields(text.FoldMarks(b.captured(c), ""))
	if stem {
		for i, w := range words {
			words[i] = text.Stem(w, b.pack.lang)
		}
	}
	s, _ := clip(strings.Join(words, "_"), maxSlug)
	return strings.Trim(s, "_")
}
