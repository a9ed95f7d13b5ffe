package transcript

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// eachLine reads lines of JSON that a host has written for itself. What it means
// by most of them is its own affair; do is shown each and reports whether to go on.
func eachLine[T any](in *bufio.Reader, o Options, yield func(Item, error) bool, do func(line T, number int) bool) {
	l := lines{in: in}
	for {
		data, err := l.next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil && len(strings.TrimSpace(string(data))) == 0 {
			continue
		}
		var line T
		switch {
		case err != nil:
			if !yield(Item{}, o.fault(l.number, "%w", err)) || !errors.Is(err, errTooLong) {
				return
			}
			continue
		case !utf8.Valid(data):
			err = errNotUTF8()
		default:
			if err = json.Unmarshal(data, &line); err != nil {
				err = readable(err)
			}
		}
		goOn := true
		if err != nil {
			goOn = yield(Item{}, o.faultOf(l.number, err))
		} else {
			goOn = do(line, l.number)
		}
		if !goOn {
			return
		}
	}
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
