package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// eachObject reads a JSON list of objects, or a single one, object by object, and
// tells where each begins. do reports whether to go on.
func eachObject(in *bufio.Reader, o Options, yield func(Item, error) bool, do func(raw json.RawMessage, line int) bool) {
	head, _ := in.Peek(headLen)
	single := bytes.HasPrefix(bytes.TrimSpace(head), []byte("{"))
	counted := &lineCounter{in: in}
	dec := json.NewDecoder(counted)
	if !single {
		if open, err := dec.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil || open != json.Delim('[') {
			yield(Item{}, o.fault(1, "not a list of conversations"))
			return
		}
	}
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			yield(Item{}, o.fault(counted.lineOf(err), "%w", readable(err)))
			return
		}
		if !do(raw, counted.lineAt(dec.InputOffset()-int64(len(raw)))) {
			return
		}
	}
	if _, err := dec.Token(); err != nil && !single {
		yield(Item{}, o.fault(counted.lineOf(err), "the JSON is cut off"))
	}
}

// lineCounter remembers where lines end, so that an offset of a JSON decoder,
// which reads ahead, can be told as a line.
type lineCounter struct {
	in   io.Reader
	read int64
	ends []int64
}

// Read passes on what it reads.
func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.read+int64(i))
		}
	}
	l.read += int64(n)
	return n, err
}

func (l *lineCounter) lineAt(offset int64) int {
	n, _ := slices.BinarySearch(l.ends, offset)
	return n + 1
}

// lineOf returns the line of a decoder's error: where it says, or the last.
func (l *lineCounter) lineOf(err error) int {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return l.lineAt(syntax.Offset - 1)
	}
	return l.lineAt(l.read - 1)
}
