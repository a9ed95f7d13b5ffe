// Package graph runs agents as graphs over a typed state, and keeps their
// threads with a [checkpoint.Saver].
//
// A state is a Go struct; its channels are fields with a rule for writes. Nodes
// read the state and return writes; edges say what runs next:
//
//	type state struct{ Log []string }
//	log := graph.Append("log", func(s *state) *[]string { return &s.Log })
//	g := graph.New(log)
//	g.Node("greet", func(ctx context.Context, s state) (graph.Update[state], error) {
//		return graph.Update[state]{log.Add("hello")}, nil
//	})
//	g.Edge(graph.Start, "greet")
//	runner, err := g.Compile(graph.Options{Saver: saver})
//
// # Steps
//
// A run goes by steps. In each, all nodes that are due run at the same time on
// the same state; their writes are merged in the order of the nodes' names and
// saved as one checkpoint. Of several nodes the first that are done are saved
// at once, so that a run that was killed does not repeat them.
//
// # The run's context
//
// What a run needs beside its state, such as clients or the user's identity, it
// finds in the [context.Context]. It is not saved: whoever resumes or replays a
// thread gives it again.
//
// # Sub-graphs
//
// A node may invoke another compiled graph with its own context: the sub-graph
// then runs within the thread of its caller, and shares nothing with it but
// what it is given. See [Mode] for what it remembers.
package graph

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// The ends of a graph.
const (
	Start = "__start__"
	End   = "__end__"
)

// Node is the work of a node. It must not change what s refers to.
type Node[S any] func(ctx context.Context, s S) (Update[S], error)

// Chooser says which nodes run after a node, given the state with the node's
// own writes.
type Chooser[S any] func(ctx context.Context, s S) ([]string, error)

// Graph is a graph that is being built. What is wrong with it Compile says.
type Graph[S any] struct {
	schema schema[S]
	nodes  map[string]Node[S]
	edges  map[string][]string    // from, to
	joins  map[string][][]string  // to, from all of these
	forks  map[string][]choice[S] // from
	faults []error
}

type choice[S any] struct {
	choose Chooser[S]
	to     []string
}

// New returns a graph over a state with the given channels.
func New[S any](channels ...Channel[S]) *Graph[S] {
	g := &Graph[S]{
		schema: schema[S]{}, nodes: map[string]Node[S]{}, edges: map[string][]string{},
		joins: map[string][][]string{}, forks: map[string][]choice[S]{},
	}
	for _, c := range channels {
		g.fault(validName("channel", c.Name()))
		if _, taken := g.schema[c.Name()]; taken {
			g.fault(loci.Errorf(loci.Invalid, "two channels are named %q", c.Name()))
		}
		g.schema[c.Name()] = c
	}
	return g
}

func (g *Graph[S]) fault(err error) {
	if err != nil {
		g.faults = append(g.faults, err)
	}
}

// Node adds a node.
func (g *Graph[S]) Node(name string, n Node[S]) {
	g.fault(validName("node", name))
	if _, taken := g.nodes[name]; taken {
		g.fault(loci.Errorf(loci.Invalid, "two nodes are named %q", name))
	}
	g.nodes[name] = n
}

// Edge lets to run after from.
func (g *Graph[S]) Edge(from, to string) { g.edges[from] = append(g.edges[from], to) }

// Join lets to run once all of from have run since it last ran, however many
// steps each takes.
func (g *Graph[S]) Join(to string, from ...string) { g.joins[to] = append(g.joins[to], from) }

// Branch lets choose say which of to run after from: any number, or End.
func (g *Graph[S]) Branch(from string, choose Chooser[S], to ...string) {
	g.forks[from] = append(g.forks[from], choice[S]{choose, to})
}

// Mode is what a graph remembers from one invocation to the next when it is
// invoked within a node of another.
type Mode string

// The modes.
const (
	// PerInvocation begins anew each time. Interrupts and recovery work.
	PerInvocation Mode = ""
	// PerThread goes on where it was, for each thread of the caller and each
	// node that calls. A graph that no other invokes cannot have it.
	PerThread Mode = "per_thread"
	// Stateless saves nothing: interrupts are errors, and a caller that is
	// resumed runs it from its beginning.
	Stateless Mode = "stateless"
)

// Durability says when checkpoints are saved.
type Durability string

