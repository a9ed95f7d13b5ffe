package graph

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"sync"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// ErrLimit says that a run took more steps than its graph allows.
var ErrLimit = errors.New("too many steps")

// Runner is a compiled graph. It is safe for concurrent use.
type Runner[S any] struct {
	options Options
	graph   Graph[S]
	order   []string // nodes in the order in which their writes count

	mu    sync.Mutex
	heads map[checkpoint.Thread]checkpoint.Checkpoint // where runs ended
}

// maxHeads bounds the threads whose heads are kept.
const maxHeads = 32

func (r *Runner[S]) keep(c checkpoint.Checkpoint) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.heads == nil || len(r.heads) >= maxHeads {
		r.heads = map[checkpoint.Thread]checkpoint.Checkpoint{}
	}
	r.heads[c.Thread] = c
}

func (r *Runner[S]) kept(t checkpoint.Thread) (checkpoint.Checkpoint, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.heads[t]
	return c, ok
}

// Config says on which thread a graph runs, and from where. Within a node the
// thread is the caller's.
type Config struct {
	// Thread. An empty org and user are the principal's, else the defaults.
	Thread checkpoint.Thread
	// Checkpoint to go on from; empty: the newest one. Going on from an old one
	// starts a branch, which becomes the thread's head.
	Checkpoint checkpoint.ID
	// Namespace of a sub-graph, for State, History and UpdateState.
	Namespace string
	// Run names the run in its checkpoints; empty: a random name.
	Run string
	// Metadata of the run's checkpoints.
	Metadata map[string]any
}

// Result is how a run ended.
type Result[S any] struct {
	State      S
	Checkpoint checkpoint.ID
	Next       []string    // the nodes that are due; none when the run is over
	Interrupts []Interrupt // questions that wait for Resume
}

// EventKind says what an event tells.
type EventKind string

// The kinds of events.
const (
	CheckpointSaved EventKind = "checkpoint" // a step is over
	TaskFinished    EventKind = "task"       // a node is done, and its writes are saved
	ValueEmitted    EventKind = "value"      // a node called Emit
)

// Event is something that happens during a run.
type Event[S any] struct {
	Kind       EventKind
	Node       string        // of TaskFinished
	State      S             // of CheckpointSaved
	Checkpoint checkpoint.ID // of CheckpointSaved
	Step       int
	Next       []string
	Interrupts []Interrupt // of the last event of a run that was interrupted
	Value      any         // of ValueEmitted
}

// Invoke runs the graph until it is over, is interrupted or fails. With input
// it begins a new run, and gives up what was left of the last one. Without, it
// goes on where the thread stopped, repeating no finished task; from an old
// checkpoint that is a replay. Within a node an interrupt is a *Interrupted
// error, which the node must return.
//
// A *checkpoint.ConflictError: another run works on the thread. ErrLimit: too
// many steps. NotFound: no such checkpoint. Invalid: there is neither input nor
// a thread.
func (r *Runner[S]) Invoke(ctx context.Context, cfg Config, input ...Write[S]) (Result[S], error) {
	return r.run(ctx, cfg, input, nil, func(Event[S]) bool { return true })
}

// Stream is Invoke that tells what happens meanwhile. Whoever stops listening
// cancels the run.
func (r *Runner[S]) Stream(ctx context.Context, cfg Config, input ...Write[S]) iter.Seq2[Event[S], error] {
	return func(yield func(Event[S], error) bool) {
		listening := true
		result, err := r.run(ctx, cfg, input, nil, func(e Event[S]) bool {
			listening = listening && yield(e, nil)
			return listening
		})
		if !listening {
			return
		}
		if err != nil {
			yield(Event[S]{}, err)
		} else if len(result.Interrupts) > 0 {
			yield(Event[S]{
				Kind: CheckpointSaved, State: result.State, Checkpoint: result.Checkpoint,
				Next: result.Next, Interrupts: result.Interrupts,
			}, nil)
		}
	}
}

// Resume answers the one question that a thread waits with, and goes on.
// Invalid: it waits with none, or with several.
func (r *Runner[S]) Resume(ctx context.Context, cfg Config, answer any) (Result[S], error) {
	snapshot, err := r.State(ctx, cfg)
	if err != nil {
		return Result[S]{}, err
	}
	if len(snapshot.Interrupts) != 1 {
		return Result[S]{}, loci.Errorf(loci.Invalid, "the thread waits with %d questions, not one", len(snapshot.Interrupts)).
			WithHint("answer several with ResumeAll")
	}
	return r.ResumeAll(ctx, cfg, map[string]any{snapshot.Interrupts[0].ID: answer})
}

