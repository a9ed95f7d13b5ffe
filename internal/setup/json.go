package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// dialect says how far from JSON a text may be.
type dialect int

const (
	jsonc    dialect = iota // comments and trailing commas
	json5                   // also names without quotes, and 'single quotes'
	yamlFlow                // also strings without quotes
)

const (
	maxDepth = 100
	bom      = "\uFEFF"
)

// jsonParser reads a text into nodes; err is the first mistake.
type jsonParser struct {
	text    string
	pos     int
	dialect dialect
	depth   int
	err     error
}

// parseJSON reads a whole file. An empty one has no node.
func parseJSON(text string, d dialect) (*node, error) {
	p := &jsonParser{text: text, dialect: d}
	p.pos = len(text) - len(strings.TrimPrefix(text, bom))
	p.space()
	if p.err == nil && p.pos == len(text) {
		return nil, nil
	}
	n := p.node()
	p.space()
	if p.pos < len(text) {
		p.fail("something stands after the end")
	}
	return n, p.err
}

func (p *jsonParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = malformed(p.text, p.pos, fmt.Sprintf(format, args...))
	}
}

// malformed says at which line a text is wrong.
func malformed(text string, pos int, what string) error {
	return loci.Errorf(loci.Invalid, "line %d: %s", 1+strings.Count(text[:min(pos, len(text))], "\n"), what)
}

// space skips white space and comments.
func (p *jsonParser) space() {
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			p.pos++
		case strings.HasPrefix(rest, "//") && p.dialect != yamlFlow, rest[0] == '#' && p.dialect == yamlFlow:
			p.pos += lineEnd(rest, 0)
		case strings.HasPrefix(rest, "/*") && p.dialect != yamlFlow:
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				p.fail("a comment has no end")
				p.pos = len(p.text)
				return
			}
			p.pos += end + 4
		default:
			return
		}
	}
}

// lineEnd returns where the line ends in which pos stands, before its newline.
func lineEnd(text string, pos int) int {
	if i := strings.IndexByte(text[pos:], '\n'); i >= 0 {
		return pos + i
	}
	return len(text)
}

// lineStart returns where the line begins in which pos stands.
func lineStart(text string, pos int) int { return strings.LastIndexByte(text[:pos], '\n') + 1 }

func (p *jsonParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *jsonParser) node() *node {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deep")
	}
	defer func() { p.depth-- }()
	n := &node{start: p.pos}
	switch c := p.peek(); {
	case p.err != nil:
	case c == '{':
		n.kind = object
		p.items(n, '}')
	case c == '[':
		n.kind = list
		p.items(n, ']')
	case c == '"', c == '\'' && p.dialect != jsonc:
		n.value = p.quoted()
	default:
		n.value = p.word()
	}
	n.end = p.pos
	return n
}

// items reads what stands between brackets.
func (p *jsonParser) items(n *node, closing byte) {
	p.pos++
	for p.err == nil {
		p.space()
		switch p.peek() {
		case closing:
			p.pos++
			return
		case 0:
			p.fail("%q is missing", closing)
			return
		}
		it := item{start: p.pos}
		if n.kind == object {
			it.key = p.key()
		}
		it.node = p.node()
		n.items = append(n.items, it)
		p.space()
		switch p.peek() {
		case ',':
			p.pos++
		case closing:
		default:
			p.fail("a comma or %q is missing", closing)
		}
	}
}

// key reads the name of a member and the colon behind it.
func (p *jsonParser) key() string {
	var key string
	switch c := p.peek(); {
	case c == '"', c == '\'' && p.dialect != jsonc:
		key = p.quoted()
	case p.dialect == jsonc:
		p.fail("a name in quotes is missing")
	default:
		key = p.bare()
	}
	p.space()
	if p.peek() != ':' {
		p.fail("a colon is missing")
		return key
	}
	p.pos++
	p.space()
	return key
}

// quoted reads a string in quotes.
func (p *jsonParser) quoted() string {
	quote, start := p.text[p.pos], p.pos
	for p.pos++; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; {
		case c == '\\' && !(quote == '\'' && p.dialect == yamlFlow):
			p.pos++
		case c == '\n' && p.dialect == jsonc:
			p.fail("a string has no end")
			return ""
		case c == quote:
			p.pos++
			return p.unquote(p.text[start:p.pos])
		}
	}
	p.pos = len(p.text)
	p.fail("a string has no end")
	return ""
}

func (p *jsonParser) unquote(s string) string {
	var out string
	if err := json.Unmarshal([]byte(s), &out); err == nil {
		return out
	}
	if p.dialect == jsonc {
		p.fail("a string is not written as JSON wants it")
	}
	return s[1 : len(s)-1] // only compared with names that need no escapes
}

// bare reads up to what separates values.
func (p *jsonParser) bare() string {
	start := p.pos
	for p.pos < len(p.text) {
		c, next := p.text[p.pos], p.text[p.pos+1:]
		colon := c == ':' && (p.dialect != yamlFlow || next == "" || strings.ContainsRune(" \t\r\n,]}", rune(next[0])))
		if colon || strings.IndexByte(",]}[{\"'\n", c) >= 0 || p.dialect != yamlFlow && strings.IndexByte(" \t\r/", c) >= 0 {
			break
		}
		p.pos++
	}
	word := strings.TrimRight(p.text[start:p.pos], " \t\r")
	if p.pos = start + len(word); word == "" {
		p.fail("a value is missing")
	}
	return word
}

// word reads a number, true, false or null.
func (p *jsonParser) word() any {
	word := p.bare()
	var v any
	if err := json.Unmarshal([]byte(word), &v); err == nil || p.err != nil {
		return v
	}
	if p.dialect == jsonc || !utf8.ValidString(word) {
		p.fail("%q is no value", word)
	}
	return word
}

// compact writes a JSON text in one line, with a space after colon and comma.
func compact(value string) string {
	n, err := parseJSON(value, jsonc)
	if err != nil || n == nil || n.kind == scalar {
		return value
	}
	parts := make([]string, len(n.items))
	for i, it := range n.items {
		parts[i] = compact(value[it.node.start:it.node.end])
		if n.kind == object {
			parts[i] = quote(it.key) + ": " + parts[i]
		}
	}
	if n.kind == object {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// quote writes a string as JSON, which TOML and YAML read as well.
func quote(s string) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string can always be encoded
	return strings.TrimSuffix(out.String(), "\n")
}
