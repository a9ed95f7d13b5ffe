package graph

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// task is one run of a node in one step. It is what a node's context carries.
type task struct {
	*session
	id, node string
	at       checkpoint.Checkpoint // the checkpoint it runs on
	saver    *checkpoint.Saver
	now      func() time.Time
	replies  []json.RawMessage // to its questions so far

	mu    sync.Mutex
	asked int // questions
	calls int // of sub-graphs
}

type taskKey struct{}

func taskOf(ctx context.Context) *task {
	t, _ := ctx.Value(taskKey{}).(*task)
	return t
}

// taskID is the same whenever the node runs on the checkpoint again, so that
// what it has written is known to be its own.
func taskID(c checkpoint.Checkpoint, node string) string {
	h := sha256.Sum256([]byte(string(c.ID) + "\x00" + c.Namespace + "\x00" + node))
	return hex.EncodeToString(h[:16])
}

// outcome is how a task ended.
type outcome struct {
	task   *task
	writes []checkpoint.Write
	err    error
}

// perform runs the due nodes, but those that are done already, and returns what
// each of them wrote.
func (x *run[S]) perform(ctx context.Context, due []string) (map[string][]checkpoint.Write, error) {
	done := map[string][]checkpoint.Write{}
	var todo []*task
	var waiting []Interrupt
	for _, node := range due {
		if _, ok := x.graph.nodes[node]; !ok && node != Start {
			return nil, loci.Errorf(loci.Invalid, "node %s is due, and the graph does not have it any more", node)
		}
		t := &task{session: x.session, id: taskID(x.head, node), node: node, at: x.head, saver: x.saver, now: x.options.Now}
		past := pastOf(x.head, t.id)
		switch {
		case past.done:
			done[node] = past.writes
		case past.waits(t.id, x.answers):
			waiting = append(waiting, past.interrupts...)
		default:
			t.replies = past.replies
			if err := x.reply(ctx, t, past); err != nil {
				return nil, err
			}
			todo = append(todo, t)
		}
	}
	if len(todo) == 0 {
		if len(waiting) > 0 {
			return nil, &Interrupted{waiting}
		}
		return done, nil
	}
	state, err := x.graph.schema.state(x.head.Values)
	if err != nil {
		return nil, err
	}
	ended, stopped := x.wait(ctx, todo, state)
	return done, x.settle(ctx, ended, done, waiting, stopped)
}

// wait runs tasks side by side until all have ended. Of those that are done,
// all but the last are saved at once: the last is followed by a checkpoint.
// It returns what is not saved yet.
func (x *run[S]) wait(ctx context.Context, todo []*task, state S) (ended []outcome, stopped error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outcomes := make(chan outcome)
	for _, t := range todo {
		go func() {
			writes, err := x.work(context.WithValue(ctx, taskKey{}, t), t, state)
			outcomes <- outcome{t, writes, err}
		}()
	}
	values := x.values
	if x.parent != nil {
		values = nil // the root listens
	}
	for left := len(todo); left > 0; {
		select {
		case v := <-values:
			if stopped == nil && !x.emit(Event[S]{Kind: ValueEmitted, Value: v, Step: x.head.Step}) {
				stopped = errStopped
				cancel()
			}
		case o := <-outcomes:
			left--
			ended = append(ended, o)
			if left == 0 || o.err != nil || x.saver == nil || x.durability == Exit {
				continue
			}
			if err := x.saver.PutWrites(context.WithoutCancel(ctx), x.head, o.writes...); err != nil {
				ended[len(ended)-1].err = err
				continue
			}
			if stopped == nil && !x.emit(Event[S]{Kind: TaskFinished, Node: o.task.node, Step: x.head.Step}) {
				stopped = errStopped
				cancel()
			}
		}
	}
	return ended, stopped
}

