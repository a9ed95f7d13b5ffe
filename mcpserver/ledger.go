package mcpserver

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"sync"
	"time"
)

// message is as much of a JSON-RPC message as tells requests from answers.
type message struct {
	Version, Method   string
	ID, Result, Error json.RawMessage
	Params            struct {
		RequestID json.RawMessage `json:"requestId"` // of notifications/cancelled
	} `json:"params"`
}

// parse reads a message. Names are compared exactly: what only resembles one is
// a field that nobody reads.
func parse(line []byte) (message, bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(line, &fields) != nil {
		return message{}, false
	}
	m := message{ID: fields["id"], Result: fields["result"], Error: fields["error"]}
	for name, to := range map[string]any{"jsonrpc": &m.Version, "method": &m.Method} {
		if raw, ok := fields[name]; ok && json.Unmarshal(raw, to) != nil {
			return m, false
		}
	}
	_ = json.Unmarshal(fields["params"], &m.Params) // params of other methods have other forms
	return m, m.Version == "2.0"
}

// wellFormed reports whether a message is a request or a notification, or else
// an answer with a result or with an error as the protocol has it.
func (m message) wellFormed(named bool) bool {
	if m.Method != "" {
		return m.Result == nil && m.Error == nil
	}
	if m.Error == nil {
		return named && m.Result != nil
	}
	var e struct {
		Code    *int64  `json:"code"`
		Message *string `json:"message"`
	}
	return named && m.Result == nil && json.Unmarshal(m.Error, &e) == nil && e.Code != nil && e.Message != nil
}

// mostID is the largest number that every reader of JSON keeps as it is.
const mostID = 1 << 53

// id is a message's id in one way of writing, so that 1 and 1.0 are one, and
// whether it can be one: a text or a whole number.
func id(raw json.RawMessage) (string, bool) {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return strconv.Quote(v), true
	case float64:
		return strconv.FormatInt(int64(v), 10), v == math.Trunc(v) && math.Abs(v) <= mostID
	}
	return "", false
}

// ledger writes what the server says and knows who waits for an answer: the
// client for its requests, the server for its questions.
type ledger struct {
	out      io.Writer
	answered chan struct{}

	mu    sync.Mutex
	open  map[string]bool // requests of the client
	asked map[string]bool // questions of the server
	rest  []byte          // of a line that is being written
}

// expect notes a line of the client, or says why it is no message. What stays
// open by its nature is no reason to wait.
func (l *ledger) expect(line []byte) (why string) {
	if !json.Valid(line) {
		return "not JSON"
	}
	m, ok := parse(line)
	if !ok {
		return "not a JSON-RPC 2.0 message; batches are not taken"
	}
	key, named := id(m.ID)
	if !named && len(m.ID) > 0 || !m.wellFormed(named) {
		return "not a request, a notification or an answer"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case m.Method == "notifications/cancelled":
		cancelled, _ := id(m.Params.RequestID)
		delete(l.open, cancelled)
	case m.Method == "":
		delete(l.asked, key)
	case named && m.Method != "subscriptions/listen":
		if l.open == nil {
			l.open = map[string]bool{}
		}
		l.open[key] = true
	}
	return ""
}

// refuse answers a line that is no message.
func (l *ledger) refuse(why string) {
	code := -32600
	if why == "not JSON" {
		code = -32700
	}
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why}})
	if err != nil {
		return // plain values always marshal
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out.Write(append(data, '\n')) // if nobody reads any more, the next answer shows it
}

// Write passes on what the server says and then counts it. The SDK writes whole
// lines.
func (l *ledger) Write(p []byte) (int, error) {
	l.mu.Lock()
	n, err := l.out.Write(p)
	l.rest = append(l.rest, p[:n]...)
	for {
		line, rest, whole := bytes.Cut(l.rest, []byte("\n"))
		if !whole {
			break
		}
		l.said(line)
		l.rest = rest
	}
	l.mu.Unlock()
	select {
	case l.answered <- struct{}{}:
	default:
	}
	return n, err
}

// said notes a line of the server.
func (l *ledger) said(line []byte) {
	m, ok := parse(line)
	if !ok {
		return
	}
	switch key, named := id(m.ID); {
	case named && m.Method == "":
		delete(l.open, key)
	case named:
		if l.asked == nil {
			l.asked = map[string]bool{}
		}
		l.asked[key] = true
	}
}

// Close leaves the stream open: it is the process's own.
func (l *ledger) Close() error { return nil }

// wait returns when nobody waits any more but for answers that cannot come:
// those to the server's own questions, and what depends on them.
func (l *ledger) wait(limit time.Duration) {
	timeout := time.After(limit)
	for {
		l.mu.Lock()
		done := len(l.open) <= len(l.asked)
		l.mu.Unlock()
		if done {
			return
		}
		select {
		case <-l.answered:
		case <-timeout:
			return
		}
	}
}
