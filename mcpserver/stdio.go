package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine bounds a message on stdin.
const maxLine = 8 << 20

// lastAnswers is how long an ended input waits for answers under way: longer
// than a call waits for a locked file, which is an answer too.
const lastAnswers = 15 * time.Second

// Serve speaks to one client over a pair of streams, a JSON message a line,
// until in ends. What was read by then is answered first, within a limit; a
// line that is no message is answered as such and ends nothing.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	calls := &ledger{out: out, answered: make(chan struct{}, 1)}
	lines := &lineReader{in: bufio.NewReaderSize(in, 64<<10), calls: calls}
	err := s.mcp.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(lines), Writer: calls, MaxLineLength: maxLine + 1})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// lineReader hands on the lines that are messages. It passes the end of the
// input on only when every request before it has its answer: the SDK cancels
// what is under way as soon as it sees the end, and a client that writes a few
// requests and closes would get nothing.
type lineReader struct {
	in    *bufio.Reader
	calls *ledger
	rest  []byte // of a line that is being handed on
}

func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, whole, err := r.line()
		switch {
		case !whole:
			r.calls.refuse("the line is too long")
		case len(bytes.TrimSpace(line)) == 0:
		default:
			if why := r.calls.expect(line); why != "" {
				r.calls.refuse(why)
			} else {
				r.rest = append(bytes.TrimSpace(line), '\n')
			}
		}
		if err != nil && len(r.rest) == 0 {
			r.calls.wait(lastAnswers)
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// line reads one line; not whole are those over the limit, whose rest is
// passed over.
func (r *lineReader) line() (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := r.in.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			line, whole = nil, false
		}
		if whole {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}
