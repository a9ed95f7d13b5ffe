package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Note is an item of a list in Markdown, such as those of CLAUDE.md and
// MEMORY.md.
type Note struct {
	Section string // the heading it stands under
	Text    string
	Mark    string // what stands in a comment at its end, which is not shown
	Line    int
}

// IsNotes tells Markdown by a file's name or its beginning.
func IsNotes(head []byte, name string) bool {
	if slices.Contains([]string{".md", ".markdown"}, strings.ToLower(filepath.Ext(name))) {
		return true
	}
	head = bytes.TrimSpace(bytes.TrimPrefix(head, bom))
	return slices.ContainsFunc([]string{"# ", "## ", "- ", "* "}, func(s string) bool { return bytes.HasPrefix(head, []byte(s)) })
}

// markdown are the lines that mean something.
var markdown = sync.OnceValue(func() (m struct{ heading, item, task, comment *regexp.Regexp }) {
	m.heading = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
	m.item = regexp.MustCompile(`^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$`)
	m.task = regexp.MustCompile(`^\[([ xX])\]\s+(.*)$`)
	m.comment = regexp.MustCompile(`\s*<!--\s*(.*?)\s*-->\s*$`)
	return m
})

// maxNote is the longest item that is read, with those that it stands below, in
// bytes; no memory is as long.
const maxNote = 4 << 10

// ReadNotes yields the items of the lists in a Markdown text. An item that ends
// with a colon is the beginning of those below it. Paragraphs, code, tables,
// comments and tasks that are done are no notes.
func ReadNotes(in io.Reader, o Options) iter.Seq2[Note, error] {
	return func(yield func(Note, error) bool) {
		r := notesReader{o: o, yield: yield}
		l := lines{in: bufio.NewReader(in)}
		for {
			line, err := l.next()
			if l.number == 1 {
				line = bytes.TrimPrefix(line, bom)
			}
			goOn := true
			switch {
			case errors.Is(err, io.EOF):
				r.finish()
				return
			case err != nil:
				goOn = yield(Note{}, o.fault(l.number, "%w", err)) && errors.Is(err, errTooLong)
			case !utf8.Valid(line):
				r.item.Text = "" // half an item may say the contrary
				goOn = yield(Note{}, o.faultOf(l.number, errNotUTF8()))
			default:
				goOn = r.line(string(line), l.number)
			}
			if !goOn {
				return
			}
		}
	}
}

// notesReader gathers one item at a time.
type notesReader struct {
	o       Options
	yield   func(Note, error) bool
	section string
	until   string // what ends the lines that are passed over; empty: none are
	item    Note   // without text: none
	depth   int    // of its marker
	above   []above
}

// above is an item that others stand below.
type above struct {
	depth int
	text  string
}

// line takes a line and reports whether to go on.
func (r *notesReader) line(s string, number int) bool {
	bare := strings.TrimSpace(s)
	if r.until != "" {
		if strings.HasPrefix(bare, r.until) || r.until == "-->" && strings.Contains(bare, r.until) {
			r.until = ""
		}
		return true
	}
	heading, item := markdown().heading.FindStringSubmatch(s), markdown().item.FindStringSubmatch(s)
	switch {
	case number == 1 && bare == "---":
		r.until = bare // the file's own properties
	case strings.HasPrefix(bare, "```"), strings.HasPrefix(bare, "~~~"):
		r.until = bare[:3]
	case strings.HasPrefix(bare, "<!--"):
		if !strings.Contains(bare, "-->") {
			r.until = "-->"
		}
	case heading != nil:
		goOn := r.finish()
		r.section, r.above = plain(heading[1]), nil
		return goOn
	case item != nil:
		goOn := r.finish()
		r.depth = len(strings.ReplaceAll(item[1], "\t", "    "))
		r.item = Note{Section: r.section, Text: item[2], Line: number}
		for len(r.above) > 0 && r.above[len(r.above)-1].depth >= r.depth {
			r.above = r.above[:len(r.above)-1]
		}
		return goOn
	case bare != "":
		if r.item.Text != "" && len(r.item.Text) <= maxNote {
			r.item.Text += " " + bare
		}
		return true
	}
	return r.finish()
}

// finish yields the item that has been gathered and reports whether to go on.
func (r *notesReader) finish() bool {
	n := r.item
	r.item = Note{}
	if len(n.Text) > maxNote {
		return r.yield(Note{}, r.o.fault(n.Line, "the item is longer than 4 KiB"))
	}
	if m := markdown().comment.FindStringSubmatchIndex(n.Text); m != nil {
		n.Text, n.Mark = n.Text[:m[0]], n.Text[m[2]:m[3]]
	}
	if m := markdown().task.FindStringSubmatch(n.Text); m != nil {
		n.Text = m[2]
		if m[1] != " " {
			return true
		}
	}
	lead := strings.HasSuffix(n.Text, ":") && !strings.HasSuffix(n.Text, `\:`)
	switch n.Text = strings.TrimSpace(plain(n.Text)); {
	case n.Text == "":
		return true
	case lead:
		r.above = append(r.above, above{r.depth, n.Text})
		return true
	}
	for _, a := range slices.Backward(r.above) {
		if n.Text = a.text + " " + n.Text; len(n.Text) > maxNote {
			return r.yield(Note{}, r.o.fault(n.Line, "the item is longer than 4 KiB"))
		}
	}
	return r.yield(n, nil)
}

// plain returns the words of a line of Markdown: links by their names, bold as
// the words, code as it is.
func plain(s string) string {
	var out strings.Builder
	for s != "" {
		words, rest := span(s)
		out.WriteString(words)
		s = rest
	}
	return out.String()
}

// span takes the first span off a line and returns its words.
func span(s string) (words, rest string) {
	if len(s) > 1 && s[0] == '\\' && strings.IndexByte(punctuation, s[1]) >= 0 {
		return s[1:2], s[2:]
	}
	if strings.HasPrefix(s, "`") {
		if end := strings.IndexByte(s[1:], '`'); end > 0 {
			return s[:end+2], s[end+2:]
		}
	}
	if after, ok := strings.CutPrefix(s, "**"); ok {
		if inner, rest, ok := strings.Cut(after, "**"); ok && inner != "" {
			return plain(inner), rest
		}
	}
	if after, ok := strings.CutPrefix(strings.TrimPrefix(s, "!"), "["); ok {
		label, target, ok := strings.Cut(after, "](")
		if _, rest, closed := strings.Cut(target, ")"); ok && closed && !strings.Contains(label, "[") {
			return plain(label), rest
		}
	}
	_, size := utf8.DecodeRuneInString(s)
	return s[:size], s[size:]
}

const punctuation = "\\`*_{}[]()<>#+-.!|~:"

// WriteNotes writes notes so that ReadNotes returns them: their sections as
// headings, in the order in which they come.
func WriteNotes(w io.Writer, title string, notes []Note) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n", title)
	section := ""
	for _, n := range notes {
		if n.Section != section {
			section = n.Section
			fmt.Fprintf(out, "\n## %s\n\n", section)
		}
		fmt.Fprintf(out, "- %s <!-- %s -->\n", escaped(n.Text), n.Mark)
	}
	return out.Flush() // which knows of every error before
}

// escaped marks what would be read as Markdown. A colon at the end would make
// the item one that others stand below.
func escaped(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		last := i == len(s)-1
		if strings.IndexByte("\\`*[", s[i]) >= 0 || s[i] == ':' && last || s[i] == '!' && !last && s[i+1] == '-' {
			out.WriteByte('\\')
		}
		out.WriteByte(s[i])
	}
	return out.String()
}
