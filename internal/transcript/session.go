package transcript

import (
	"bufio"
	"encoding/json"
	"strings"
)

// eachRecord reads lines of JSON that a host has written for itself. What it means
// by most of them is its own affair; do is shown each and reports whether to go on.
func eachRecord[T any](in *bufio.Reader, o Options, yield func(Item, error) bool, do func(record T, line int) bool) {
	eachLine(in, o, yield, func(data []byte, line int) bool {
		var record T
		if err := decode(data, &record); err != nil {
			return yield(Item{}, o.faultOf(line, err))
		}
		return do(record, line)
	})
}

// block is a part of a message.
type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// content is a message: a text, or blocks of which some are text.
type content []block

// UnmarshalJSON implements [json.Unmarshaler].
func (c *content) UnmarshalJSON(data []byte) error {
	*c = content{}
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = content{{"text", text}}
		return nil
	}
	var blocks []block
	if json.Unmarshal(data, &blocks) == nil {
		*c = blocks
	}
	return nil // anything else says nothing
}

// text joins the blocks of the types that hold what was said.
func (c content) text(types ...string) string {
	var parts []any
	for _, b := range c {
		for _, t := range types {
			if b.Type == t {
				parts = append(parts, b.Text)
			}
		}
	}
	return joined(parts)
}

// joined returns the texts among the parts of a message, a line each.
func joined(parts []any) string {
	var out []string
	for _, p := range parts {
		if s, ok := p.(string); ok && strings.TrimSpace(s) != "" {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return strings.Join(out, "\n")
}