// ResumeAll answers questions by the ids of their interrupts, and goes on. Those
// without an answer are left for later.
func (r *Runner[S]) ResumeAll(ctx context.Context, cfg Config, answers map[string]any) (Result[S], error) {
	raw := map[string]json.RawMessage{}
	for id, answer := range answers {
		data, err := json.Marshal(answer)
		if err != nil {
			return Result[S]{}, loci.Errorf(loci.Invalid, "the answer is no JSON: %w", err)
		}
		raw[id] = data
	}
	return r.run(ctx, cfg, nil, raw, func(Event[S]) bool { return true })
}

// run is one invocation of a graph.
type run[S any] struct {
	*Runner[S]
	*session
	saver    *checkpoint.Saver // nil: nothing is saved
	head     checkpoint.Checkpoint
	tip      checkpoint.ID // the newest of the namespace: not head when that is an old one
	metadata map[string]any
	parent   *task // of a sub-graph
	resumed  bool  // a sub-graph that its caller invokes again
	guessed  bool  // head was not read, and may not be the newest
	emit     func(Event[S]) bool
}

// session is what the graphs of a run have in common.
type session struct {
	id         string
	durability Durability
	answers    map[string]json.RawMessage // by interrupt
	asOf       time.Time
	values     chan any // what nodes emit
}

func (r *Runner[S]) run(
	ctx context.Context, cfg Config, input Update[S], answers map[string]json.RawMessage, emit func(Event[S]) bool,
) (Result[S], error) {
	x := &run[S]{Runner: r, parent: taskOf(ctx), emit: emit}
	var err error
	if x.parent != nil {
		x.session = x.parent.session
		err = x.enter(ctx, cfg)
	} else {
		x.session = &session{id: cfg.Run, durability: r.options.Durability, answers: answers, values: make(chan any)}
		if x.id == "" {
			x.id = rand.Text()
		}
		err = x.open(ctx, cfg, len(input) > 0)
	}
	if err == nil {
		err = x.begin(ctx, input)
	}
	if err != nil && x.guessed && errors.Is(err, loci.Conflict) {
		if err = x.load(ctx, "", ""); err == nil {
			err = x.begin(ctx, input)
		}
	}
	if err != nil {
		return Result[S]{}, err
	}
	return x.loop(ctx)
}

// open finds the checkpoint that a run of a root graph goes on from. An input
// takes the one where this runner's last run ended to be the newest: if it is
// not, saving the input fails, and the newest is read.
func (x *run[S]) open(ctx context.Context, cfg Config, input bool) error {
	if x.options.Mode == PerThread {
		return loci.Errorf(loci.Invalid, "a graph that no other invokes cannot be per thread")
	}
	x.metadata = maps.Clone(cfg.Metadata)
	thread, err := x.thread(ctx, cfg)
	if err != nil {
		return err
	}
	x.head = checkpoint.Checkpoint{Thread: thread}
	if x.options.Saver == nil || x.options.Mode == Stateless {
		return nil
	}
	x.saver = x.options.Saver
	if head, ok := x.kept(thread); ok && input && cfg.Checkpoint == "" && x.durability == Sync {
		x.head, x.tip, x.guessed = head, head.ID, true
		return nil
	}
	return x.load(ctx, "", cfg.Checkpoint)
}

// load reads the checkpoint to go on from; none if the thread is new. Only if
// an old one is asked for may a branch begin: whoever wants the newest, and is
// overtaken, must learn of it.
func (x *run[S]) load(ctx context.Context, namespace string, id checkpoint.ID) error {
	x.head = checkpoint.Checkpoint{Thread: x.head.Thread, Namespace: namespace}
	x.tip = ""
	c, err := x.saver.Get(ctx, x.head.Thread, namespace, id)
	switch {
	case id == "" && errors.Is(err, loci.NotFound):
		return nil
	case err != nil:
		return err
	}
	x.head, x.tip = c, c.ID
	if id != "" {
		x.tip, err = x.newest(ctx)
	}
	return err
}

