package transcript

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/locimem/loci/internal/contextblock"
)

//go:embed wrappers.txt
var wrappersFile string

// lead is what a host has written at the beginning of a message: a note, or all
// up to the last that ends it.
type lead struct{ begin, end string }

var leads = sync.OnceValue(func() []lead {
	var out []lead
	for line := range strings.Lines(wrappersFile) {
		act, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch act {
		case "note":
			out = append(out, lead{begin: rest})
		case "head":
			begin, end, _ := strings.Cut(rest, " … ")
			out = append(out, lead{begin, end})
		}
	}
	return out
})

func (l lead) cut(s string) string {
	told := strings.TrimSpace(s)
	if l.end == "" {
		if said, ok := strings.CutPrefix(told, l.begin); ok {
			return said
		}
		return s
	}
	end := strings.LastIndex(told, l.end) // files and selections stand before it
	if !strings.HasPrefix(told, l.begin) || end < 0 {
		return s // nobody knows where the person's words begin
	}
	return told[end+len(l.end):]
}

// wrapper is an element that hosts add to a message.
type wrapper struct {
	tag  string                // its beginning
	tags func() *regexp.Regexp // both of them; a group tells which
	act  string                // open: only the tags go; drop: each element; span: all between the first and the last
}

var wrappers = sync.OnceValue(func() []wrapper {
	var out []wrapper
	for line := range strings.Lines(wrappersFile) {
		act, names, _ := strings.Cut(line, ":")
		if act != "span" && act != "drop" && act != "open" {
			continue // a lead, or a comment
		}
		for name := range strings.FieldsSeq(names) {
			tags := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<(/?)` + name + `(?:\s[^<>]*)?>`) })
			out = append(out, wrapper{"<" + name, tags, act})
		}
	}
	return out
})

// Unwrap returns what a person said: the text without context blocks of ours
// and without what a host has put around or beside it. Text without any comes
// back as it is.
func Unwrap(s string) string {
	clean := s
	for before := ""; clean != before; {
		before = clean
		clean, _ = contextblock.Strip(clean)
		clean = cutSpans(clean)
		for _, w := range wrappers() {
			clean = w.cut(clean)
		}
		for _, l := range leads() {
			clean = l.cut(clean)
		}
	}
	if clean == s {
		return s
	}
	return strings.TrimSpace(clean)
}

// cutSpans removes what lies between the first and the last tag of each element
// that holds foreign text. Where two of these overlap, a tag of the one stands in
// the other, and all of both goes.
func cutSpans(s string) string {
	var spans [][2]int
	for _, w := range wrappers() {
		if w.act != "span" || !strings.Contains(s, w.tag) {
			continue
		}
		start, end := -1, -1
		for _, tag := range w.tags().FindAllStringSubmatchIndex(s, -1) {
			switch closes := tag[2] < tag[3]; {
			case !closes && start < 0:
				start = tag[0]
			case closes && start >= 0:
				end = tag[1]
			}
		}
		if end >= 0 {
			spans = append(spans, [2]int{start, end})
		}
	}
	if len(spans) == 0 {
		return s
	}
	slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	var out strings.Builder
	last := 0
	for _, span := range spans {
		if span[0] >= last {
			out.WriteString(s[last:span[0]] + "\n")
		}
		last = max(last, span[1])
	}
	return out.String() + s[last:]
}

// cut removes the elements of a wrapper, what is nested in them included. What
// is dropped may hold tags itself: one that closes too much belongs to the
// element before it, and an element that nothing closes goes on to the end,
// unless it is only a word in a person's line.
func (w wrapper) cut(s string) string {
	if !strings.Contains(s, w.tag) {
		return s
	}
	var out strings.Builder
	last, start, depth, closed := 0, 0, 0, false
	for _, tag := range w.tags().FindAllStringSubmatchIndex(s, -1) {
		switch closes := tag[2] < tag[3]; {
		case !closes:
			if depth == 0 {
				start, closed = tag[0], false
			}
			depth++
		case depth > 1:
			depth, closed = depth-1, true
		case depth == 1:
			out.WriteString(s[last:start] + "\n")
			if w.act == "open" {
				out.WriteString(w.tags().ReplaceAllString(s[start:tag[0]], "") + "\n")
			}
			last, depth = tag[1], 0
		case last > 0 && w.act != "open":
			last = tag[1]
		}
	}
	if depth > 0 && w.act != "open" {
		before := s[last:start]
		if line := before[strings.LastIndexByte(before, '\n')+1:]; closed || strings.TrimSpace(line) == "" {
			out.WriteString(before)
			last = len(s)
		}
	}
	if last == 0 {
		return s
	}
	return out.String() + s[last:]
}
