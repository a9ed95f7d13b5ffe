package extract

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
)

// builtins are the names allowed in angle brackets.
var builtins = []string{"num", "date", "every", "span", "cap", "name", "proper", "word", "mark"}

// calendar holds the time expressions of a turn, found when first asked for.
type calendar struct {
	src   string
	langs []string
	now   time.Time
	read  *timex.Text
	found map[timex.Direction][]timex.Span
	at    map[int]timex.Span // those that point ahead, by where they begin
}

func (c *calendar) spans(d timex.Direction) []timex.Span {
	if got, ok := c.found[d]; ok {
		return got
	}
	if c.found == nil {
		c.found = map[timex.Direction][]timex.Span{}
		c.read = timex.Read(c.src, c.langs)
	}
	spans := c.read.Spans(timex.Options{Ref: c.now, Direction: d})
	c.found[d] = spans
	return spans
}

// beginning returns the expression that begins at a byte.
func (c *calendar) beginning(at int) (timex.Span, bool) {
	if c.at == nil {
		spans := c.spans(timex.Future)
		c.at = make(map[int]timex.Span, len(spans))
		for _, s := range spans {
			c.at[s.Start] = s
		}
	}
	s, ok := c.at[at]
	return s, ok
}

// around returns the expression that holds a byte. Where it stands is the same in
// either direction.
func (c *calendar) around(at int) (timex.Span, bool) {
	spans := c.spans(timex.Future)
	i, _ := slices.BinarySearchFunc(spans, at+1, func(s timex.Span, end int) int { return cmp.Compare(s.Start, end) })
	if i == 0 || spans[i-1].End <= at {
		return timex.Span{}, false
	}
	return spans[i-1], true
}

// best returns what the fullest dated expression within bytes [start, end)
// means, read in the direction: "14 June" rather than the "second" before it.
func (c *calendar) best(start, end int, d timex.Direction) *loci.When {
	s, ok := c.fullest(start, end, d)
	if !ok {
		return nil
	}
	w, _ := when(s.Values[0])
	return &w
}

// coming returns what the fullest dated expression within bytes [start, end)
// means of what is to come: many languages say "from January" and "since
// January" with one word, and mean the nearer.
func (c *calendar) coming(start, end int) *loci.When {
	s, ok := c.fullest(start, end, timex.Future)
	if !ok {
		return nil
	}
	v := s.Values[0]
	if last := s.Values[len(s.Values)-1]; v.End.IsZero() && last.Start.Sub(c.now) < c.now.Sub(v.Start) {
		v = last
	}
	w, _ := when(v)
	return &w
}

// fullest returns the fullest dated expression within bytes [start, end).
func (c *calendar) fullest(start, end int, d timex.Direction) (best timex.Span, ok bool) {
	spans := c.spans(d)
	first, _ := slices.BinarySearchFunc(spans, start, func(s timex.Span, at int) int { return cmp.Compare(s.Start, at) })
	for _, s := range spans[first:] {
		if s.Start >= end {
			break
		}
		if c.unstopped(s) > end || !dated(s) || s.End-s.Start <= best.End-best.Start {
			continue
		}
		if _, means := when(s.Values[0]); means {
			best, ok = s, true
		}
	}
	return best, ok
}

// unstopped returns where an expression ends, less the full stop of an ordinal:
// in "it is on the 14." the stop ends the sentence as well.
func (c *calendar) unstopped(s timex.Span) int {
	return s.Start + len(strings.TrimSuffix(c.src[s.Start:s.End], "."))
}

func dated(s timex.Span) bool {
	return len(s.Values) > 0 && s.Kind != timex.Duration && s.Kind != timex.Recurrence &&
		(s.Values[0].Precision != timex.Second || within(s.Values[0])) // not "now"
}

// within reports whether a value reaches from now to another day: "within two
// weeks" is due on the last of them.
func within(v timex.Value) bool {
	return v.Precision == timex.Second && v.End.Sub(v.Start) >= 24*time.Hour
}

// When reads a text that names a day, a range of days or a moment and says
// nothing else. What may be one of several days is none.
func When(said string, o timex.Options) (loci.When, bool) {
	spans := timex.Find(said, o)
	if len(spans) != 1 || spans[0].Text != strings.TrimSpace(said) || !dated(spans[0]) {
		return loci.When{}, false
	}
	values := spans[0].Values
	if last := values[len(values)-1]; loci.Day(last.Start) != loci.Day(values[0].Start) {
		return loci.When{}, false
	}
	return when(values[0])
}

