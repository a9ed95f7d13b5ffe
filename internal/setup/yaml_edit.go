package setup

import "strings"

// yamlFormat edits YAML.
type yamlFormat struct{}

func (yamlFormat) parse(text string) (*node, error) { return parseYAML(text) }

func (yamlFormat) add(text string, in *node, rest []string, e entry) (string, error) {
	nl := newline(text)
	switch {
	case in == nil:
		if text != "" && text != bom && !strings.HasSuffix(text, "\n") {
			text += nl
		}
		return text + strings.Join(yamlLines(rest, "", e), nl) + nl, nil
	case !in.block:
		key, value := "", e.value
		if len(rest) > 0 {
			key, value = rest[0], e.nested(rest[1:])
		}
		return style{newline: nl, unit: "  ", oneLine: true}.insert(text, in, key, value), nil
	}
	indent := indentAt(text, in.start) + "  "
	if len(in.items) > 0 {
		indent = indentAt(text, in.items[0].start)
	}
	at := len(strings.TrimRight(text[:lineEnd(text, in.end)], "\r"))
	return text[:at] + nl + strings.Join(yamlLines(rest, indent, e), nl) + text[at:], nil
}

// yamlLines writes an entry below the keys in rest, as lines.
func yamlLines(rest []string, indent string, e entry) []string {
	var lines []string
	for _, key := range rest {
		lines = append(lines, indent+key+":")
		indent += "  "
	}
	value, err := parseJSON(e.value, jsonc)
	if err != nil || e.list || value == nil || value.kind != object {
		return append(lines, indent+"- "+compact(e.value))
	}
	for _, it := range value.items {
		lines = append(lines, indent+it.key+": "+compact(e.value[it.node.start:it.end]))
	}
	return lines
}

func (yamlFormat) cut(text string, in *node, i int) string {
	if !in.block {
		return cutItem(text, in, i)
	}
	start, end := lineStart(text, in.items[i].start), lineEnd(text, in.items[i].end)
	if strings.TrimSpace(strings.TrimPrefix(text[start:in.items[i].start], bom)) != "" {
		return text // it shares its line with a dash
	}
	if start > 0 { // with the newline before, so that the last line ends as it did
		end = len(strings.TrimRight(text[:end], "\r"))
		start = len(strings.TrimSuffix(text[:start-1], "\r"))
		return text[:start] + text[end:]
	}
	return text[:start] + text[min(end+1, len(text)):]
}
