package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// eachLine hands on the lines in which something stands, and reports those that
// cannot be read. do reports whether to go on.
func eachLine(in *bufio.Reader, o Options, yield func(Item, error) bool, do func(line []byte, number int) bool) {
	l := lines{in: in}
	for {
		line, err := l.next()
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			if !yield(Item{}, o.fault(l.number, "%w", err)) || !errors.Is(err, errTooLong) {
				return
			}
		case len(bytes.TrimSpace(line)) > 0 && !do(line, l.number):
			return
		}
	}
}

// lines cuts a reader into lines of at most maxLine bytes.
type lines struct {
	in     *bufio.Reader
	number int // of the line last read, from 1
}

// errTooLong is what next says of a line that it has skipped.
var errTooLong = errors.New("the line is longer than 4 MiB")

// next returns a line without its end. The error is io.EOF after the last one,
// errTooLong, or the reader's.
func (l *lines) next() ([]byte, error) {
	l.number++
	var line []byte
	for tooLong := false; ; {
		chunk, err := l.in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(chunk) > maxLine; !tooLong {
			line = append(line, chunk...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case tooLong:
			return nil, errTooLong
		case err != nil && len(line) == 0:
			return nil, io.EOF
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}
