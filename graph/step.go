package graph

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// loop takes steps until no node is due.
func (x *run[S]) loop(ctx context.Context) (Result[S], error) {
	if x.parent == nil {
		x.asOf = asOf(x.head.Metadata)
	}
	for steps := 0; ; {
		due := Due(x.head)
		if len(due) == 0 {
			return x.end(ctx, nil)
		}
		if !slices.Equal(due, []string{Start}) {
			steps++
		}
		if steps > x.options.Limit {
			return x.end(ctx, loci.Errorf(loci.Invalid, "%w: the limit is %d", ErrLimit, x.options.Limit))
		}
		done, err := x.perform(ctx, due)
		if err != nil {
			return x.end(ctx, err)
		}
		if err := x.advance(ctx, due, done); err != nil {
			return x.end(ctx, err)
		}
	}
}

// advance merges what the tasks of a step wrote into the next checkpoint.
func (x *run[S]) advance(ctx context.Context, due []string, done map[string][]checkpoint.Write) error {
	var writes []checkpoint.Write
	for _, node := range due {
		writes = append(writes, done[node]...)
	}
	changes, err := x.graph.schema.changes(x.head.Values, writes)
	if err != nil {
		return err
	}
	step := checkpoint.Step{
		At: x.options.Now(), Source: checkpoint.Loop, Run: x.id, Metadata: x.metadata,
		Changes: changes, Seen: x.seen(x.head, due),
	}
	x.join(x.head, step)
	next, err := x.head.Next(step)
	if err != nil {
		return err
	}
	x.head = next
	if err := x.save(ctx); err != nil {
		return err
	}
	state, err := x.graph.schema.state(next.Values)
	if err != nil {
		return err
	}
	if !x.emit(Event[S]{Kind: CheckpointSaved, State: state, Checkpoint: next.ID, Step: next.Step, Next: Due(next)}) {
		return errStopped
	}
	return nil
}

// errStopped says that nobody listens any more.
var errStopped = errors.New("the stream was left")

// end saves what is not saved yet and tells how the run ended.
func (x *run[S]) end(ctx context.Context, cause error) (Result[S], error) {
	var interrupted *Interrupted
	asked := errors.As(cause, &interrupted)
	if x.saver != nil && x.durability == Exit && (cause != nil || x.parent == nil || x.options.Mode == PerThread) {
		if err := x.put(context.WithoutCancel(ctx)); err != nil {
			return Result[S]{}, errors.Join(cause, err)
		}
	}
	if x.saver != nil && x.parent == nil && !x.head.Unsaved() {
		x.keep(x.head)
	}
	state, err := x.graph.schema.state(x.head.Values)
	result := Result[S]{State: state, Checkpoint: x.head.ID, Next: Due(x.head)}
	switch {
	case err != nil:
		return result, errors.Join(cause, err)
	case asked && x.parent == nil:
		result.Interrupts = interrupted.Interrupts
		return result, nil
	}
	return result, cause
}

// Due returns the nodes whose turn it is, by name: those to which an edge was
// taken since they last ran.
func Due(c checkpoint.Checkpoint) []string {
	var out []string
	for channel := range c.Versions {
		if node, ok := strings.CutPrefix(channel, triggerPrefix); ok && fresh(c, node, channel) {
			out = append(out, node)
		}
	}
	slices.Sort(out)
	return out
}

// fresh reports whether a trigger was touched since its node last ran.
func fresh(c checkpoint.Checkpoint, node, trigger string) bool {
	return c.Versions[trigger] > c.Seen[node][trigger]
}

func joinTrigger(to, from string) string { return joinPrefix + to + ":" + from }

// join makes nodes due whose joins are complete with the triggers that a step
// touches, those that its nodes used up left aside.
func (r *Runner[S]) join(c checkpoint.Checkpoint, step checkpoint.Step) {
	c.Seen = step.Seen
	for node := range r.graph.joins {
		for _, from := range r.graph.joins[node] {
			complete := true
			for _, source := range from {
				t := joinTrigger(node, source)
				_, now := step.Changes[t]
				complete = complete && (now || fresh(c, node, t))
			}
			if complete {
				step.Changes[triggerPrefix+node] = checkpoint.Touch()
			}
		}
	}
}

