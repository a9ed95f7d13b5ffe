package graph

import (
	"context"
	"errors"
	"maps"
	"strconv"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// The metadata that ties a sub-graph's checkpoints to its caller's.
const (
	taskMetadata    = "task" // which invocation made them
	parentsMetadata = checkpoint.ParentsKey
	anchorMetadata  = "anchor" // the caller's last saved checkpoint, if it saves only its end
)

// enter finds where a sub-graph goes on within its caller's thread. An
// invocation that was interrupted, or whose caller is run again after a crash,
// goes on where it was; else the mode decides.
func (x *run[S]) enter(ctx context.Context, cfg Config) error {
	p := x.parent
	namespace, invocation := p.call(x.options.Mode)
	x.head = checkpoint.Checkpoint{Thread: p.at.Thread, Namespace: namespace}
	if x.options.Mode == Stateless || p.saver == nil {
		return nil
	}
	x.saver = p.saver
	if err := x.graph.schema.storable(x.saver.Registry()); err != nil {
		return err
	}
	x.metadata = map[string]any{
		taskMetadata: invocation, parentsMetadata: map[string]any{p.at.Namespace: string(p.at.ID)},
	}
	if p.at.Unsaved() {
		x.metadata[anchorMetadata] = string(p.at.Anchor())
	}
	maps.Copy(x.metadata, cfg.Metadata)
	head, err := x.saver.Get(ctx, x.head.Thread, namespace, "")
	switch {
	case errors.Is(err, loci.NotFound):
		return nil
	case err != nil:
		return err
	}
	x.tip = head.ID
	if head.Metadata[taskMetadata] == invocation {
		x.head, x.resumed = head, true
		return nil
	}
	return x.remember(ctx, head)
}

// call counts an invocation by the task, and names its namespace and itself.
func (t *task) call(mode Mode) (namespace, invocation string) {
	t.mu.Lock()
	n := t.calls
	t.calls++
	t.mu.Unlock()
	name := t.node
	if mode == PerInvocation {
		name += ":" + t.id
	}
	if n > 0 {
		name += "|" + strconv.Itoa(n)
	}
	if t.at.Namespace != "" {
		name = t.at.Namespace + "|" + name
	}
	return name, t.id + "#" + strconv.Itoa(n)
}

// remember finds the newest checkpoint of the sub-graph that belongs to the
// past of the caller's checkpoint. After a fork or a replay of the caller, what
// the sub-graph learned on the abandoned branch is not part of it.
func (x *run[S]) remember(ctx context.Context, head checkpoint.Checkpoint) error {
	belongs := func(c checkpoint.Checkpoint) (bool, error) {
		parents, _ := c.Metadata[parentsMetadata].(map[string]any)
		id, _ := parents[x.parent.at.Namespace].(string)
		if anchor, ok := c.Metadata[anchorMetadata].(string); ok {
			id = anchor
		}
		return x.parent.past(ctx, checkpoint.ID(id), c.Run)
	}
	past, err := belongs(head)
	if past || err != nil {
		x.head = head
		return err
	}
	q := checkpoint.Query{Thread: &head.Thread, Namespace: &head.Namespace, Before: head.ID}
	for c, err := range x.saver.List(ctx, q) {
		if err != nil {
			return err
		}
		if past, err = belongs(c); past || err != nil {
			x.head = c
			return err
		}
	}
	return nil
}

// past reports whether the task's checkpoint came about by what a run did on
// the checkpoint id: a fork or an update of it came about otherwise.
func (t *task) past(ctx context.Context, id checkpoint.ID, run string) (bool, error) {
	child := t.at
	if child.Unsaved() { // its last saved ancestor stands for all its past
		child.Parent, child.Source, child.Run = child.Anchor(), checkpoint.Loop, t.session.id
	} else if child.ID == id {
		return true, nil
	}
	if child.Parent == "" {
		return id == "" && child.Source == checkpoint.Loop, nil
	}
	q := checkpoint.Query{Thread: &child.Thread, Namespace: &child.Namespace, Before: child.ID, Bare: true}
	for c, err := range t.saver.List(ctx, q) {
		switch {
		case err != nil:
			return false, err
		case child.Parent < id:
			return false, nil
		case c.ID > child.Parent:
			continue
		case c.ID < child.Parent:
			return pruned(child, id), nil
		case c.ID == id:
			// A run that saves only its end leaves out steps; then only the run
			// tells which of several branches it was.
			return child.Source == checkpoint.Loop && (child.Step == c.Step+1 || child.Run == run), nil
		}
		child = c
		if c.Parent == "" {
			return id == "" && c.Source == checkpoint.Loop && c.Run == run, nil
		}
	}
	return child.Parent >= id && pruned(child, id), nil
}

// pruned says what is likely where the way back ends in a checkpoint that was
// pruned: what was kept from before it belongs to it.
func pruned(child checkpoint.Checkpoint, id checkpoint.ID) bool {
	return child.Parent != id || child.Source == checkpoint.Loop
}
