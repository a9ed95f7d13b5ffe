package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/locimem/loci"
)

// hostProvider names the model of the host that runs loci. Only a plugin can
// reach it: hooks leave messages for it, and `loci maintain --host-model` asks.
const hostProvider = "host"

// hostPatience is how long the host's model may take for an answer.
const hostPatience = time.Minute

// hostModel returns the host's model as far as this process has one, nil if it
// has none.
func (a *app) hostModel() loci.Model {
	switch {
	case a.dialog != nil:
		return a.dialog
	case a.patience > 0:
		return later{}
	}
	return nil
}

// later stands for a model that another process will ask.
type later struct{}

func (later) Complete(context.Context, loci.Prompt) (loci.Completion, error) {
	return loci.Completion{}, loci.Errorf(loci.Unavailable, "the host's model is not here").WithHint("`loci maintain --host-model` asks it")
}

// hostQuestion is a line to the host: what its model is to be asked.
type hostQuestion struct {
	ID           int             `json:"id"`
	Instructions string          `json:"instructions"`
	Input        string          `json:"input"`
	Schema       json.RawMessage `json:"schema,omitempty"`
}

// hostReply is a line from the host: what its model has answered. An error says
// that there will be no answer.
type hostReply struct {
	ID    int        `json:"id"`
	Text  string     `json:"text"`
	Usage loci.Usage `json:"usage"`
	Error string     `json:"error"`
}

// dialog is a model at the other end of stdin and stdout.
type dialog struct {
	mu      sync.Mutex
	out     *json.Encoder
	replies chan hostReply // closed when the host has left
	asked   int
}

// newDialog begins to listen to the host. The reader ends with its input, or
// with the process.
func newDialog(in io.Reader, out io.Writer) *dialog {
	d := &dialog{out: json.NewEncoder(out), replies: make(chan hostReply)}
	d.out.SetEscapeHTML(false)
	go func() {
		defer close(d.replies)
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var r hostReply
			if json.Unmarshal(lines.Bytes(), &r) == nil {
				d.replies <- r
			}
		}
	}()
	return d
}

// Complete implements [loci.Model]. An answer that comes too late is passed
// over by the next question.
func (d *dialog) Complete(ctx context.Context, p loci.Prompt) (loci.Completion, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked++
	if err := d.out.Encode(hostQuestion{d.asked, p.Instructions, p.Input, p.Schema}); err != nil {
		return loci.Completion{}, loci.Errorf(loci.Unavailable, "cannot ask the host: %w", err)
	}
	for {
		select {
		case <-ctx.Done():
			return loci.Completion{}, loci.Errorf(loci.Unavailable, "the host's model did not answer in time: %w", ctx.Err())
		case r, ok := <-d.replies:
			switch {
			case !ok:
				return loci.Completion{}, loci.Errorf(loci.Unavailable, "the host has left")
			case r.ID != d.asked:
			case r.Error != "":
				return loci.Completion{}, loci.Errorf(loci.Unavailable, "the host's model: %s", r.Error)
			default:
				return loci.Completion{Text: r.Text, Usage: r.Usage}, nil
			}
		}
	}
}
