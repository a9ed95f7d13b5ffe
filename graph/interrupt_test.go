package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
)

// asker returns a node that asks the questions and logs the answers.
func asker(name string, questions ...string) graph.Node[notes] {
	return func(ctx context.Context, s notes) (update, error) {
		u := update{}
		for _, q := range questions {
			a, err := graph.Ask[string](ctx, q)
			if err != nil {
				return nil, err
			}
			u = append(u, notesLog.Add(name+": "+q+" "+a))
		}
		return u, nil
	}
}

func questions(t *testing.T, all []graph.Interrupt) (out []string) {
	t.Helper()
	for _, i := range all {
		var q string
		if err := json.Unmarshal(i.Value, &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, i.Node+": "+q)
	}
	slices.Sort(out)
	return out
}

func TestInterrupt(t *testing.T) {
	var other, asked atomic.Int32
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("ask", counted(&asked, asker("ask", "name?", "age?")))
		g.Node("other", counted(&other, note("other")))
		g.Node("end", note("end"))
		g.Edge(graph.Start, "ask")
		g.Edge(graph.Start, "other")
		g.Join("end", "ask", "other")
	})
	ctx := t.Context()
	result, err := r.Invoke(ctx, config("t"), sum.Put(1))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "questions", []string{"ask: name?"}, questions(t, result.Interrupts))
	first := result.Checkpoint

	result, err = r.Invoke(ctx, config("t")) // no answer: nothing is run again
	if err != nil || asked.Load() != 1 {
		t.Errorf("asked %d times, %v", asked.Load(), err)
	}
	same(t, "questions", []string{"ask: name?"}, questions(t, result.Interrupts))
	s, err := r.State(ctx, config("t"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "next", []string{"ask"}, s.Next)
	same(t, "questions", []string{"ask: name?"}, questions(t, s.Interrupts))

	result, err = r.Resume(ctx, config("t"), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "questions", []string{"ask: age?"}, questions(t, result.Interrupts))
	result, err = r.Resume(ctx, config("t"), "40")
	if err != nil || len(result.Interrupts) != 0 {
		t.Fatalf("got %+v, %v", result, err)
	}
	same(t, "log", []string{"ask: name? Ana", "ask: age? 40", "other", "end"}, result.State.Log)
	if other.Load() != 1 || asked.Load() != 3 {
		t.Errorf("other ran %d times, ask %d; want 1 and 3", other.Load(), asked.Load())
	}
	_, err = r.Resume(ctx, config("t"), "x")
	wantCode(t, loci.Invalid, err)

	at := config("t")
	at.Checkpoint = first
	result, err = r.Invoke(ctx, at) // a replay asks again, on a fork
	if err != nil {
		t.Fatal(err)
	}
	same(t, "questions", []string{"ask: name?"}, questions(t, result.Interrupts))
	result, err = r.Resume(ctx, config("t"), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "questions", []string{"ask: age?"}, questions(t, result.Interrupts))
	same(t, "history", []string{"fork/1", "loop/2", "loop/1", "loop/0", "input/-1"}, steps(history(t, r, config("t"), checkpoint.Query{})))
}

func TestAnswersByID(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		for _, name := range []string{"a", "b", "c"} {
			g.Node(name, asker(name, "q"))
			g.Edge(graph.Start, name)
		}
	})
	ctx := t.Context()
	result, err := r.Invoke(ctx, config("t"), sum.Put(1))
	if err != nil || len(result.Interrupts) != 3 {
		t.Fatalf("got %+v, %v", result, err)
	}
	_, err = r.Resume(ctx, config("t"), "which?")
	wantCode(t, loci.Invalid, err)
	answers := map[string]any{}
	for _, i := range result.Interrupts[:2] {
		answers[i.ID] = "for " + i.Node
	}
	result, err = r.ResumeAll(ctx, config("t"), answers)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "questions", []string{"c: q"}, questions(t, result.Interrupts))
	result, err = r.Resume(ctx, config("t"), "last")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "log", []string{"a: q for a", "b: q for b", "c: q last"}, result.State.Log)
}

func TestAnswerOfAnotherType(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("a", func(ctx context.Context, _ notes) (update, error) {
			n, err := graph.Ask[int](ctx, map[string]any{"how many": []int{1, 2}})
			return update{sum.Put(n)}, err
		})
		g.Edge(graph.Start, "a")
	})
	if _, err := r.Invoke(t.Context(), config("t"), notesLog.Add("in")); err != nil {
		t.Fatal(err)
	}
	_, err := r.Resume(t.Context(), config("t"), "many")
	wantCode(t, loci.Invalid, err)
}

