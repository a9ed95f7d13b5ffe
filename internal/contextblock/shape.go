package contextblock

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/locimem/loci"
)

// headings returns the headings as a view shows them.
var headings = sync.OnceValue(func() []string {
	return []string{strings.ToLower(headInstructions), strings.ToLower(headFacts), strings.ToLower(headEpisodes)}
})

func isHeading(line string) bool { return slices.Contains(headings(), line) }

// address matches the brackets of an item: one of our labels and an id.
// Markdown's own brackets (a box, a link, a reference) hold neither.
var address = sync.OnceValue(func() *regexp.Regexp {
	labels := []string{labelEpisode, labelProfile}
	for _, c := range loci.Categories() {
		labels = append(labels, string(c))
	}
	for _, f := range loci.Fields() {
		labels = append(labels, string(f))
	}
	return regexp.MustCompile(`\[[ \t]*(?:` + strings.Join(labels, "|") + `)[ \t]+([0-9a-f]{8})[ \t]*\\*\]`)
})

var (
	// lead matches what stands before a heading or an address: the start of a
	// line or of a quotation, and a list's marker.
	lead = pattern("([\\s>|│┃*\"`]|" + `\\[nr])([-*+•·][ \t]+\\*)?$`)
	// stringBody matches a line inside a string of JSON.
	stringBody = pattern(`^(?:[^"\\]|\\+[^nr\\])*`)
	// escapedBreak matches line breaks as they stand inside such a string.
	escapedBreak = pattern(`^(?:\\+[nr])+`)
)

// maxLead is how far before an address its marker is looked for, in bytes.
const maxLead = 32

// line is one of ours in a view. What it ends with depends on what it stands
// behind.
type line struct {
	start, end int // of the heading, or up to the end of the address
	behind     string
	heading    bool
}

// ourLines finds the headings and the items of a view, in order.
func ourLines(s string) []line {
	var out []line
	add := func(start, end int, heading bool) {
		before := s[max(0, start-maxLead):start]
		if start <= maxLead {
			before = "\n" + before
		}
		m := lead().FindStringSubmatch(before)
		if m != nil && (heading || m[2] != "") {
			out = append(out, line{start - len(m[2]), end, m[1], heading})
		}
	}
	for _, h := range headings() {
		for i := strings.Index(s, h); i >= 0; {
			add(i, i+len(h), true)
			next := strings.Index(s[i+len(h):], h)
			if next < 0 {
				break
			}
			i += len(h) + next
		}
	}
	for _, m := range addresses(s) {
		if !isDate(s[m[2]:m[3]]) && (m[1] == len(s) || strings.IndexByte(" \t\r\n\"`\\", s[m[1]]) >= 0) {
			add(m[0], m[1], false)
		}
	}
	slices.SortFunc(out, func(a, b line) int { return cmp.Compare(a.start, b.start) })
	return out
}

func addresses(s string) [][]int {
	if !strings.Contains(s, "[") {
		return nil
	}
	return address().FindAllStringSubmatchIndex(s, -1)
}

// isDate reports whether an id may as well be a date, which people do put into
// the brackets of their lists. Of our ids one in sixty thousand is.
func isDate(id string) bool {
	t, err := time.Parse("20060102", id)
	return err == nil && t.Year() >= 1900 && t.Year() < 2100
}

// outsideLines returns what stands around the lines of ours in a part of a
// view.
func outsideLines(s string, part span) []span {
	text := s[part.start:part.end]
	lines := ourLines(text)
	var kept []span
	from := 0
	for i, l := range lines {
		next := len(text)
		if i+1 < len(lines) {
			next = lines[i+1].start
		}
		end := l.start + len(l.body(text[l.start:next]))
		if l.heading && (unquoted(text[l.end:max(l.end, end)]) != "" || l.behind == `"` && strings.HasPrefix(text[end:], `"`)) {
			continue // somebody writes about our heading
		}
		if l.inString() {
			end += len(escapedBreak().FindString(text[end:]))
		}
		kept = append(kept, span{part.start + from, part.start + from + len(unquoteEnd(text[from:l.start]))})
		from = end
	}
	return append(kept, span{part.start + from, part.end})
}

// body cuts what begins with the line to the line: a quotation ends it, too.
func (l line) body(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	switch {
	case l.behind == "`":
		s, _, _ = strings.Cut(s, "`")
	case l.inString():
		s = stringBody().FindString(s)
	}
	return s
}

func (l line) inString() bool { return l.behind == `"` || strings.HasPrefix(l.behind, `\`) }
