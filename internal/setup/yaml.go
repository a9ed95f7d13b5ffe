package setup

import (
	"encoding/json"
	"strings"
)

// yamlParser reads the block style in which people and programs write
// configuration: maps and lists by indentation, with anything between brackets
// or quotes in them. What it does not know it refuses.
type yamlParser struct {
	text  string
	lines []yamlLine
	depth int
	err   error
}

// yamlLine is a line that says something.
type yamlLine struct{ indent, start, end int } // of its content

// parseYAML reads a whole file, nil if it says nothing.
func parseYAML(text string) (*node, error) {
	p := &yamlParser{text: text}
	p.split()
	if p.err != nil || len(p.lines) == 0 {
		return nil, p.err
	}
	n := p.block(p.lines[0].indent)
	if len(p.lines) > 0 {
		p.fail(p.lines[0].start, "this line does not fit into what is around it")
	}
	return n, p.err
}

func (p *yamlParser) fail(pos int, what string) {
	if p.err == nil {
		p.err = malformed(p.text, pos, what)
	}
	p.lines = nil
}

// split finds the lines that say something.
func (p *yamlParser) split() {
	pos := len(p.text) - len(strings.TrimPrefix(p.text, bom))
	for pos < len(p.text) {
		end := lineEnd(p.text, pos)
		line := strings.TrimRight(p.text[pos:end], " \t\r")
		content := strings.TrimLeft(line, " ")
		switch {
		case content == "" || content[0] == '#':
		case line == "---" && len(p.lines) == 0:
		case strings.HasPrefix(line, "---"), line == "...", content[0] == '%' && len(p.lines) == 0:
			p.fail(pos, "loci reads files of one document only")
			return
		default:
			p.lines = append(p.lines, yamlLine{len(line) - len(content), pos + len(line) - len(content), pos + len(line)})
		}
		pos = end + 1
	}
}

// next returns the next line; one that is not there is indented by less than any.
func (p *yamlParser) next() yamlLine {
	if len(p.lines) == 0 {
		return yamlLine{indent: -1}
	}
	return p.lines[0]
}

func (p *yamlParser) content() string { l := p.next(); return p.text[l.start:l.end] }

// dash reports whether the next line is an element of a list.
func (p *yamlParser) dash() bool {
	s := p.content()
	return s == "-" || strings.HasPrefix(s, "- ")
}

// block reads the lines of an indentation: a map, a list, or one value.
func (p *yamlParser) block(indent int) *node {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.next().start, "nested too deep")
	}
	defer func() { p.depth-- }()
	first := p.next()
	n := &node{kind: object, block: true, start: first.start, end: first.end}
	switch {
	case p.err != nil:
		return n
	case p.dash():
		n.kind = list
	case keyEnd(p.content()) < 0:
		return p.value(first.start, indent-1)
	}
	for p.err == nil && p.next().indent == indent && p.dash() == (n.kind == list) {
		it := item{start: p.next().start}
		if n.kind == list {
			it.node = p.element(indent)
		} else {
			it.key, it.node = p.member(indent)
		}
		n.items, n.end = append(n.items, it), it.node.end
	}
	if p.next().indent > indent || n.kind == list && p.next().indent == indent && p.depth == 1 {
		p.fail(p.next().start, "this line does not fit into what is around it")
	}
	return n
}

// element reads what follows a dash.
func (p *yamlParser) element(indent int) *node {
	line := p.next()
	rest := strings.TrimLeft(p.text[line.start+1:line.end], " ")
	at := line.end - len(rest)
	if keyEnd(rest) >= 0 || strings.HasPrefix(rest, "- ") { // a map or a list that begins on this line
		p.lines[0] = yamlLine{line.indent + at - line.start, at, line.end}
		return p.block(p.lines[0].indent)
	}
	return p.value(at, indent)
}

// member reads a key and what follows its colon.
func (p *yamlParser) member(indent int) (string, *node) {
	line := p.next()
	end := keyEnd(p.content())
	if end < 0 {
		p.fail(line.start, "a key and a colon are missing")
		return "", &node{}
	}
	key := strings.TrimRight(p.content()[:end], " ")
	if len(key) > 1 && (key[0] == '"' || key[0] == '\'') {
		key = key[1 : len(key)-1]
	}
	at := line.start + end + 1
	at += len(p.text[at:line.end]) - len(strings.TrimLeft(p.text[at:line.end], " \t"))
	return key, p.value(at, indent)
}