// nest returns a graph whose node "call" invokes another one n times.
func nest(t *testing.T, o graph.Options, mode graph.Mode, calls int, inner func(*graph.Graph[notes])) (outer, worker *graph.Runner[notes]) {
	t.Helper()
	worker = build(t, graph.Options{Mode: mode, Saver: o.Saver}, inner)
	outer = build(t, o, func(g *graph.Graph[notes]) {
		g.Node("call", func(ctx context.Context, s notes) (update, error) {
			u := update{}
			for i := range calls {
				result, err := worker.Invoke(ctx, graph.Config{}, notesLog.Add(fmt.Sprint(s.Last, i)))
				if err != nil {
					return nil, err
				}
				u = append(u, notesLog.Add(fmt.Sprint(result.State.Log)))
			}
			return u, nil
		})
		g.Edge(graph.Start, "call")
	})
	return outer, worker
}

func TestInterruptInASubGraph(t *testing.T) {
	for _, mode := range []graph.Mode{graph.PerInvocation, graph.PerThread} {
		for _, durability := range []graph.Durability{graph.Sync, graph.Exit} {
			t.Run(fmt.Sprint(mode, durability), func(t *testing.T) {
				var before atomic.Int32
				o := saved()
				o.Durability = durability
				outer, _ := nest(t, o, mode, 2, func(g *graph.Graph[notes]) {
					g.Node("before", counted(&before, note("before")))
					g.Node("x", asker("x", "?"))
					g.Node("y", asker("y", "?"))
					g.Edge(graph.Start, "before")
					g.Edge("before", "x")
					g.Edge("before", "y")
				})
				ctx := t.Context()
				result, err := outer.Invoke(ctx, config("t"), lastNote.Set("i"))
				if err != nil {
					t.Fatal(err)
				}
				for round := range 2 {
					same(t, "questions", []string{"x: ?", "y: ?"}, questions(t, result.Interrupts))
					answers := map[string]any{result.Interrupts[0].ID: "1"}
					if result, err = outer.ResumeAll(ctx, config("t"), answers); err != nil {
						t.Fatal(err)
					}
					if len(result.Interrupts) != 1 {
						t.Fatalf("round %d: %+v", round, result)
					}
					if result, err = outer.Resume(ctx, config("t"), "2"); err != nil {
						t.Fatal(err)
					}
				}
				want := []string{"[i0 before x: ? 1 y: ? 2]", "[i1 before x: ? 1 y: ? 2]"}
				if len(result.Interrupts) != 0 || !slices.Equal(result.State.Log, want) {
					t.Errorf("got %+v", result)
				}
				if before.Load() != 2 {
					t.Errorf("a finished node of the sub-graph ran %d times, want once for each invocation", before.Load())
				}
			})
		}
	}
}

