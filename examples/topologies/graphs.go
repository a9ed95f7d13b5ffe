package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/inmem"
)

// desk is what agents of a graph share: what they hand to each other.
type desk struct {
	Handed []string
	Found  int
	Read   map[string]int // by agent: how many of the others' results it was given
}

var (
	handed = graph.Append("handed", func(s *desk) *[]string { return &s.Handed })
	found  = graph.Reduce("found", func(s *desk) *int { return &s.Found }, func(sum, n int) (int, error) { return sum + n, nil })
	read   = graph.Reduce("read", func(s *desk) *map[string]int { return &s.Read }, func(old, n map[string]int) (map[string]int, error) {
		sum := map[string]int{}
		for _, m := range []map[string]int{old, n} {
			for agent, count := range m {
				sum[agent] += count
			}
		}
		return sum, nil
	})
)

// notebook is what an agent has for itself: a sub-graph's state, which its
// caller does not see.
type notebook struct{ Notes []string }

var notes = graph.Append("notes", func(s *notebook) *[]string { return &s.Notes })

// graphs runs the topologies in which agents work on one thread.
func graphs(ctx context.Context) error {
	types, err := checkpoint.NewRegistry(checkpoint.JSON[map[string]int]("counts", 1, nil))
	if err != nil {
		return err
	}
	saver, err := checkpoint.NewSaver(inmem.Open(inmem.Options{}), checkpoint.Options{Registry: types})
	if err != nil {
		return err
	}
	for _, t := range []struct {
		name string
		// hand says what an agent gives away of its notes.
		hand   func(worker, notebook) []string
		second string // the node that runs once all have handed in
	}{
		{"supervisor", func(w worker, n notebook) []string {
			return []string{fmt.Sprintf("%s: %d notes, such as %q", w.name, len(n.Notes), n.Notes[0])}
		}, "supervisor"},
		{"peers", func(w worker, n notebook) []string { return n.Notes[:1] }, "exchange"},
		{"swarm", func(worker, notebook) []string { return nil }, "count"},
	} {
		runner, err := compile(saver, t.hand, t.second)
		if err != nil {
			return err
		}
		result, err := runner.Invoke(ctx, graph.Config{Thread: checkpoint.Thread{ID: t.name}}, found.Put(0))
		if err != nil {
			return err
		}
		s := result.State
		switch t.name {
		case "supervisor":
			report(t.name, "supervisor", 0, s.Read["supervisor"])
		case "peers":
			for _, w := range team {
				report(t.name, w.name, len(w.findings), s.Read[w.name])
			}
		case "swarm":
			fmt.Printf("%-10s  %-10s  %d findings of %d agents, %d of them handed on\n", t.name, "all", s.Found, len(team), len(s.Handed))
		}
	}
	return nil
}

// compile lets the team work side by side, each in a sub-graph of its own, and
// then a last node read what was handed in.
func compile(saver *checkpoint.Saver, hand func(worker, notebook) []string, last string) (*graph.Runner[desk], error) {
	g := graph.New[desk](handed, found, read)
	var names []string
	for _, w := range team {
		own, err := work(w)
		if err != nil {
			return nil, err
		}
		g.Node(w.name, func(ctx context.Context, _ desk) (graph.Update[desk], error) {
			result, err := own.Invoke(ctx, graph.Config{}, notes.Add())
			if err != nil {
				return nil, err
			}
			return graph.Update[desk]{handed.Add(hand(w, result.State)...), found.Put(len(result.State.Notes))}, nil
		})
		g.Edge(graph.Start, w.name)
		names = append(names, w.name)
	}
	if last == "exchange" {
		for _, w := range team {
			reader := w.name + " reads"
			g.Node(reader, receive(w))
			g.Join(reader, names...)
		}
	} else {
		g.Node(last, func(_ context.Context, s desk) (graph.Update[desk], error) {
			return graph.Update[desk]{read.Put(map[string]int{last: len(s.Handed)})}, nil
		})
		g.Join(last, names...)
	}
	return g.Compile(graph.Options{Saver: saver})
}

// receive gives an agent what its peers have handed in, and counts what of it is
// in its own notes then.
func receive(w worker) graph.Node[desk] {
	return func(ctx context.Context, s desk) (graph.Update[desk], error) {
		own, err := work(w)
		if err != nil {
			return nil, err
		}
		others := slices.DeleteFunc(slices.Clone(s.Handed), func(text string) bool { return slices.Contains(w.findings, text) })
		result, err := own.Invoke(ctx, graph.Config{}, notes.Add(others...))
		if err != nil {
			return nil, err
		}
		got := slices.DeleteFunc(slices.Clone(result.State.Notes), func(text string) bool { return slices.Contains(w.findings, text) })
		return graph.Update[desk]{read.Put(map[string]int{w.name: len(got)})}, nil
	}
}

// work is an agent's own graph. It remembers from run to run of the thread.
func work(w worker) (*graph.Runner[notebook], error) {
	g := graph.New[notebook](notes)
	g.Node("work", func(context.Context, notebook) (graph.Update[notebook], error) {
		return graph.Update[notebook]{notes.Add(w.findings...)}, nil
	})
	g.Edge(graph.Start, "work")
	return g.Compile(graph.Options{Mode: graph.PerThread})
}
