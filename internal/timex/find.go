package timex

import (
	"maps"
	"slices"
)

// Find returns the time expressions of text, left to right and not
// overlapping. Where the candidate languages disagree, the longer expression
// wins, and among equals the likelier language.
func Find(text string, o Options) []Span {
	var found []match
	for _, tag := range candidates(o.Langs) {
		if l := languageOf(tag); l != nil {
			found = append(found, l.find(text, o)...)
		}
	}
	slices.SortStableFunc(found, func(a, b match) int {
		if c := (b.end - b.core) - (a.end - a.core); c != 0 {
			return c
		}
		return b.score - a.score
	})
	var spans []Span
	for _, m := range found {
		if !overlaps(spans, m) {
			spans = append(spans, m.span(text, o))
		}
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	return slices.DeleteFunc(spans, func(s Span) bool { return len(s.Values) == 0 && s.Kind != "" })
}

// candidates drops languages named twice; without any, numeric dates are read
// with the English table.
func candidates(langs []string) []string {
	if len(langs) == 0 {
		return []string{"en"}
	}
	var out []string
	for _, l := range langs {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// match is an expression found by one language; offsets are those of the source.
type match struct {
	lang      *language
	node      *node
	core, end int
	score     int
}

func overlaps(spans []Span, m match) bool {
	for _, s := range spans {
		if m.core < s.End && s.Start < m.end {
			return true
		}
	}
	return false
}

func (m match) span(text string, o Options) Span {
	r := resolver{lang: m.lang, ref: o.Ref, hours: hoursOf(o.Hours)}
	s := Span{Start: m.core, End: m.end, Text: text[m.core:m.end]}
	if m.node.op == opOpaque {
		return s
	}
	s.Kind = Date
	if s.Values = r.values(m.node, o.Direction); len(s.Values) > 0 {
		s.Kind = s.Values[0].Kind
	}
	return s
}

// dayHours are the hours of the parts of a day.
var dayHours = map[int][2]int{
	partDawn: {4, 7}, partMorning: {6, 12}, partLunch: {12, 14}, partAfternoon: {12, 18}, partEvening: {18, 22},
	partNight: {20, 24}, partDaytime: {8, 18},
}

func hoursOf(own map[string][2]int) map[int][2]int {
	if len(own) == 0 {
		return dayHours
	}
	hours := maps.Clone(dayHours)
	for part, code := range partCodes {
		if h, ok := own[code]; ok {
			hours[part] = h
		}
	}
	return hours
}

// find returns the best expressions of a text in one language.
func (l *language) find(text string, o Options) []match {
	f := fold(text, l.marks)
	tokens := l.scan(f.text)
	var found []match
	for len(tokens) > 0 {
		n, core := island(f.text, tokens)
		if core {
			found = append(found, l.best(f, l.parse(f.text, tokens[:n]), o)...)
		}
		tokens = tokens[n:]
	}
	return found
}

// island returns how many of the tokens touch each other, and whether any of
// them speaks of time.
func island(text []byte, tokens []token) (n int, core bool) {
	reach := tokens[0].end
	for n < len(tokens) && tokens[n].start <= skipSpace(text, reach) {
		reach = max(reach, tokens[n].end)
		core = core || tokens[n].node.op >= opUnit || tokens[n].node.digit > 0
		n++
	}
	return n, core
}

// best covers an island with its longest expressions.
func (l *language) best(f folded, c *chart, o Options) []match {
	var all []*item
	for _, row := range c.items {
		for _, it := range row {
			if l.accepts(f.text, it, o) {
				all = append(all, it)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *item) int {
		if d := (b.raw - b.start) - (a.raw - a.start); d != 0 {
			return d
		}
		return b.score - a.score
	})
	var chosen []*item
	for _, it := range all {
		if !slices.ContainsFunc(chosen, func(x *item) bool { return it.start < x.raw && x.start < it.raw }) {
			chosen = append(chosen, it)
		}
	}
	found := make([]match, 0, len(chosen))
	for _, it := range chosen {
		found = append(found, match{l, it.node, int(f.off[it.core]), int(f.off[it.raw]), it.score})
	}
	return found
}

// accepts tells whether an item is an expression by itself: not weak, and
// ending where a word does.
func (l *language) accepts(text []byte, it *item, o Options) bool {
	if it.sym != l.sym.time && it.sym != l.sym.set && it.sym != l.sym.dur {
		return false
	}
	if it.node.weak != 0 && !(o.Question && it.node.weak == weakYear) {
		return false
	}
	if !boundary(text, it.start) {
		return false
	}
	return boundary(text, it.raw) || l.tail[string(text[it.raw:wordEnd(text, it.raw)])]
}