// TestStatelessSubGraph saves nothing, cannot ask, and is not recovered.
func TestStatelessSubGraph(t *testing.T) {
	var runs atomic.Int32
	fail := true
	o := saved()
	outer, _ := nest(t, o, graph.Stateless, 1, func(g *graph.Graph[notes]) {
		g.Node("a", counted(&runs, note("a")))
		g.Node("b", func(ctx context.Context, s notes) (update, error) {
			if fail {
				_, err := graph.Ask[string](ctx, "?")
				return nil, err
			}
			return nil, nil
		})
		g.Edge(graph.Start, "a")
		g.Edge("a", "b")
	})
	_, err := outer.Invoke(t.Context(), config("t"), lastNote.Set("i"))
	wantCode(t, loci.Invalid, err)
	fail = false
	result, err := outer.Invoke(t.Context(), config("t"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "log", []string{"[i0 a]"}, result.State.Log)
	if runs.Load() != 2 {
		t.Errorf("a ran %d times, want from the beginning again", runs.Load())
	}
	th := checkpoint.Thread{Org: loci.DefaultOrg, User: loci.DefaultUser, ID: "t"}
	for c := range o.Saver.List(t.Context(), checkpoint.Query{Thread: &th}) {
		if c.Namespace != "" {
			t.Errorf("a checkpoint in %q", c.Namespace)
		}
	}
}

// TestNamespaces of sub-graphs, by mode and by call.
func TestNamespaces(t *testing.T) {
	for mode, want := range map[graph.Mode]int{graph.PerInvocation: 4, graph.PerThread: 2} {
		o := saved()
		outer, worker := nest(t, o, mode, 2, func(g *graph.Graph[notes]) {
			g.Node("a", note("a"))
			g.Edge(graph.Start, "a")
		})
		for range 2 {
			if _, err := outer.Invoke(t.Context(), config("t"), lastNote.Set("i")); err != nil {
				t.Fatal(err)
			}
		}
		th := checkpoint.Thread{Org: loci.DefaultOrg, User: loci.DefaultUser, ID: "t"}
		namespaces := map[string]int{}
		for c, err := range o.Saver.List(t.Context(), checkpoint.Query{Thread: &th}) {
			if err != nil {
				t.Fatal(err)
			}
			namespaces[c.Namespace]++
			parents, _ := c.Metadata["parents"].(map[string]any)
			if c.Namespace != "" && parents[""] == nil {
				t.Errorf("%q: metadata %v", c.Namespace, c.Metadata)
			}
		}
		delete(namespaces, "")
		if len(namespaces) != want {
			t.Errorf("%q: namespaces %v, want %d", mode, namespaces, want)
		}
		if mode == graph.PerThread {
			same(t, "namespaces", map[string]int{"call": 6, "call|1": 6}, namespaces)
			cfg := config("t")
			cfg.Namespace = "call|1"
			s, err := worker.State(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "log of the second", []string{"i1", "a", "i1", "a"}, s.State.Log)
		}
	}
}

// TestSubGraphMemoryFollowsTheBranch: after a replay or a fork a per-thread
// sub-graph remembers what it knew at that point, not what it learned on the
// branch that was left.
func TestSubGraphMemoryFollowsTheBranch(t *testing.T) {
	for _, durability := range []graph.Durability{graph.Sync, graph.Exit} {
		o := saved()
		o.Durability = durability
		outer, _ := nest(t, o, graph.PerThread, 1, func(g *graph.Graph[notes]) {
			g.Node("a", note("."))
			g.Edge(graph.Start, "a")
		})
		ctx := t.Context()
		say := func(cfg graph.Config, what string) string {
			t.Helper()
			result, err := outer.Invoke(ctx, cfg, lastNote.Set(what))
			if err != nil {
				t.Fatal(err)
			}
			return result.State.Log[len(result.State.Log)-1]
		}
		say(config("t"), "1-")
		say(config("t"), "2-")
		after2 := history(t, outer, config("t"), checkpoint.Query{})[0].ID
		same(t, "straight on", "[1-0 . 2-0 . 3-0 .]", say(config("t"), "3-"))
		at := config("t")
		at.Checkpoint = after2
		same(t, "a branch", "[1-0 . 2-0 . 3b-0 .]", say(at, "3b-"))
		same(t, "on the branch", "[1-0 . 2-0 . 3b-0 . 4b-0 .]", say(config("t"), "4b-"))
		if _, err := outer.UpdateState(ctx, at, "call", notesLog.Add("changed")); err != nil {
			t.Fatal(err)
		}
		same(t, "after an update", "[1-0 . 2-0 . 3c-0 .]", say(config("t"), "3c-"))
		if durability == graph.Exit {
			continue
		}
		for _, s := range history(t, outer, config("t"), checkpoint.Query{}) {
			if s.State.Last == "2-" && slices.Equal(s.Next, []string{"call"}) {
				at.Checkpoint = s.ID
			}
		}
		result, err := outer.Invoke(ctx, at) // a replay of the second turn
		if err != nil {
			t.Fatal(err)
		}
		same(t, "replayed", []string{"[1-0 .]", "[1-0 . 2-0 .]"}, result.State.Log)
		same(t, "after the replay", "[1-0 . 2-0 . 5-0 .]", say(config("t"), "5-"))
	}
}

// TestTravel: what a replay sees of long-term memory is the graph's choice. The
// memory shadow: with KeepMemory a replay reads what was learned after the
// checkpoint it starts from.
func TestTravel(t *testing.T) {
	for travel, want := range map[graph.Travel]string{graph.KeepMemory: "sees 2", graph.MemoryAsOf: "sees 1"} {
		var memory []time.Time // when each thing was learned
		clock := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
		o := saved()
		o.Travel = travel
		o.Now = func() time.Time { clock = clock.Add(time.Second); return clock }
		read := func(name string) graph.Node[notes] {
			return func(ctx context.Context, _ notes) (update, error) {
				known := 0
				at, asOf := graph.AsOf(ctx)
				for _, learned := range memory {
					if !asOf || !learned.After(at) {
						known++
					}
				}
				return update{notesLog.Add(fmt.Sprintf("%s sees %d", name, known))}, nil
			}
		}
		inner := build(t, graph.Options{}, func(g *graph.Graph[notes]) {
			g.Node("deep", read("deep"))
			g.Edge(graph.Start, "deep")
		})
		r := build(t, o, func(g *graph.Graph[notes]) {
			g.Node("read", read("read"))
			g.Node("deep", func(ctx context.Context, _ notes) (update, error) {
				result, err := inner.Invoke(ctx, graph.Config{}, sum.Put(1))
				return update{notesLog.Add(result.State.Log...)}, err
			})
			g.Edge(graph.Start, "read")
			g.Edge("read", "deep")
		})
		ctx := t.Context()
		memory = append(memory, clock)
		result, err := r.Invoke(ctx, config("t"), sum.Put(1))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "first", []string{"read sees 1", "deep sees 1"}, result.State.Log)
		memory = append(memory, clock)
		at := config("t")
		for _, s := range history(t, r, at, checkpoint.Query{}) {
			if slices.Equal(s.Next, []string{"read"}) {
				at.Checkpoint = s.ID
			}
		}
		result, err = r.Invoke(ctx, at)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "replay", []string{"read " + want, "deep " + want}, result.State.Log)
		if _, err := r.UpdateState(ctx, at, graph.Start, lastNote.Set("x")); err != nil {
			t.Fatal(err)
		}
		result, err = r.Invoke(ctx, config("t"))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "fork", []string{"read " + want, "deep " + want}, result.State.Log)
		result, err = r.Invoke(ctx, config("t"), sum.Put(1))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "a new run reads the present", []string{"read sees 2", "deep sees 2"}, result.State.Log[2:])
	}
}

