package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Interrupt is a question that a node asks of whoever runs the graph.
type Interrupt struct {
	ID       string          `json:"id"`
	Node     string          `json:"node"`
	Question int             `json:"question"` // how many the node had asked before
	Value    json.RawMessage `json:"value"`
}

// Interrupted is the error by which a node stops for an answer.
type Interrupted struct {
	Interrupts []Interrupt
}

// Error implements error.
func (e *Interrupted) Error() string {
	return fmt.Sprintf("interrupted with %d questions", len(e.Interrupts))
}

// Ask returns the answer to a question. The first time there is none, and the
// error is one that the node must return: the run stops, and Resume begins the
// node again, whose Ask then has the answer. What a node does before it asks it
// does again.
func Ask[T any](ctx context.Context, question any) (T, error) {
	var answer T
	t := taskOf(ctx)
	if t == nil {
		return answer, loci.Errorf(loci.Invalid, "only a node can ask")
	}
	if t.saver == nil {
		return answer, loci.Errorf(loci.Invalid, "node %s asks, but its graph saves nothing and could not be resumed", t.node)
	}
	t.mu.Lock()
	n := t.asked
	t.asked++
	t.mu.Unlock()
	if n < len(t.replies) {
		if err := json.Unmarshal(t.replies[n], &answer); err != nil {
			return answer, loci.Errorf(loci.Invalid, "the answer to node %s is no %T: %w", t.node, answer, err)
		}
		return answer, nil
	}
	data, err := json.Marshal(question)
	if err != nil {
		return answer, loci.Errorf(loci.Invalid, "the question of node %s is no JSON: %w", t.node, err)
	}
	return answer, &Interrupted{[]Interrupt{{ID: t.id, Node: t.node, Question: n, Value: data}}}
}

func encode(all []Interrupt) json.RawMessage {
	data, _ := json.Marshal(all) // its values were marshalled before
	return data
}

func decode(v any) []Interrupt {
	data, _ := v.(json.RawMessage)
	var all []Interrupt
	if json.Unmarshal(data, &all) != nil {
		return nil
	}
	return all
}

// Emit hands a value to whoever streams the run. Without a run it does nothing.
func Emit(ctx context.Context, v any) {
	if t := taskOf(ctx); t != nil {
		select {
		case t.values <- v:
		case <-ctx.Done():
		}
	}
}

// ThreadOf returns the thread that a node works on.
func ThreadOf(ctx context.Context) (checkpoint.Thread, bool) {
	if t := taskOf(ctx); t != nil {
		return t.at.Thread, true
	}
	return checkpoint.Thread{}, false
}

// asOfKey is the metadata that keeps AsOf for a run that is resumed.
const asOfKey = "as_of"

// AsOf returns the time as of which a node should read long-term memory. There
// is one when the run goes on from an old checkpoint of a graph with
// [MemoryAsOf].
func AsOf(ctx context.Context) (time.Time, bool) {
	if t := taskOf(ctx); t != nil {
		return t.asOf, !t.asOf.IsZero()
	}
	return time.Time{}, false
}

func asOf(metadata map[string]any) time.Time {
	s, _ := metadata[asOfKey].(string)
	at, _ := time.Parse(time.RFC3339Nano, s) // the zero time if there is none
	return at
}
