package timex

import (
	"bytes"
	"maps"
	"slices"
)

// Find returns the time expressions of text, left to right and not
// overlapping. Where the candidate languages disagree, the longer expression
// wins, and among equals the likelier language.
func Find(text string, o Options) []Span { return Read(text, o.Langs).Spans(o) }

// Text is a text in which the time expressions have been found, and wait to be
// placed in time.
type Text struct {
	text     string
	readings []reading
}

// reading is what one language makes of a text.
type reading struct {
	lang   *language
	folded folded
	charts []*chart
}

// Read finds the time expressions of a text in the candidate languages, the
// likeliest first; none: English.
func Read(text string, langs []string) *Text {
	t := &Text{text: text}
	for _, tag := range candidates(langs) {
		if l := languageOf(tag); l != nil {
			t.readings = append(t.readings, l.read(text))
		}
	}
	return t
}

// Spans returns what Find returns, in the languages that the text was read in.
func (t *Text) Spans(o Options) []Span {
	var found []match
	for i := range t.readings {
		found = append(found, t.readings[i].find(o)...)
	}
	slices.SortStableFunc(found, func(a, b match) int {
		if c := (b.end - b.core) - (a.end - a.core); c != 0 {
			return c
		}
		return b.score - a.score
	})
	var chosen []match
	covered := make(cover, len(t.text))
	for _, m := range found {
		if covered.take(m.core, m.end) {
			chosen = append(chosen, m)
		}
	}
	slices.SortFunc(chosen, func(a, b match) int { return a.core - b.core })
	spans := make([]Span, len(chosen))
	for i, m := range chosen {
		spans[i] = Span{Start: m.core, End: m.end, Text: t.text[m.core:m.end], Values: m.values}
		if len(m.values) > 0 {
			spans[i].Kind = m.values[0].Kind
		}
	}
	return spans
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
	values    []Value
}

// cover marks the bytes of a text that expressions hold.
type cover []bool

// take marks a stretch if all of it is free.
func (c cover) take(from, to int) bool {
	if slices.Contains(c[from:to], true) {
		return false
	}
	for i := from; i < to; i++ {
		c[i] = true
	}
	return true
}

func (c cover) free(from, to int) { clear(c[from:to]) }

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

// read parses what may speak of time in a text.
func (l *language) read(text string) reading {
	r := reading{lang: l, folded: fold(text, l.marks)}
	tokens, shared := l.scan(r.folded.text), new(room)
	for len(tokens) > 0 {
		n, core := l.island(r.folded.text, tokens)
		if core {
			r.charts = append(r.charts, l.parse(r.folded.text, tokens[:n], shared))
		}
		tokens = tokens[n:]
	}
	return r
}

// find returns the best expressions of the text.
func (r *reading) find(o Options) []match {
	var found []match
	for _, c := range r.charts {
		found = append(found, r.lang.best(r.folded, c, o)...)
	}
	return found
}

// island returns how many of the tokens touch each other, and whether any of
// them speaks of time.
func (l *language) island(text []byte, tokens []token) (n int, core bool) {
	reach := tokens[0].end
	for n < len(tokens) && tokens[n].start <= skipSpace(text, reach) {
		reach = max(reach, tokens[n].end)
		core = core || tokens[n].sym == l.sym.oclock || speaksOfTime(tokens[n].node)
		n++
	}
	return n, core
}

// speaksOfTime tells the words that may be part of a date by themselves; "one"
// and function words are not.
func speaksOfTime(n *node) bool {
	switch n.op {
	case opWord, opNum:
		return n.n > 1 || n.digit > 0
	}
	return true
}

