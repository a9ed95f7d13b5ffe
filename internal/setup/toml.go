package setup

import (
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

// tomlFormat edits TOML by whole tables: [mcp_servers.loci] and its lines.
type tomlFormat struct{}

func (tomlFormat) parse(text string) (*node, error) {
	var values map[string]any
	if err := toml.Unmarshal([]byte(text), &values); err != nil {
		return nil, tomlFault(err)
	}
	root := treeOf(values)
	for _, t := range tomlTables(text) {
		for depth := range t.path {
			if n := root.at(t.path[:depth+1]); n != nil {
				n.tables = append(n.tables, t)
			}
		}
	}
	return root, nil
}

// treeOf makes nodes of values, without places in the text.
func treeOf(v any) *node {
	switch v := v.(type) {
	case map[string]any:
		n := &node{kind: object}
		for key, one := range v {
			n.items = append(n.items, item{key: key, node: treeOf(one)})
		}
		return n
	case []any:
		n := &node{kind: list}
		for _, one := range v {
			n.items = append(n.items, item{node: treeOf(one)})
		}
		return n
	}
	return &node{value: v}
}

// tomlFault says what is wrong, and on which line.
func tomlFault(err error) error {
	at, fault := 1, strings.TrimPrefix(err.Error(), "toml: ")
	if d := new(toml.DecodeError); errors.As(err, &d) {
		at, _ = d.Position()
	}
	return loci.Errorf(loci.Invalid, "line %d: %s", at, fault)
}

// tomlTable is a table of a text: from its header to its last line.
type tomlTable struct {
	path       []string
	start, end int
}

// tomlTables finds the tables of a text that is TOML.
func tomlTables(text string) []tomlTable {
	var out []tomlTable
	for pos := 0; pos < len(text); {
		pos += len(text[pos:]) - len(strings.TrimLeft(text[pos:], bom+" \t\r\n"))
		if pos == len(text) {
			break
		}
		start, end := lineStart(text, pos), statementEnd(text, pos)
		switch {
		case text[pos] == '[':
			out = append(out, tomlTable{headerPath(text[pos:end]), start, end})
		case text[pos] != '#' && len(out) > 0:
			out[len(out)-1].end = end
		}
		pos = end
	}
	return out
}

// headerPath returns the keys of a table's header: [a."b c"]. The decoder knows
// how they may be written.
func headerPath(line string) []string {
	var path []string
	var at any
	var in map[string]any
	if err := toml.Unmarshal([]byte(line+"\n"), &in); err != nil {
		return nil
	}
	for at = in; ; {
		m, ok := at.(map[string]any)
		if !ok || len(m) == 0 {
			return path
		}
		for key, one := range m { // there is one
			path, at = append(path, key), one
		}
	}
}

// statementEnd returns where the statement ends that begins at pos: at the end
// of its line, or of the line on which its brackets and strings are closed.
func statementEnd(text string, pos int) int {
	for depth := 0; pos < len(text); {
		switch c := text[pos]; c {
		case '#':
			pos = lineEnd(text, pos)
			continue
		case '"', '\'':
			pos += tomlString(text[pos:])
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '\n':
			if depth <= 0 {
				return pos
			}
		}
		pos++
	}
	return len(text)
}

// tomlString returns the length of the string with which s begins.
func tomlString(s string) int {
	quote := s[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(s, long) {
		quote = long
	}
	for i := len(quote); i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case strings.HasPrefix(s[i:], quote):
			i += len(quote)
			for len(quote) == 3 && i < len(s) && s[i] == s[0] { // """one""""" ends in two of its own
				i++
			}
			return i
		}
	}
	return len(s)
}

func (f tomlFormat) add(text string, in *node, rest []string, e entry) (string, error) {
	value, err := parseJSON(e.value, jsonc)
	closed := len(rest) < len(e.path) && len(in.tables) == 0 // written as {…}, which no header may extend
	if err != nil || e.list || value == nil || value.kind != object || closed {
		return "", unsafeToChange()
	}
	nl := newline(text)
	var b strings.Builder
	if b.WriteString(text); strings.Trim(text, bom) != "" {
		if !strings.HasSuffix(text, "\n") {
			b.WriteString(nl)
		}
		b.WriteString(nl)
	}
	keys := make([]string, len(e.path))
	for i, key := range e.path {
		keys[i] = tomlKey(key)
	}
	b.WriteString("[" + strings.Join(keys, ".") + "]" + nl)
	for _, it := range value.items {
		b.WriteString(tomlKey(it.key) + " = " + compact(e.value[it.node.start:it.end]) + nl)
	}
	return b.String(), nil
}

var bareKey = expression(`^[A-Za-z0-9_-]+$`)

func tomlKey(key string) string {
	if bareKey().MatchString(key) {
		return key
	}
	return quote(key)
}

// cut takes out the tables of an item, each with the empty line before it. What
// is no table of its own stays.
func (tomlFormat) cut(text string, in *node, i int) string {
	for _, t := range slices.Backward(in.items[i].tables) {
		start, end := t.start, t.end
		if end < len(text) {
			end++
		}
		for _, blank := range []string{"\n\n", "\n\r\n"} {
			if strings.HasSuffix(text[:start], blank) {
				start -= len(blank) - 1
				break
			}
		}
		text = text[:start] + text[end:]
	}
	return text
}
