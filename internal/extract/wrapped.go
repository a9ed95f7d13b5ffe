package extract

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// wrappings are the marks that programs set where foreign text begins and ends:
// elements, and tags in square brackets. The first group of each is there if the
// mark closes, the second is its name.
var wrappings = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`<(/?)([A-Za-z][\w:.-]*)(?:\s[^<>\n]*)?>`),
		regexp.MustCompile(`\[(/?)([A-Za-z]\w*)(?:[=\s][^\[\]\n]*)?\]`),
	}
})

// fence is a line that says that something begins or ends: "BEGIN PAGE",
// "=== page start ===", "----- Original Message -----". A group is there if it
// ends.
var fence = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(?:(?:[-=_<>]{3,}[^\n]*?\b(?i:begin|start|(end))\b[^\n]*)|(?:(?:BEGIN|START|(END))\b[ \t][A-Z0-9 _.:-]+)|(?:-{5,}[^-\n]+-{5,}))[ \t]*$`)
})

// turnMark is a mark of the templates that models are spoken to in: what stands
// behind one was written by a program.
var turnMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<\|\w+\|>`)
})

// maskWrapped masks what is wrapped as foreign text. It goes from the first mark
// that opens to the last that closes, whatever stands in between: a page can
// close and open the element it stands in. Where nothing opens, all before a
// closing mark is foreign, and where nothing closes, all behind an element that
// opens on a line of its own. Marks in code are only spoken of.
func (a *analysis) maskWrapped() {
	for _, mark := range wrappings() {
		for _, w := range a.wrapped(mark) {
			a.maskBytes(w.from, w.to, skipWrapped)
		}
	}
	if at := turnMark().FindStringIndex(a.src); at != nil {
		a.maskBytes(at[0], len(a.src), skipWrapped)
	}
	a.maskFenced()
}

// inline are the elements that people set their own words in.
var inline = map[string]bool{"b": true, "i": true, "u": true, "em": true, "strong": true, "br": true, "p": true, "span": true, "small": true, "s": true}

// wrapped returns what the marks of each name enclose.
func (a *analysis) wrapped(mark *regexp.Regexp) []span {
	type element struct {
		span
		opened, closed bool
	}
	found := map[string]*element{}
	for _, at := range mark.FindAllStringSubmatchIndex(a.src, -1) {
		name := strings.ToLower(a.src[at[4]:at[5]])
		e, closes := found[name], at[2] < at[3]
		switch {
		case inline[name] || e == nil && a.maskedAt(at[0]):
			continue
		case e == nil && closes:
			e = &element{span: span{0, at[1]}, closed: true}
		case e == nil:
			e = &element{span: span{at[0], len(a.src)}, opened: alone(a.src, at[0], at[1])}
		case closes:
			e.to, e.closed = at[1], true
		case e.closed:
			e.to = at[1] // it opens again
		}
		found[name] = e
	}
	var out []span
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if e := found[name]; e.closed || e.opened && a.src[e.from] == '<' {
			out = append(out, e.span)
		}
	}
	return out
}

// alone reports whether nothing else stands in the line of src[start:end].
func alone(src string, start, end int) bool {
	before, after := src[:start], src[end:]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return strings.TrimSpace(before+after) == "" && end < len(src)
}

// maskFenced masks what stands between the first line that says that something
// begins and the last that says that it ends.
func (a *analysis) maskFenced() {
	marks := a.fences()
	if len(marks) == 0 {
		return
	}
	ends := func(at []int) bool { return at[2] < at[3] || at[4] < at[5] }
	from, to := marks[0][0], len(a.src)
	if ends(marks[0]) {
		from = 0
	}
	if last := marks[len(marks)-1]; ends(last) {
		to = last[1]
	}
	a.maskBytes(from, to, skipWrapped)
}

// fences returns where the fences are, and their groups.
func (a *analysis) fences() (marks [][]int) {
	const begin = "-=_<>BSE" // what begins one
	at := 0
	for line := range strings.Lines(a.src) {
		if said := strings.TrimLeft(line, " \t"); said != "" && strings.IndexByte(begin, said[0]) >= 0 {
			if mark := fence().FindStringSubmatchIndex(strings.TrimSuffix(line, "\n")); mark != nil {
				for i := range mark {
					if mark[i] >= 0 {
						mark[i] += at
					}
				}
				marks = append(marks, mark)
			}
		}
		at += len(line)
	}
	return marks
}
