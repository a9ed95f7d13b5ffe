package cli

import (
	"fmt"
	"io"
	"time"
)

// progress is one line on a terminal that says how far long work has come, and
// is gone when it ends. It writes nothing anywhere else.
type progress struct {
	out   io.Writer // nil = nobody watches
	what  string
	now   func() time.Time
	shown time.Time
}

func (a *app) progress(what string) *progress {
	p := &progress{what: what, now: time.Now}
	if a.sys.StderrTTY {
		p.out = a.sys.Stderr
	}
	return p
}

// step shows the state, at most ten times a second.
func (p *progress) step(done, total int) {
	if p.out == nil || p.now().Sub(p.shown) < 100*time.Millisecond && done != total {
		return
	}
	p.shown = p.now()
	if total > 0 {
		fmt.Fprintf(p.out, "\r\x1b[K%s %d of %d (%d %%)", p.what, done, total, 100*done/total)
		return
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s %d", p.what, done)
}

func (p *progress) end() {
	if p.out != nil && !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