// TestPruneTakesFinishedInvocations: what a sub-graph saved for one invocation
// goes with the checkpoint that invoked it, and stays while that can go on.
func TestPruneTakesFinishedInvocations(t *testing.T) {
	for _, durability := range []graph.Durability{graph.Sync, graph.Exit} {
		o := saved()
		o.Durability = durability
		outer, _ := nest(t, o, graph.PerInvocation, 1, func(g *graph.Graph[notes]) {
			g.Node("x", asker("x", "?"))
			g.Edge(graph.Start, "x")
		})
		ctx := t.Context()
		th := checkpoint.Thread{Org: loci.DefaultOrg, User: loci.DefaultUser, ID: "t"}
		prune := func() map[string]int {
			t.Helper()
			if _, err := o.Saver.Prune(ctx, checkpoint.ThreadQuery{}, checkpoint.Policy{Keep: 1}); err != nil {
				t.Fatal(err)
			}
			left := map[string]int{}
			for c, err := range o.Saver.List(ctx, checkpoint.Query{Thread: &th}) {
				if err != nil {
					t.Fatal(err)
				}
				left[c.Namespace[:min(5, len(c.Namespace))]]++
			}
			return left
		}
		for range 2 {
			if _, err := outer.Invoke(ctx, config("t"), lastNote.Set("i")); err != nil {
				t.Fatal(err)
			}
			same(t, "waiting", map[string]int{"": 1, "call:": 1}, prune())
			result, err := outer.Resume(ctx, config("t"), "yes")
			if err != nil || len(result.Interrupts) > 0 {
				t.Fatalf("got %+v, %v", result, err)
			}
		}
		same(t, "over", map[string]int{"": 1}, prune())
	}
}

// TestSubGraphMemorySurvivesAPrune of the checkpoints that it was made on.
func TestSubGraphMemorySurvivesAPrune(t *testing.T) {
	for _, durability := range []graph.Durability{graph.Sync, graph.Exit} {
		o := saved()
		o.Durability = durability
		outer, _ := nest(t, o, graph.PerThread, 1, func(g *graph.Graph[notes]) {
			g.Node("a", note("."))
			g.Edge(graph.Start, "a")
		})
		var last string
		for _, what := range []string{"1-", "2-", "3-"} {
			result, err := outer.Invoke(t.Context(), config("t"), lastNote.Set(what))
			if err != nil {
				t.Fatal(err)
			}
			last = result.State.Log[len(result.State.Log)-1]
			if _, err := o.Saver.Prune(t.Context(), checkpoint.ThreadQuery{}, checkpoint.Policy{Keep: 1}); err != nil {
				t.Fatal(err)
			}
		}
		same(t, "log", "[1-0 . 2-0 . 3-0 .]", last)
	}
}

