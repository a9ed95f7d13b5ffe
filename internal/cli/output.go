package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/locimem/loci"
)

// print writes a command's result: with --json as it is, else as text makes it.
func (a *app) print(result any, text func(p *page)) error {
	var out bytes.Buffer
	if a.flags.json {
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(result); err != nil {
			return fmt.Errorf("cli: encode result: %w", err)
		}
	} else {
		text(a.page(&out, a.sys.StdoutTTY))
	}
	if _, err := a.sys.Stdout.Write(out.Bytes()); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot write the result: %w", err).WithHint("look at where the output goes; the command itself was done")
	}
	return nil
}

func (a *app) page(out *bytes.Buffer, tty bool) *page {
	p := &page{out: out, style: a.style(tty), tty: tty, width: a.sys.Width}
	if p.width == 0 {
		p.width = 80
	}
	return p
}

// page is what a command writes its text on.
type page struct {
	style
	out   *bytes.Buffer
	tty   bool // a person looks at it: headings, cut columns, pictures
	width int
}

func (p *page) line(format string, args ...any) {
	fmt.Fprintf(p.out, format+"\n", args...)
}

// style colours text, if anything is to be coloured at all.
type style struct{ on bool }

// style returns the style of a stream; colours are for terminals only, and
// never with NO_COLOR (https://no-color.org).
func (a *app) style(tty bool) style {
	return style{on: tty && a.sys.Getenv("NO_COLOR") == "" && a.sys.Getenv("TERM") != "dumb"}
}

func (s style) paint(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string   { return s.paint("1", text) }
func (s style) dim(text string) string    { return s.paint("2", text) }
func (s style) red(text string) string    { return s.paint("31", text) }
func (s style) green(text string) string  { return s.paint("32", text) }
func (s style) yellow(text string) string { return s.paint("33", text) }

// printable replaces what would move the cursor or talk to the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, s)
}

// columns returns how many terminal cells s takes: wide characters take two,
// combining ones none.
func columns(s string) int {
	n, joined := 0, false
	for _, r := range s {
		n += cells(r, joined)
		joined = r == joiner
	}
	return n
}

const (
	joiner  = '\u200D' // makes one emoji of two
	asEmoji = '\uFE0F' // asks for the wide form of what stands before it
)

// cells returns how many more cells r takes after what stands before it.
func cells(r rune, joined bool) int {
	switch kind := width.LookupRune(r).Kind(); {
	case joined:
		return 0
	case r == asEmoji:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// fit cuts s to at most max cells, never within a character, and marks the
// cut; max ≤ 0 leaves it alone.
func fit(s string, max int) string {
	if max <= 0 || columns(s) <= max {
		return s
	}
	n, end, joined := 0, 0, false
	for i, r := range s {
		more := cells(r, joined)
		if more > 0 && r != asEmoji {
			end = i
		}
		if n += more; n > max-1 {
			break
		}
		joined = r == joiner
	}
	return strings.TrimRight(s[:end], " ") + "…"
}

// pad fills s with spaces to n cells.
func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-columns(s)))
}

// table writes rows under headings. On a terminal columns are aligned, those
// that say nothing left out, and the last is cut to the width; elsewhere they
// are separated by tabs and whole, without headings, for other programs.
func (p *page) table(headings []string, rows [][]string, spare ...string) {
	for _, row := range rows {
		for i := range row {
			row[i] = strings.ReplaceAll(printable(row[i]), "\t", " ")
		}
	}
	if !p.tty {
		for _, row := range rows {
			p.line("%s", strings.ReplaceAll(strings.Join(row, "\t"), "\n", " "))
		}
		return
	}
	widths := make([]int, len(headings)) // 0 = says nothing
	for _, row := range rows {
		for i, cell := range row {
			if cell != "" && cell != "-" {
				widths[i] = max(widths[i], columns(cell), columns(headings[i]))
			}
		}
	}
	for _, name := range spare {
		used := 0
		for _, w := range widths[:len(widths)-1] {
			used += w + min(w, 2)
		}
		if i := slices.Index(headings, name); i >= 0 && p.width-used < enoughText {
			widths[i] = 0
		}
	}
	p.row(headings, widths, p.bold)
	for _, row := range rows {
		p.row(row, widths, func(s string) string { return s })
	}
}

// enoughText is how many cells the text of a row should have before columns
// that can be spared give way.
const enoughText = 32

func (p *page) row(row []string, widths []int, paint func(string) string) {
	var b strings.Builder
	used, last := 0, len(row)-1
	for i, cell := range row[:last] {
		if widths[i] > 0 {
			b.WriteString(pad(cell, widths[i]) + "  ")
			used += widths[i] + 2
		}
	}
	b.WriteString(fit(row[last], max(20, p.width-used)))
	p.line("%s", paint(strings.TrimRight(b.String(), " ")))
}

// orEmpty makes an empty list of none, so that JSON says [] and not null.
func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// plural returns "1 turn", "2 turns", "2 memories".
func plural(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "y"):
		noun = strings.TrimSuffix(noun, "y") + "ies"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// gist is what a memory says, on one line: of a compacted profile how many
// facts it holds and the first of them. `loci show` has all of it.
func gist(m *loci.Memory) string {
	text := m.Text
	if facts := m.Statements(); m.Compacted() && len(facts) > 0 {
		text = plural(len(facts), "fact") + ": " + facts[0] + " …"
	}
	return printable(strings.Join(strings.Fields(text), " "))
}

// told is the gist with why it is not the user's own word, as the block says it;
// first, since lines are cut at the end.
func told(m *loci.Memory) string {
	if standing := m.Standing(); standing != "" {
		return "(" + standing + ") " + gist(m)
	}
	return gist(m)
}

// labels describes a memory beside its text: "constraints, critical, due 2026-10-15".
func labels(m *loci.Memory) string {
	parts := []string{string(m.Category), string(m.Importance)}
	if m.Kind != loci.Semantic {
		parts = append([]string{string(m.Kind)}, parts...)
	}
	if m.Due != nil {
		parts = append(parts, "due "+m.Due.String())
	}
	return strings.Join(parts, ", ")
}

// fold joins words with spaces, and breaks lines of more than width.
func fold(words []string, width int) string {
	lines, last := []string{""}, 0
	for _, w := range words {
		if len(lines[last])+len(w) >= width {
			lines, last = append(lines, ""), last+1
		}
		lines[last] = strings.TrimPrefix(lines[last]+" "+w, " ")
	}
	return strings.Join(lines, "\n")
}
