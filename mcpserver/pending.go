package mcpserver

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"time"
)

// message is as much of a JSON-RPC message as tells requests from answers.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"` // of notifications/cancelled
	} `json:"params"`
}

// lineCounter cuts a stream into lines and hands each to a function.
type lineCounter struct{ rest []byte }

func (c *lineCounter) write(p []byte, line func([]byte)) {
	for len(p) > 0 {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			c.rest = append(c.rest, p...)
			return
		}
		line(append(c.rest, p[:i]...))
		c.rest, p = c.rest[:0], p[i+1:]
	}
}

func (c *lineCounter) end(line func([]byte)) {
	if len(c.rest) > 0 {
		line(c.rest)
		c.rest = nil
	}
}

// countedWriter writes answers and knows which requests still wait for one.
type countedWriter struct {
	w        io.Writer
	answered chan struct{}

	mu   sync.Mutex
	open map[string]bool
	line lineCounter
}

// expect notes a message of the client. One that stays open by its nature is
// no reason to wait.
func (c *countedWriter) expect(line []byte) {
	var m message
	if json.Unmarshal(line, &m) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case m.Method == "notifications/cancelled":
		delete(c.open, string(m.Params.RequestID))
	case m.Method != "" && m.Method != "subscriptions/listen" && len(m.ID) > 0:
		if c.open == nil {
			c.open = map[string]bool{}
		}
		c.open[string(m.ID)] = true
	}
}

// Write passes an answer on and then counts it.
func (c *countedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.mu.Lock()
	c.line.write(p[:n], func(line []byte) {
		var m message
		if json.Unmarshal(line, &m) == nil && m.Method == "" {
			delete(c.open, string(m.ID))
		}
	})
	c.mu.Unlock()
	select {
	case c.answered <- struct{}{}:
	default:
	}
	return n, err
}

// Close leaves the stream open: it is the process's own.
func (c *countedWriter) Close() error { return nil }

// wait returns when nothing is open any more, or the time is up.
func (c *countedWriter) wait(limit time.Duration) {
	timeout := time.After(limit)
	for {
		c.mu.Lock()
		open := len(c.open)
		c.mu.Unlock()
		if open == 0 {
			return
		}
		select {
		case <-c.answered:
		case <-timeout:
			return
		}
	}
}
