package mcpserver

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve speaks to one client over a pair of streams, a JSON message a line,
// until in ends. What was read by then is answered first, within a limit.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	counted := &countedWriter{w: out, answered: make(chan struct{}, 1)}
	patient := &patientReader{in: in, out: counted}
	err := s.mcp.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(patient), Writer: counted})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// lastAnswers is how long an ended input waits for answers under way.
const lastAnswers = 30 * time.Second

// patientReader passes the end of the input on only when every request before
// it has its answer: the SDK cancels what is under way as soon as it sees the
// end, and a client that writes a few requests and closes would get nothing.
type patientReader struct {
	in   io.Reader
	out  *countedWriter
	line lineCounter
}

func (r *patientReader) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	r.line.write(p[:n], r.out.expect)
	if err == io.EOF {
		r.line.end(r.out.expect)
		r.out.wait(lastAnswers)
	}
	return n, err
}
