package graph

import (
	"crypto/rand"
	"encoding/json"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Role is who a message is from.
type Role string

// The roles. A summary is nobody's words.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
	System    Role = "system"
	Summary   Role = "summary"
)

// Message is one message of a thread.
type Message struct {
	ID   string          `json:"id"`
	Role Role            `json:"role"`
	Text string          `json:"text"`
	Name string          `json:"name,omitempty"`
	Data json.RawMessage `json:"data,omitempty"` // whatever else the program keeps with it
}

// MessageOp is one change of a list of messages. Without Remove and Clear it
// adds Message.
type MessageOp struct {
	Message Message `json:"message,omitzero"`
	Remove  string  `json:"remove,omitempty"` // the id of a message
	Clear   bool    `json:"clear,omitempty"`  // all messages so far
}

// Types returns the types that channels of messages need in a saver's registry.
func Types() []checkpoint.Type {
	return []checkpoint.Type{
		checkpoint.JSON[Message]("message", 1, nil),
		checkpoint.JSON[MessageOp]("message_op", 1, nil),
	}
}

// MessageList is a channel of messages.
type MessageList[S any] struct {
	field[S, []Message, []MessageOp]
}

// Messages declares a channel for the messages that at points to. A message
// whose id is there already takes the place of the old one, others are added at
// the end.
func Messages[S any](name string, at func(*S) *[]Message) MessageList[S] {
	return MessageList[S]{field[S, []Message, []MessageOp]{name, at}}
}

// Add writes messages. One without an id is given one here, before anything is
// stored, so that a replay finds the same.
func (c MessageList[S]) Add(messages ...Message) Write[S] {
	var ops []MessageOp
	for _, m := range messages {
		if m.ID == "" {
			m.ID = rand.Text()
		}
		ops = append(ops, MessageOp{Message: m})
	}
	return c.write(ops)
}

// Remove takes messages away. An id that is not there is an error of the step.
func (c MessageList[S]) Remove(ids ...string) Write[S] {
	var ops []MessageOp
	for _, id := range ids {
		ops = append(ops, MessageOp{Remove: id})
	}
	return c.write(ops)
}

// Replace takes all messages away and writes others.
func (c MessageList[S]) Replace(messages ...Message) Write[S] {
	ops := c.Add(messages...).update.([]MessageOp)
	return c.write(append([]MessageOp{{Clear: true}}, ops...))
}

func (c MessageList[S]) reduce(old any, updates []any) (checkpoint.Change, error) {
	list, err := typed[[]Message](c.name, old)
	if err != nil {
		return checkpoint.Change{}, err
	}
	e := edit{old: list}
	for _, u := range updates {
		ops, err := typed[[]MessageOp](c.name, u)
		if err != nil {
			return checkpoint.Change{}, err
		}
		if err := e.apply(ops); err != nil {
			return checkpoint.Change{}, err
		}
	}
	if e.changed {
		return checkpoint.Set(append(e.old, e.added...)), nil
	}
	return checkpoint.Append(e.added), nil
}

// edit changes a list of messages. Additions stand apart, so that they can be
// stored alone; the old list is copied before it is changed.
type edit struct {
	old, added []Message
	changed    bool
}

func (e *edit) apply(ops []MessageOp) error {
	removed := map[string]bool{} // their places stay until the end, for whoever comes back
	for _, op := range ops {
		if op.Clear {
			*e, removed = edit{old: []Message{}, changed: true}, map[string]bool{}
			continue
		}
		id := op.Message.ID
		if op.Remove != "" {
			id = op.Remove
		}
		at := e.find(id)
		switch {
		case op.Remove != "" && (at == nil || removed[id]):
			return loci.Errorf(loci.NotFound, "there is no message %q to remove", id)
		case op.Remove != "":
			removed[id] = true
		case at != nil:
			*at = op.Message
			delete(removed, id)
		default:
			e.added = append(e.added, op.Message)
		}
	}
	if len(removed) > 0 {
		gone := func(m Message) bool { return removed[m.ID] }
		e.old, e.added = slices.DeleteFunc(e.old, gone), slices.DeleteFunc(e.added, gone)
	}
	return nil
}

// find returns the message with an id, for changing.
func (e *edit) find(id string) *Message {
	has := func(m Message) bool { return m.ID == id }
	if i := slices.IndexFunc(e.old, has); i >= 0 {
		if !e.changed {
			e.old, e.changed = slices.Clone(e.old), true
		}
		return &e.old[i]
	}
	if i := slices.IndexFunc(e.added, has); i >= 0 {
		return &e.added[i]
	}
	return nil
}