// keyEnd returns where the colon is behind the key with which a line begins, -1
// if it begins with none.
func keyEnd(s string) int {
	start := 0
	switch {
	case s == "" || strings.IndexByte("{[?&*!|>@`%#,", s[0]) >= 0:
		return -1
	case s[0] == '"' || s[0] == '\'':
		closing := strings.IndexByte(s[1:], s[0])
		if closing < 0 {
			return -1
		}
		start = closing + 2
		if !strings.HasPrefix(strings.TrimLeft(s[start:], " "), ":") {
			return -1
		}
	}
	for i := start; i < len(s); i++ {
		switch {
		case s[i] == ':' && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\t'):
			return i
		case s[i] == '#' && i > 0 && s[i-1] == ' ':
			return -1
		}
	}
	return -1
}

// value reads what begins at a place in the next line and belongs to something
// that is indented by indent.
func (p *yamlParser) value(at, indent int) *node {
	line := p.next()
	rest := p.text[at:line.end]
	for rest != "" && (rest[0] == '&' || rest[0] == '!') { // an anchor or a tag, then the value
		_, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimLeft(rest, " ")
		at = line.end - len(rest)
	}
	switch {
	case rest == "" || rest[0] == '#':
		end := len(strings.TrimRight(p.text[:at], " \t"))
		p.lines = p.lines[1:]
		if deeper := p.next().indent; deeper > indent || deeper == indent && p.dash() && indent >= 0 {
			return p.block(deeper)
		}
		return &node{block: true, start: end, end: end}
	case strings.IndexByte("\"'{[", rest[0]) >= 0:
		return p.flow(at)
	}
	if rest[0] == '|' || rest[0] == '>' {
		return p.literal(at, indent)
	}
	if hash := strings.Index(rest, " #"); hash >= 0 {
		rest = strings.TrimRight(rest[:hash], " \t")
	}
	n := &node{start: at, end: at + len(rest), value: plainScalar(rest)}
	for p.lines = p.lines[1:]; p.next().indent > indent && p.err == nil; p.lines = p.lines[1:] { // it goes on
		n.end = p.next().end
		n.value = p.text[n.start:n.end]
	}
	return n
}

// literal reads a text that begins with | or >: every line below that is
// indented by more, whatever stands there, and the empty ones among them. Those
// at its end count as well, since some of these texts keep them.
func (p *yamlParser) literal(at, indent int) *node {
	n := &node{start: at, end: p.next().end}
	for pos := lineEnd(p.text, n.end) + 1; pos < len(p.text); {
		end := lineEnd(p.text, pos)
		line := strings.TrimRight(p.text[pos:end], "\r")
		deep := len(line) - len(strings.TrimLeft(line, " "))
		if strings.TrimLeft(line, " \t") != "" && deep <= indent {
			break
		}
		n.end, pos = pos+len(line), end+1
	}
	for len(p.lines) > 0 && p.next().start <= n.end {
		p.lines = p.lines[1:]
	}
	n.value = p.text[n.start:n.end]
	return n
}

// flow reads what stands between brackets or quotes.
func (p *yamlParser) flow(at int) *node {
	in := &jsonParser{text: p.text, pos: at, dialect: yamlFlow}
	n := in.node()
	if in.err != nil {
		p.err, p.lines = in.err, nil
		return n
	}
	for len(p.lines) > 0 && p.next().end <= n.end {
		p.lines = p.lines[1:]
	}
	if l := p.next(); l.indent >= 0 && l.start < n.end {
		if rest := strings.TrimSpace(p.text[n.end:l.end]); rest != "" && rest[0] != '#' {
			p.fail(n.end, "something stands behind a closed bracket or quote")
			return n
		}
		p.lines = p.lines[1:]
	}
	return n
}

func plainScalar(s string) any {
	if s == "~" {
		return nil
	}
	var v any
	if json.Unmarshal([]byte(s), &v) != nil {
		return s
	}
	return v
}