// seen returns what nodes have seen once those of a step have run.
func (r *Runner[S]) seen(c checkpoint.Checkpoint, ran []string) map[string]map[string]checkpoint.ID {
	out := map[string]map[string]checkpoint.ID{}
	maps.Copy(out, c.Seen)
	for _, node := range ran {
		versions := map[string]checkpoint.ID{}
		maps.Copy(versions, c.Seen[node])
		for _, t := range r.fired(c, node) {
			versions[t] = c.Versions[t]
		}
		out[node] = versions
	}
	return out
}

// fired returns the triggers that a node uses up when it runs. A join that is
// not complete goes on waiting.
func (r *Runner[S]) fired(c checkpoint.Checkpoint, node string) []string {
	out := []string{triggerPrefix + node}
	for _, from := range r.graph.joins[node] {
		var all []string
		for _, source := range from {
			if t := joinTrigger(node, source); fresh(c, node, t) {
				all = append(all, t)
			}
		}
		if len(all) == len(from) {
			out = append(out, all...)
		}
	}
	return out
}

// giveUp returns what is seen when no node is due and no join waits any more.
func giveUp(c checkpoint.Checkpoint) map[string]map[string]checkpoint.ID {
	out := map[string]map[string]checkpoint.ID{}
	maps.Copy(out, c.Seen)
	for channel, version := range c.Versions {
		if !isTrigger(channel) {
			continue
		}
		node := strings.Split(channel, ":")[1]
		versions := map[string]checkpoint.ID{}
		maps.Copy(versions, out[node])
		versions[channel] = version
		out[node] = versions
	}
	return out
}

// finish returns what is stored of a node that is done: its writes and the edges
// it takes.
func (r *Runner[S]) finish(ctx context.Context, c checkpoint.Checkpoint, id, node string, u Update[S]) ([]checkpoint.Write, error) {
	writes, err := r.writes(id, node, u)
	if err != nil {
		return nil, err
	}
	targets, err := r.route(ctx, c, node, writes)
	if err != nil {
		return nil, err
	}
	if len(writes)+len(targets) == 0 {
		targets = []string{doneChannel} // a node that is done has at least one write
	}
	for _, t := range targets {
		writes = append(writes, checkpoint.Write{Task: id, Node: node, Channel: t})
	}
	return writes, nil
}

// route returns the triggers of the edges that lead from a node.
func (r *Runner[S]) route(ctx context.Context, c checkpoint.Checkpoint, node string, writes []checkpoint.Write) ([]string, error) {
	next := slices.Clone(r.graph.edges[node])
	if forks := r.graph.forks[node]; len(forks) > 0 {
		s, err := r.after(c, writes)
		if err != nil {
			return nil, err
		}
		for _, f := range forks {
			chosen, err := f.choose(ctx, s)
			if err != nil {
				return nil, err
			}
			for _, to := range chosen {
				if !slices.Contains(f.to, to) {
					return nil, loci.Errorf(loci.Invalid, "node %s was followed by %q, which its branch does not name", node, to)
				}
			}
			next = append(next, chosen...)
		}
	}
	var out []string
	for _, to := range next {
		if to != End {
			out = append(out, triggerPrefix+to)
		}
	}
	for to, joins := range r.graph.joins {
		for _, from := range joins {
			if slices.Contains(from, node) {
				out = append(out, joinTrigger(to, node))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// after returns the state with some writes, as only their node sees it.
func (r *Runner[S]) after(c checkpoint.Checkpoint, writes []checkpoint.Write) (S, error) {
	var zero S
	changes, err := r.graph.schema.changes(c.Values, writes)
	if err != nil {
		return zero, err
	}
	next, err := c.Next(checkpoint.Step{At: r.options.Now(), Source: checkpoint.Loop, Changes: changes})
	if err != nil {
		return zero, err
	}
	return r.graph.schema.state(next.Values)
}
