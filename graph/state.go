package graph

import (
	"context"
	"errors"
	"iter"
	"maps"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Snapshot is the state of a thread at a checkpoint.
type Snapshot[S any] struct {
	checkpoint.Checkpoint
	State      S
	Next       []string          // the nodes that are due
	Interrupts []Interrupt       // questions that wait
	Errors     map[string]string // of nodes that failed
}

var errNoSaver = loci.Errorf(loci.Invalid, "the graph has no saver").WithHint("compile it with Options.Saver")

// State returns the state of a thread at cfg.Checkpoint, or now. Now includes
// what finished tasks of a step have written whose other tasks are not done. A
// thread that does not exist has the zero state.
func (r *Runner[S]) State(ctx context.Context, cfg Config) (Snapshot[S], error) {
	if r.options.Saver == nil {
		return Snapshot[S]{}, errNoSaver
	}
	thread, err := r.thread(ctx, cfg)
	if err != nil {
		return Snapshot[S]{}, err
	}
	c, err := r.options.Saver.Get(ctx, thread, cfg.Namespace, cfg.Checkpoint)
	if errors.Is(err, loci.NotFound) && cfg.Checkpoint == "" {
		return Snapshot[S]{Checkpoint: checkpoint.Checkpoint{Thread: thread, Namespace: cfg.Namespace}}, nil
	}
	if err != nil {
		return Snapshot[S]{}, err
	}
	s, err := r.snapshot(c)
	if err != nil || cfg.Checkpoint != "" {
		return s, err
	}
	due := s.Next
	s.Next = nil
	var writes []checkpoint.Write
	for _, node := range due {
		p := pastOf(c, taskID(c, node))
		if p.done {
			writes = append(writes, p.writes...)
		} else {
			s.Next = append(s.Next, node)
		}
	}
	if s.Next == nil {
		s.Next = due
	}
	s.State, err = r.after(c, writes)
	return s, err
}

func (r *Runner[S]) snapshot(c checkpoint.Checkpoint) (Snapshot[S], error) {
	state, err := r.graph.schema.state(c.Values)
	s := Snapshot[S]{Checkpoint: c, State: state, Next: Due(c), Errors: map[string]string{}}
	for _, node := range s.Next {
		p := pastOf(c, taskID(c, node))
		if p.done {
			continue
		}
		for _, i := range p.interrupts {
			if i.ID != taskID(c, node) || i.Question >= len(p.replies) {
				s.Interrupts = append(s.Interrupts, i)
			}
		}
		if p.failure != "" {
			s.Errors[node] = p.failure
		}
	}
	return s, err
}

// History yields the snapshots of a thread, the newest first. Of q, what names
// the thread is taken from cfg.
func (r *Runner[S]) History(ctx context.Context, cfg Config, q checkpoint.Query) iter.Seq2[Snapshot[S], error] {
	return func(yield func(Snapshot[S], error) bool) {
		if r.options.Saver == nil {
			yield(Snapshot[S]{}, errNoSaver)
			return
		}
		thread, err := r.thread(ctx, cfg)
		if err != nil {
			yield(Snapshot[S]{}, err)
			return
		}
		q.Thread, q.Namespace, q.Bare = &thread, &cfg.Namespace, false
		for c, err := range r.options.Saver.List(ctx, q) {
			var s Snapshot[S]
			if err == nil {
				s, err = r.snapshot(c)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// UpdateState changes the state of a thread as if a node had written it: what
// follows the node is due then. As End it gives up what is due, as Start it is
// an input that waits to be run. Empty as means the node that ran last. At an
// old checkpoint it starts a branch.
//
// Invalid: there is no such node, or it is not clear which ran last.
func (r *Runner[S]) UpdateState(ctx context.Context, cfg Config, as string, writes ...Write[S]) (Snapshot[S], error) {
	x := &run[S]{Runner: r, session: &session{id: cfg.Run}}
	if r.options.Saver == nil {
		return Snapshot[S]{}, errNoSaver
	}
	thread, err := r.thread(ctx, cfg)
	if err != nil {
		return Snapshot[S]{}, err
	}
	x.saver, x.head.Thread = r.options.Saver, thread
	if err := x.load(ctx, cfg.Namespace, cfg.Checkpoint); err != nil {
		return Snapshot[S]{}, err
	}
	if as, err = r.author(x.head, as); err != nil {
		return Snapshot[S]{}, err
	}
	if err := x.update(ctx, cfg, as, writes); err != nil {
		return Snapshot[S]{}, err
	}
	return r.snapshot(x.head)
}

func (x *run[S]) update(ctx context.Context, cfg Config, as string, writes Update[S]) error {
	step := checkpoint.Step{At: x.options.Now(), Source: checkpoint.Update, Run: cfg.Run, Metadata: maps.Clone(cfg.Metadata)}
	if x.tip != x.head.ID {
		step.Head = x.tip
	}
	var err error
	if step.Metadata, err = x.travel(ctx, step.Metadata); err != nil {
		return err
	}
	if as == Start {
		step.Source = checkpoint.Input
	}
	var done []checkpoint.Write
	if as == End {
		step.Seen = giveUp(x.head)
		done, err = x.writes("", as, writes)
	} else {
		step.Seen = x.seen(x.head, []string{as})
		done, err = x.finish(ctx, x.head, "", as, writes)
	}
	if err != nil {
		return err
	}
	if step.Changes, err = x.graph.schema.changes(x.head.Values, done); err != nil {
		return err
	}
	x.join(x.head, step)
	next, err := x.head.Next(step)
	if err != nil {
		return err
	}
	x.head = next
	return x.put(ctx)
}

// author says as which node an update is made.
func (r *Runner[S]) author(c checkpoint.Checkpoint, as string) (string, error) {
	if as == Start || as == End {
		return as, nil
	}
	if as != "" {
		if _, ok := r.graph.nodes[as]; !ok {
			return "", loci.Errorf(loci.Invalid, "there is no node %q to update as", as)
		}
		return as, nil
	}
	if c.ID == "" {
		return Start, nil
	}
	if len(r.order) == 2 {
		return r.order[1], nil
	}
	var last checkpoint.ID
	tie := false
	for _, node := range r.order {
		for _, version := range c.Seen[node] {
			switch {
			case version > last:
				as, last, tie = node, version, false
			case version == last && node != as:
				tie = true
			}
		}
	}
	if as == "" || tie {
		return "", loci.Errorf(loci.Invalid, "it is not clear which node ran last").WithHint("say as which node to update")
	}
	return as, nil
}