// The durabilities.
const (
	Sync Durability = ""     // before the next step begins
	Exit Durability = "exit" // when the run ends, is interrupted or fails
)

// Travel says what a run that goes on from an old checkpoint sees of the memory
// that has been written since, beside the thread.
type Travel string

// The choices.
const (
	KeepMemory Travel = ""      // all of it
	MemoryAsOf Travel = "as_of" // what there was then; see AsOf
	// MemoryRevert takes back what the thread has written to the memory since
	// the checkpoint, before the branch begins: Options.Revert does it.
	MemoryRevert Travel = "revert"
)

// Options configures a compiled graph. The zero value works: nothing is saved.
type Options struct {
	Saver      *checkpoint.Saver
	Mode       Mode
	Durability Durability
	Travel     Travel
	// Revert takes back what a thread has written to long-term memory since a
	// time. It is called before a branch of an old checkpoint is saved, again
	// after a crash in between, and is needed for MemoryRevert alone.
	Revert func(ctx context.Context, t checkpoint.Thread, since time.Time) error
	// Redact takes secrets out of what is written to channels of strings and
	// messages, before anything is saved; nil: nothing is taken out.
	Redact func(text string) string
	Limit  int              // steps of a run; 0: 25
	Now    func() time.Time // nil: time.Now
}

const defaultLimit = 25

// Compile checks the graph and makes it ready to run.
func (g *Graph[S]) Compile(o Options) (*Runner[S], error) {
	if err := g.check(o); err != nil {
		return nil, err
	}
	if o.Limit == 0 {
		o.Limit = defaultLimit
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	r := &Runner[S]{options: o, graph: Graph[S]{
		schema: maps.Clone(g.schema), nodes: maps.Clone(g.nodes), edges: maps.Clone(g.edges),
		joins: maps.Clone(g.joins), forks: maps.Clone(g.forks),
	}}
	r.order = append([]string{Start}, slices.Sorted(maps.Keys(g.nodes))...)
	return r, nil
}

func (g *Graph[S]) check(o Options) error {
	if err := firstOf(g.faults...); err != nil {
		return err
	}
	switch {
	case !slices.Contains([]Mode{PerInvocation, PerThread, Stateless}, o.Mode):
		return loci.Errorf(loci.Invalid, "unknown mode %q", o.Mode)
	case !slices.Contains([]Durability{Sync, Exit}, o.Durability):
		return loci.Errorf(loci.Invalid, "unknown durability %q", o.Durability)
	case !slices.Contains([]Travel{KeepMemory, MemoryAsOf, MemoryRevert}, o.Travel):
		return loci.Errorf(loci.Invalid, "unknown travel %q", o.Travel)
	case o.Travel == MemoryRevert && o.Revert == nil:
		return loci.Errorf(loci.Invalid, "nothing can revert the memory").WithHint("set Options.Revert, for example to local.Memory.RevertThread")
	case len(g.edges[Start])+len(g.forks[Start]) == 0:
		return loci.Errorf(loci.Invalid, "nothing runs first: there is no edge from Start")
	}
	for _, l := range g.links() {
		if _, ok := g.nodes[l.from]; !ok && l.from != Start {
			return loci.Errorf(loci.Invalid, "an edge leads from %q, which is no node", l.from)
		}
		if _, ok := g.nodes[l.to]; !ok && l.to != End {
			return loci.Errorf(loci.Invalid, "an edge leads to %q, which is no node", l.to)
		}
	}
	if o.Saver == nil {
		return nil
	}
	return g.schema.storable(o.Saver.Registry())
}

// link is an edge of any kind.
type link struct {
	from, to string
	label    string
}

// links returns all edges in a fixed order.
func (g *Graph[S]) links() []link {
	var out []link
	for _, from := range slices.Sorted(maps.Keys(g.edges)) {
		for _, to := range g.edges[from] {
			out = append(out, link{from, to, ""})
		}
	}
	for _, to := range slices.Sorted(maps.Keys(g.joins)) {
		for _, all := range g.joins[to] {
			for _, from := range all {
				out = append(out, link{from, to, "all"})
			}
		}
	}
	for _, from := range slices.Sorted(maps.Keys(g.forks)) {
		for _, f := range g.forks[from] {
			for _, to := range f.to {
				out = append(out, link{from, to, "if"})
			}
		}
	}
	return out
}