// best covers an island with its longest expressions.
func (l *language) best(f folded, c *chart, o Options) []match {
	var all []*item
	for _, row := range c.rows {
		for it := row.first; it != nil; it = it.next {
			if l.accepts(f.text, it, o) {
				all = append(all, it)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *item) int {
		if d := (b.raw - b.start) - (a.raw - a.start); d != 0 {
			return d
		}
		if (a.sym == l.sym.dur) != (b.sym == l.sym.dur) { // "3日" is rather a day
			if a.sym == l.sym.dur {
				return 1
			}
			return -1
		}
		if d := b.score - a.score; d != 0 {
			return d
		}
		return a.leaves - b.leaves
	})
	var found []match
	first, last := len(f.off), 0 // of the island: it must not cost the length of the text
	for _, it := range all {
		first, last = min(first, it.start), max(last, it.raw)
	}
	if first > last {
		return nil
	}
	base := int(f.off[first])
	covered := make(cover, int(f.off[last])-base)
	for i, it := range all {
		core := it.core
		if l.keepLead && it.node.op != opOpaque {
			core = it.start
		}
		m := match{l, it.node, int(f.off[core]), int(f.off[it.raw]), it.score, nil}
		if !covered.take(m.core-base, m.end-base) {
			continue
		}
		// "30 February" is no date, and hides the February in it.
		f := it.node.frame
		if m.values = l.resolve(bothWays(it, all[i+1:], o.Direction), o); len(m.values) > 0 || it.node.op == opOpaque || f.is(fDay) && f.is(fMonth) {
			found = append(found, m)
		} else {
			covered.free(m.core-base, m.end-base)
		}
	}
	return slices.DeleteFunc(found, func(m match) bool { return len(m.values) == 0 && m.node.op != opOpaque })
}

// bothWays chooses the direction of a word that means tomorrow as well as
// yesterday (Hindi and Urdu "kal"): a second item of the same stretch differs in
// nothing else. Without a direction it looks ahead and keeps the other reading.
func bothWays(it *item, rest []*item, dir Direction) *node {
	n := it.node
	for _, other := range rest {
		if other.raw-other.start < it.raw-it.start {
			break
		}
		if o := other.node; other.start == it.start && isMirror(n, o) {
			ahead, back := n, o
			if n.frame.v[fRel] < 0 {
				ahead, back = o, n
			}
			switch dir {
			case Future:
				return ahead
			case Past:
				return back
			}
			return &node{op: opEither, a: ahead, b: back}
		}
	}
	return n
}

// isMirror tells whether two frames lie equally far from today on either side.
func isMirror(a, b *node) bool {
	return a.op == opFrame && b.op == opFrame && a.frame.is(fRelUnit) && a.frame.v[fRel] != 0 &&
		a.frame.with(fRel, -int(a.frame.v[fRel])) == b.frame
}

// resolve returns what a node may mean in the circumstances of a text.
func (l *language) resolve(n *node, o Options) []Value {
	r := resolver{Conventions: o.Conventions, lang: l, ref: o.Ref, hours: hoursOf(o.Conventions.Hours)}
	return r.values(n, o.Direction)
}

// accepts tells whether an item is an expression by itself: not weak, and
// ending where a word does.
func (l *language) accepts(text []byte, it *item, o Options) bool {
	if it.sym != l.sym.time && it.sym != l.sym.set && it.sym != l.sym.dur {
		return false
	}
	if it.node.weak != 0 && !(o.Question && (it.node.weak == weakYear || it.isAnswer(text))) {
		return false
	}
	if !boundary(text, it.start) {
		return false
	}
	return boundary(text, it.raw) || l.tail[string(text[it.raw:wordEnd(text, it.raw)])]
}

// isAnswer tells a weak expression that is a text of its own: "Sat", "the 1st".
func (it *item) isAnswer(text []byte) bool {
	n := it.node
	if n.op != opFrame && n.op != opOpen || n.weak&weakNum != 0 && n.frame.only(mask(fDay)) {
		return false
	}
	return len(bytes.Trim(text[:it.start], " ")) == 0 && len(bytes.Trim(text[it.raw:], " .?!")) == 0
}
