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
	e := edit{list: list, kept: len(list)}
	for _, u := range updates {
		ops, err := typed[[]MessageOp](c.name, u)
		if err != nil {
			return checkpoint.Change{}, err
		}
		if err := e.apply(ops); err != nil {
			return checkpoint.Change{}, err
		}
	}
	if e.kept == len(list) {
		return checkpoint.Append(e.list[e.kept:]), nil
	}
	return checkpoint.Set(e.list), nil
}

// edit changes a list of messages and knows how much of its beginning is still
// the list it began with.
type edit struct {
	list []Message
	kept int
}

func (e *edit) apply(ops []MessageOp) error {
	removed := map[int]bool{} // their places stay until the end, for whoever comes back
	for _, op := range ops {
		if op.Clear {
			e.list, e.kept, removed = []Message{}, -1, map[int]bool{}
			continue
		}
		id := op.Message.ID
		if op.Remove != "" {
			id = op.Remove
		}
		i := slices.IndexFunc(e.list, func(m Message) bool { return m.ID == id })
		switch {
		case op.Remove != "" && (i < 0 || removed[i]):
			return loci.Errorf(loci.NotFound, "there is no message %q to remove", id)
		case op.Remove != "":
			removed[i] = true
		case i >= 0:
			e.own()
			e.list[i] = op.Message
			delete(removed, i)
		default:
			e.list = append(e.list[:len(e.list):len(e.list)], op.Message)
		}
	}
	if len(removed) > 0 {
		e.own()
		n := -1
		e.list = slices.DeleteFunc(e.list, func(Message) bool { n++; return removed[n] })
	}
	return nil
}

// own makes the list one that may be changed in place.
func (e *edit) own() {
	if e.kept >= 0 {
		e.list, e.kept = slices.Clone(e.list), -1
	}
}
