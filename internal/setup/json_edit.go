package setup

import (
	"bytes"
	"encoding/json"
	"strings"
)

// jsonFormat edits JSON of a dialect.
type jsonFormat struct{ dialect dialect }

func (f jsonFormat) parse(text string) (*node, error) { return parseJSON(text, f.dialect) }

func (f jsonFormat) add(text string, in *node, rest []string, e entry) (string, error) {
	if in == nil { // white space or comments, or nothing at all
		before := text
		if before != "" && before != bom && !strings.HasSuffix(before, "\n") {
			before += newline(text)
		}
		text = before + "{}" + newline(text)
		root, err := f.parse(text)
		if err != nil {
			return "", err
		}
		in = root
	}
	key, value := "", e.value
	if len(rest) > 0 {
		key, value = rest[0], e.nested(rest[1:])
	}
	return styleOf(text).insert(text, in, key, value), nil
}

func (f jsonFormat) cut(text string, in *node, i int) string { return cutItem(text, in, i) }

// newline returns how lines end in a text.
func newline(text string) string {
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// style is how a text is laid out.
type style struct {
	unit, newline string // of indentation
	oneLine       bool
}

// styleOf takes the first line that is indented as the measure.
func styleOf(text string) style {
	s := style{unit: "  ", newline: newline(text)}
	body := strings.TrimSpace(strings.TrimPrefix(text, bom))
	s.oneLine = !strings.Contains(body, "\n") && strings.Trim(body, "{} \t") != ""
	for line := range strings.Lines(text) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if rest := strings.TrimSpace(line); indent != "" && rest != "" && rest[0] != '/' && rest[0] != '*' {
			s.unit = indent
			break
		}
	}
	return s
}

// item writes an item of a container: in one line, or over several from indent on.
func (s style) item(key, value, indent string, inline bool) string {
	var out bytes.Buffer
	if inline || json.Indent(&out, []byte(value), indent, s.unit) != nil {
		out.Reset()
		out.WriteString(compact(value))
	}
	value = strings.ReplaceAll(out.String(), "\n", s.newline)
	if key == "" {
		return value
	}
	return quote(key) + ": " + value
}

// insert puts an item at the end of a container, laid out as what is there.
func (s style) insert(text string, in *node, key, value string) string {
	closing := in.end - 1
	if len(in.items) == 0 {
		inner := strings.TrimRight(text[in.start+1:closing], " \t\r\n")
		if s.oneLine && inner == "" {
			return text[:in.start+1] + s.item(key, value, "", true) + text[closing:]
		}
		own := s.newline + indentAt(text, in.start)
		return text[:in.start+1] + inner + own + s.unit + s.item(key, value, own[len(s.newline):]+s.unit, false) + own + text[closing:]
	}
	end, trailing := in.items[len(in.items)-1].end, ""
	if comma := commaAfter(text, end, closing); comma >= 0 {
		end, trailing = comma+1, "," // where the others end with a comma, so does ours
	}
	comma := strings.Repeat(",", 1-len(trailing))
	first := in.items[0].start
	if lineStart(text, first) <= in.start {
		return text[:end] + comma + " " + s.item(key, value, "", true) + trailing + text[end:]
	}
	at := end
	if eol := lineEnd(text, end); eol < closing { // a comment behind the last item stays with it
		at = len(strings.TrimRight(text[:eol], "\r"))
	}
	indent := indentAt(text, first)
	return text[:end] + comma + text[end:at] + s.newline + indent + s.item(key, value, indent, false) + trailing + text[at:]
}

// cutItem takes an item out of a container between brackets, with its line and
// one comma. Comments stay.
func cutItem(text string, in *node, i int) string {
	it, closing := in.items[i], in.end-1
	start, end := it.start, it.end
	comma := commaAfter(text, end, closing)
	if comma >= 0 {
		end = comma + 1
	}
	if bol := lineStart(text, start); bol > in.start && strings.TrimSpace(text[bol:start]) == "" {
		start = len(strings.TrimSuffix(strings.TrimSuffix(text[:bol], "\n"), "\r"))
	} else if i == 0 {
		end += len(text[end:closing]) - len(strings.TrimLeft(text[end:closing], " \t"))
	} else {
		start = len(strings.TrimRight(text[:start], " \t"))
	}
	before, after := text[:start], text[end:]
	if i > 0 && comma < 0 {
		p := commaAfter(text, in.items[i-1].end, closing)
		before = before[:p] + before[p+1:]
	}
	if inner := before[in.start+1:] + after[:closing-end]; len(in.items) == 1 && strings.TrimSpace(inner) == "" {
		return text[:in.start+1] + text[closing:]
	}
	return before + after
}

// indentAt returns the white space at the beginning of a line.
func indentAt(text string, pos int) string {
	line := strings.TrimPrefix(text[lineStart(text, pos):pos], bom)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// commaAfter returns where the comma is that follows an item, -1 if none does.
func commaAfter(text string, end, closing int) int {
	p := &jsonParser{text: text[:closing], pos: end}
	if p.space(); p.peek() == ',' {
		return p.pos
	}
	return -1
}
