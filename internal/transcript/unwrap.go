package transcript

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/locimem/loci/internal/contextblock"
)

//go:embed wrappers.txt
var wrappersFile string

// lead is how a message begins that a host has written, as a whole or up to what
// ends it.
type lead struct{ begin, end string }

var leads = sync.OnceValue(func() []lead {
	var out []lead
	for line := range strings.Lines(wrappersFile) {
		act, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch act {
		case "note":
			out = append(out, lead{begin: rest})
		case "head":
			begin, end, _ := strings.Cut(rest, " ## ")
			out = append(out, lead{begin, "## " + end})
		}
	}
	return out
})

func (l lead) cut(s string) string {
	if !strings.HasPrefix(strings.TrimSpace(s), l.begin) {
		return s
	}
	if l.end == "" {
		return ""
	}
	_, said, ok := strings.Cut(s, l.end)
	if !ok {
		return s // nobody knows where the person's words begin
	}
	return said
}

// wrapper is an element that hosts add to a message.
type wrapper struct {
	tag  string         // its beginning
	tags *regexp.Regexp // both of them; a group tells which
	open bool           // the person's words are inside: only the tags go
}

var wrappers = sync.OnceValue(func() []wrapper {
	var out []wrapper
	for line := range strings.Lines(wrappersFile) {
		act, names, _ := strings.Cut(line, ":")
		if act != "drop" && act != "open" {
			continue // a comment
		}
		for name := range strings.FieldsSeq(names) {
			out = append(out, wrapper{"<" + name, regexp.MustCompile(`<(/?)` + name + `(?:\s[^<>]*)?>`), act == "open"})
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
	for _, tag := range w.tags.FindAllStringSubmatchIndex(s, -1) {
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
			if w.open {
				out.WriteString(w.tags.ReplaceAllString(s[start:tag[0]], "") + "\n")
			}
			last, depth = tag[1], 0
		case last > 0 && !w.open:
			last = tag[1]
		}
	}
	if depth > 0 && !w.open {
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