// thread completes the name of the thread.
func (r *Runner[S]) thread(ctx context.Context, cfg Config) (checkpoint.Thread, error) {
	t := cfg.Thread
	if r.options.Saver == nil || r.options.Mode == Stateless {
		return t, nil
	}
	p, _ := loci.PrincipalFrom(ctx)
	t.Org, t.User = cmp.Or(t.Org, p.Org, loci.DefaultOrg), cmp.Or(t.User, p.User, loci.DefaultUser)
	return t, t.Validate()
}

// travel does to long-term memory what the graph wants where a branch begins:
// it has it reverted, or notes the time as of which it is read.
func (x *run[S]) travel(ctx context.Context, metadata map[string]any) (map[string]any, error) {
	since, branch := x.branch()
	switch {
	case !branch || x.parent != nil:
	case x.options.Travel == MemoryAsOf:
		metadata = with(metadata, asOfKey, since.Format(time.RFC3339Nano))
	case x.options.Travel == MemoryRevert:
		return metadata, x.options.Revert(ctx, x.head.Thread, since)
	}
	return metadata, nil
}

// branch returns the time of the checkpoint that a branch begins at: an old one
// that the run goes on from, or the one of which somebody else has made a fork.
func (x *run[S]) branch() (time.Time, bool) {
	switch {
	case x.tip != x.head.ID:
		return x.head.Created(), true
	case x.head.Source == checkpoint.Fork && x.head.Metadata[asOfKey] == nil:
		return x.head.Parent.Time(), true
	}
	return time.Time{}, false
}

// begin makes the checkpoint that the first step starts from: the input, a fork
// of an old checkpoint, or where the thread stopped.
func (x *run[S]) begin(ctx context.Context, input Update[S]) error {
	if x.resumed {
		return nil
	}
	step := checkpoint.Step{At: x.options.Now(), Run: x.id, Metadata: x.metadata}
	old := x.tip != x.head.ID
	if old {
		step.Head = x.tip
	}
	switch {
	case len(input) > 0:
	case x.head.ID == "":
		return loci.Errorf(loci.Invalid, "the thread has no checkpoint to go on from, and there is no input")
	case old && x.answers != nil:
		return loci.Errorf(loci.Invalid, "only the newest checkpoint of a thread can be resumed").WithHint("replay the old one first")
	}
	var err error
	if step.Metadata, err = x.travel(ctx, step.Metadata); err != nil {
		return err
	}
	switch {
	case len(input) > 0:
		return x.input(ctx, step, input)
	case old:
		step.Source = checkpoint.Fork
		x.metadata = step.Metadata
		if x.head, err = x.head.Next(step); err != nil {
			return err
		}
		return x.save(ctx)
	}
	if x.metadata = step.Metadata; x.metadata[asOfKey] == nil {
		x.metadata = with(x.metadata, asOfKey, x.head.Metadata[asOfKey])
	}
	return nil
}

// input makes the checkpoint in which Start has run and has written the input.
func (x *run[S]) input(ctx context.Context, step checkpoint.Step, input Update[S]) error {
	step.Source = checkpoint.Input
	step.Seen = giveUp(x.head)
	step.Changes = map[string]checkpoint.Change{triggerPrefix + Start: checkpoint.Touch()}
	x.metadata = step.Metadata
	next, err := x.head.Next(step)
	if err != nil {
		return err
	}
	if next.Pending, err = x.finish(ctx, next, taskID(next, Start), Start, input); err != nil {
		return err
	}
	x.head = next
	return x.save(ctx)
}

// newest returns the head of the run's namespace.
func (x *run[S]) newest(ctx context.Context) (checkpoint.ID, error) {
	q := checkpoint.Query{Thread: &x.head.Thread, Namespace: &x.head.Namespace, Limit: 1, Bare: true}
	for c, err := range x.saver.List(ctx, q) {
		return c.ID, err
	}
	return "", nil
}

// save stores the head, unless that has time until the end.
func (x *run[S]) save(ctx context.Context) error {
	if x.saver == nil || x.durability == Exit {
		return nil
	}
	return x.put(ctx)
}

func (x *run[S]) put(ctx context.Context) error {
	if !x.head.Unsaved() {
		return nil
	}
	saved, err := x.saver.Put(ctx, x.head)
	if err == nil {
		x.head = saved
	}
	return err
}

// with returns metadata that has one more entry, unless that is nil.
func with(metadata map[string]any, key string, value any) map[string]any {
	if value == nil {
		return metadata
	}
	out := map[string]any{key: value}
	maps.Copy(out, metadata)
	out[key] = value
	return out
}