// TestTravelReverts: a branch of an old checkpoint begins with a memory from
// which the thread's later writes are gone, and only theirs.
func TestTravelReverts(t *testing.T) {
	type write struct {
		thread string
		at     time.Time
	}
	var memory []write
	clock := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	o := saved()
	o.Now = func() time.Time { clock = clock.Add(time.Second); return clock }
	o.Travel = graph.MemoryRevert
	o.Revert = func(_ context.Context, thread checkpoint.Thread, since time.Time) error {
		memory = slices.DeleteFunc(memory, func(w write) bool { return w.thread == thread.ID && w.at.After(since) })
		return nil
	}
	r := build(t, o, func(g *graph.Graph[notes]) {
		g.Node("learn", func(ctx context.Context, _ notes) (update, error) {
			thread, _ := graph.ThreadOf(ctx)
			memory = append(memory, write{thread.ID, o.Now()})
			return update{notesLog.Add("learnt")}, nil
		})
		g.Edge(graph.Start, "learn")
	})
	ctx := t.Context()
	first, err := r.Invoke(ctx, config("t"), sum.Put(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range []string{"t", "t", "other"} {
		if _, err := r.Invoke(ctx, config(thread), sum.Put(1)); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config("t")
	cfg.Checkpoint = first.Checkpoint
	if _, err := r.Invoke(ctx, cfg, sum.Put(1)); err != nil {
		t.Fatal(err)
	}
	var threads []string
	for _, w := range memory {
		threads = append(threads, w.thread)
	}
	same(t, "what is left", []string{"t", "other", "t"}, threads)
	if _, err := graph.New[notes](sum).Compile(graph.Options{Travel: graph.MemoryRevert}); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("without a way to revert: %v", err)
	}
}

// TestTravelOfAForkMadeElsewhere: a branch that `loci thread fork` has made is a
// branch like one that the graph makes itself.
func TestTravelOfAForkMadeElsewhere(t *testing.T) {
	for travel, want := range map[graph.Travel][2]bool{ // reverted, read as of then
		graph.KeepMemory: {false, false}, graph.MemoryAsOf: {false, true}, graph.MemoryRevert: {true, false},
	} {
		clock := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
		o := saved()
		o.Now = func() time.Time { clock = clock.Add(time.Second); return clock }
		o.Travel = travel
		var reverted, seen []time.Time
		o.Revert = func(_ context.Context, _ checkpoint.Thread, since time.Time) error {
			reverted = append(reverted, since)
			return nil
		}
		r := build(t, o, func(g *graph.Graph[notes]) {
			g.Node("look", func(ctx context.Context, _ notes) (update, error) {
				at, _ := graph.AsOf(ctx)
				seen = append(seen, at)
				return update{notesLog.Add("looked")}, nil
			})
			g.Edge(graph.Start, "look")
		})
		ctx := t.Context()
		run := func() checkpoint.ID {
			result, err := r.Invoke(ctx, config("t"), sum.Put(1))
			if err != nil {
				t.Fatal(err)
			}
			return result.Checkpoint
		}
		first := run()
		head := run()
		thread := checkpoint.Thread{Org: loci.DefaultOrg, User: loci.DefaultUser, ID: "t"}
		old, err := o.Saver.Get(ctx, thread, "", first)
		if err != nil {
			t.Fatal(err)
		}
		fork, err := old.Next(checkpoint.Step{At: o.Now(), Source: checkpoint.Fork, Metadata: old.Metadata, Head: head})
		if err == nil {
			_, err = o.Saver.Put(ctx, fork)
		}
		if err != nil {
			t.Fatal(err)
		}
		run()
		run()
		if got := len(reverted) == 1; got != want[0] || got && !reverted[0].Equal(old.Created()) {
			t.Errorf("%q: reverted since %v", travel, reverted)
		}
		if got := seen[2].Equal(old.Created()); got != want[1] {
			t.Errorf("%q: read as of %v", travel, seen)
		}
		if !seen[3].IsZero() {
			t.Errorf("%q: the run after it reads as of %v", travel, seen[3])
		}
	}
}
