package transcript

import (
	"bufio"
	"encoding/json"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// codexLine is a line of a Codex session (a "rollout"). Older ones have no
// payload, and the message stands in the line itself.
type codexLine struct {
	Time    string        `json:"timestamp"`
	Type    string        `json:"type"`
	Payload *codexPayload `json:"payload"`
	codexPayload
}

type codexPayload struct {
	ID      string          `json:"id"` // of the session, in its first line
	Source  json.RawMessage `json:"source"`
	Kind    string          `json:"type"`
	Role    string          `json:"role"`
	Content content         `json:"content"`
	Message string          `json:"message"`
}

// codex reads one session. It tells each message twice: as what the model was
// shown, which the host adds to, and as an event, which is what was said. The
// events count; where there are none, the other.
type codex struct {
	o        Options
	yield    func(Item, error) bool
	session  string
	subagent bool
	events   bool
	shown    []Item // to the model, until an event shows that there are any
}

func readCodex(in *bufio.Reader, o Options, yield func(Item, error) bool) {
	c := codex{o: o, yield: yield}
	stopped := false
	eachRecord(in, o, yield, func(l codexLine, number int) bool {
		stopped = !c.line(l, number)
		return !stopped
	})
	for _, it := range c.shown {
		if stopped || c.events || !yield(it, nil) {
			return
		}
	}
}

// line takes a line and reports whether to go on.
func (c *codex) line(l codexLine, number int) bool {
	p := l.Payload
	if p == nil {
		p = &l.codexPayload
		p.Kind = l.Type
	}
	switch {
	case c.session == "" && p.ID != "" && (l.Type == "session_meta" || l.Type == ""):
		c.session = p.ID
		c.subagent = strings.Contains(string(p.Source), "subagent")
	case c.subagent:
	case l.Type == "event_msg" && p.Kind == "user_message":
		c.events = true
		return c.said(l, number, loci.RoleUser, p.Message)
	case l.Type == "event_msg" && p.Kind == "agent_message" && c.events:
		return c.said(l, number, loci.RoleAssistant, p.Message)
	case !c.events && p.Kind == "message" && (p.Role == "user" || p.Role == "assistant"):
		if text := p.Content.text("input_text", "output_text"); text != "" {
			c.shown = append(c.shown, Item{Line: number, Turn: c.turn(l, number, loci.TurnRole(p.Role), text)})
		}
	}
	return true
}

func (c *codex) said(l codexLine, number int, role loci.TurnRole, text string) bool {
	if text = strings.TrimSpace(text); text == "" {
		return true
	}
	return c.yield(Item{Line: number, Turn: c.turn(l, number, role, text)}, nil)
}

// turn has no id: messages have none here, and their time tells them apart.
func (c *codex) turn(l codexLine, number int, role loci.TurnRole, text string) loci.Turn {
	t := loci.Turn{Conversation: "codex:" + c.session, Role: role, Text: text, Time: timeOr(l.Time, c.o)}
	if t.Time.Equal(c.o.Now) {
		t.ID = turnID(c.o, number, t)
	}
	return t
}

// timeOr reads a time as programs write it, in the reader's zone, since they
// write it in UTC; one that cannot be read is that of the reading.
func timeOr(s string, o Options) time.Time {
	t, err := parseTime(s, o.zone())
	if err != nil {
		return o.Now
	}
	return t.In(o.zone())
}