// when turns a value into the domain's form. Hours of the clock are kept only
// with a minute's precision; parts of a day are that day.
func when(v timex.Value) (loci.When, bool) {
	if v.Start.IsZero() && v.End.IsZero() {
		return loci.When{}, false
	}
	start, end := v.Start, v.End
	if within(v) {
		return loci.Day(end), true
	}
	if until, ok := strings.CutPrefix(v.Timex, "../"); ok && v.Precision == timex.Day {
		// What is due "before the 20th" may be done on the 20th.
		if day, err := time.Parse(time.DateOnly, until); err == nil {
			return loci.Day(day), true
		}
	}
	switch {
	case !start.IsZero():
	case v.Precision == timex.Hour, v.Precision == timex.Minute:
		start = end // "by noon tomorrow"
	case v.Precision == timex.Part:
		start = end.Add(-time.Nanosecond)
	default:
		start = end.AddDate(0, 0, -1)
	}
	if end.IsZero() {
		end = start.AddDate(0, 0, 1)
	}
	switch v.Precision {
	case timex.Hour, timex.Minute, timex.Second:
		return loci.Instant(start), true
	case timex.Day, timex.Part:
		if last := end.Add(-time.Nanosecond); v.Kind == timex.Interval && !v.Start.IsZero() && last.Sub(start) >= 24*time.Hour {
			return loci.When{Start: loci.Day(start).Start, End: loci.Day(last).End, Precision: loci.PrecisionDay}, true // "19 to 25 July"
		}
		return loci.Day(start), true
	}
	w := loci.When{Start: loci.Day(start).Start, End: loci.Day(end.Add(-time.Nanosecond)).End, Precision: loci.PrecisionYear}
	switch v.Precision {
	case timex.Week, timex.Weekend:
		w.Precision = loci.PrecisionWeek
	case timex.Month, timex.Quarter, timex.Season, timex.Half:
		w.Precision = loci.PrecisionMonth
	}
	if w.End.Sub(w.Start) <= 24*time.Hour {
		w.Precision = loci.PrecisionDay
	}
	return w, w.End.After(w.Start)
}

// ends are where something that begins at a place may end, the nearest first.
type ends struct {
	at [longestName]int
	n  int
}

func (e *ends) add(to int) {
	e.at[e.n] = to
	e.n++
}

// builtin returns where a builtin that begins at pos can end.
func (m *matcher) builtin(name string, pos int) (found ends) {
	if pos >= m.limit || m.tokens[pos].masked {
		return found
	}
	t := &m.tokens[pos]
	to, ok := pos+1, false
	switch name {
	case "num":
		ok = t.kind == number
	case "word":
		ok = t.spoken()
	case "cap":
		ok = t.capital()
	case "mark":
		ok = t.kind == punct
	case "name":
		return m.names(pos)
	case "proper":
		if t.capital() {
			return m.names(pos)
		}
	case "date":
		to, ok = m.timed(pos, dated)
	case "every":
		to, ok = m.timed(pos, func(s timex.Span) bool { return s.Kind == timex.Recurrence })
	case "span":
		to, ok = m.timed(pos, func(s timex.Span) bool { return s.Kind == timex.Duration })
	}
	if ok {
		found.add(to)
	}
	return found
}

// timed returns where a time expression that begins at pos ends.
func (m *matcher) timed(pos int, want func(timex.Span) bool) (to int, ok bool) {
	s, ok := m.dates.beginning(m.tokens[pos].start)
	if !ok || !want(s) {
		return 0, false
	}
	to = pos
	for to < len(m.tokens) && m.tokens[to].start < s.End {
		to++
	}
	if to == m.limit+1 && m.dates.unstopped(s) <= m.tokens[m.limit].start {
		to = m.limit
	}
	return to, true
}

// longestName is how many words a name has at most.
const longestName = 4

// names returns the ends of the name that begins at pos: a run of capitalised
// words, or one word where nothing is capitalised.
func (m *matcher) names(pos int) (found ends) {
	t := &m.tokens[pos]
	if t.kind != word || len(m.members(m.pack.classes["notname"], pos)) > 0 {
		return found
	}
	for to := pos + 1; ; to++ {
		found.add(to)
		if to+1 < m.limit && m.tokens[to].norm == "&" && m.tokens[to+1].upper {
			to++ // Harrow & Finch
		}
		if !t.upper || to-pos >= longestName || to >= m.limit || !m.inside(pos, to) || !m.tokens[to].upper {
			return found
		}
	}
}