// settle adds what ended to what is done. If not all is done, it saves what
// there is, so that nothing is done twice, and says why the run stops.
func (x *run[S]) settle(
	ctx context.Context, ended []outcome, done map[string][]checkpoint.Write, waiting []Interrupt, stopped error,
) error {
	var writes []checkpoint.Write
	var failures []error
	slices.SortFunc(ended, func(a, b outcome) int { return slices.Index(x.order, a.task.node) - slices.Index(x.order, b.task.node) })
	for _, o := range ended {
		var asks *Interrupted
		note := checkpoint.Write{Task: o.task.id, Node: o.task.node}
		switch {
		case o.err == nil:
			done[o.task.node] = o.writes
			writes = append(writes, o.writes...)
			continue
		case errors.As(o.err, &asks):
			waiting = append(waiting, asks.Interrupts...)
			note.Channel, note.Value = checkpoint.InterruptChannel, encode(asks.Interrupts)
		default:
			failures = append(failures, fmt.Errorf("node %s: %w", o.task.node, o.err))
			note.Channel, note.Value = checkpoint.ErrorChannel, o.err.Error()
		}
		writes = append(writes, note)
	}
	if len(failures) == 0 && len(waiting) == 0 && stopped == nil {
		return nil
	}
	if x.saver != nil {
		ctx = context.WithoutCancel(ctx)
		if err := x.put(ctx); err != nil {
			failures = append(failures, err)
		} else if err := x.saver.PutWrites(ctx, x.head, writes...); err != nil {
			failures = append(failures, err)
		}
	}
	switch {
	case stopped != nil:
		return stopped
	case len(failures) > 0:
		return errors.Join(failures...)
	}
	return &Interrupted{waiting}
}

// work runs a node. A panic is the node's error: the other tasks of the step
// must be able to end.
func (x *run[S]) work(ctx context.Context, t *task, s S) (writes []checkpoint.Write, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = loci.Errorf(loci.Internal, "the node panicked: %v", p)
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	u, err := x.graph.nodes[t.node](ctx, s)
	if err != nil {
		return nil, err
	}
	return x.finish(ctx, x.head, t.id, t.node, u)
}

// past is what a checkpoint has of a task that ran on it before.
type past struct {
	done       bool
	writes     []checkpoint.Write
	interrupts []Interrupt
	replies    []json.RawMessage
	failure    string
}

func pastOf(c checkpoint.Checkpoint, id string) (p past) {
	for _, w := range c.Pending {
		if w.Task != id {
			continue
		}
		switch w.Channel {
		case checkpoint.InterruptChannel:
			p.interrupts = decode(w.Value)
		case checkpoint.ResumeChannel:
			p.replies, _ = w.Value.([]json.RawMessage)
		case checkpoint.ErrorChannel:
			p.failure, _ = w.Value.(string)
		default:
			p.done = true // a task's writes are saved together
			p.writes = append(p.writes, w)
		}
	}
	return p
}

// waits reports whether running the task again would only ask again. Whether a
// sub-graph's question has been answered, only the sub-graph knows.
func (p past) waits(id string, answers map[string]json.RawMessage) bool {
	if len(p.interrupts) == 0 {
		return false
	}
	for _, i := range p.interrupts {
		if _, answered := answers[i.ID]; answered || i.ID != id || i.Question < len(p.replies) {
			return false
		}
	}
	return true
}

// reply gives a task the answer to its question, and saves it first, so that a
// crash does not make anybody answer twice.
func (x *run[S]) reply(ctx context.Context, t *task, p past) error {
	answer, ok := x.answers[t.id]
	if !ok || len(p.interrupts) == 0 || p.interrupts[0].Question != len(t.replies) {
		return nil
	}
	t.replies = append(slices.Clone(t.replies), answer)
	if x.saver == nil {
		return nil
	}
	return x.saver.PutWrites(ctx, x.head, checkpoint.Write{
		Task: t.id, Node: t.node, Channel: checkpoint.ResumeChannel, Value: t.replies,
	})
}
