package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
)

// notes is a state for tests: what happened, in order, and a sum.
type notes struct {
	Log  []string
	Sum  int
	Last string
}

var (
	notesLog = graph.Append("log", func(s *notes) *[]string { return &s.Log })
	sum      = graph.Reduce("sum", func(s *notes) *int { return &s.Sum }, func(old, n int) (int, error) {
		if n < 0 {
			return 0, errors.New("negative")
		}
		return old + n, nil
	})
	lastNote = graph.Replace("last", func(s *notes) *string { return &s.Last })
)

type update = graph.Update[notes]

// note returns a node that logs its name.
func note(name string) graph.Node[notes] {
	return func(context.Context, notes) (update, error) { return update{notesLog.Add(name)}, nil }
}

// counted returns a node that counts its runs.
func counted(n *atomic.Int32, node graph.Node[notes]) graph.Node[notes] {
	return func(ctx context.Context, s notes) (update, error) {
		n.Add(1)
		return node(ctx, s)
	}
}

func build(t *testing.T, o graph.Options, edit func(*graph.Graph[notes])) *graph.Runner[notes] {
	t.Helper()
	g := graph.New[notes](notesLog, sum, lastNote)
	edit(g)
	r, err := g.Compile(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func saved() graph.Options { return graph.Options{Saver: newSaver()} }

func history[S any](t *testing.T, r *graph.Runner[S], cfg graph.Config, q checkpoint.Query) (out []graph.Snapshot[S]) {
	t.Helper()
	for s, err := range r.History(t.Context(), cfg, q) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func steps[S any](all []graph.Snapshot[S]) (out []string) {
	for _, s := range all {
		out = append(out, fmt.Sprintf("%s/%d", s.Source, s.Step))
	}
	return out
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func wantCode(t *testing.T, want loci.Code, err error) {
	t.Helper()
	if err == nil || loci.CodeOf(err) != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// diamond runs b and c side by side between a and d.
func diamond(g *graph.Graph[notes]) {
	for _, name := range []string{"a", "c", "b", "d"} {
		g.Node(name, note(name))
	}
	g.Edge(graph.Start, "a")
	g.Edge("a", "c")
	g.Edge("a", "b")
	g.Join("d", "b", "c")
}

func TestParallelBranchesMergeInOrderOfNames(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		diamond(g)
		g.Node("slow", note("slow"))
		g.Node("slower", note("slower"))
		g.Node("end", note("end"))
		g.Edge("a", "slow")
		g.Edge("slow", "slower")
		g.Join("end", "slower", "d", "b") // branches of different lengths
	})
	for i := range 20 {
		result, err := r.Invoke(t.Context(), config(fmt.Sprint(i)), notesLog.Add("in"))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "log", []string{"in", "a", "b", "c", "slow", "d", "slower", "end"}, result.State.Log)
	}
}

func TestBranch(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("count", func(_ context.Context, s notes) (update, error) {
			return update{sum.Put(1), notesLog.Add("count")}, nil
		})
		g.Node("even", note("even"))
		g.Node("third", note("third"))
		g.Edge(graph.Start, "count")
		g.Branch("count", func(_ context.Context, s notes) (out []string, _ error) { // sees the node's own writes
			if s.Sum%2 == 0 {
				out = append(out, "even")
			}
			if s.Sum%3 == 0 {
				out = append(out, "third")
			}
			if s.Sum == 7 {
				out = append(out, "elsewhere")
			}
			return out, nil
		}, "even", "third")
		g.Edge("even", "count")
	})
	ctx := t.Context()
	for _, want := range [][]string{{"count"}, {"count", "even", "count", "third"}} {
		before, _ := r.State(ctx, config("t"))
		result, err := r.Invoke(ctx, config("t"), lastNote.Set("go"))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "log", want, result.State.Log[len(before.State.Log):])
	}
	_, err := r.Invoke(ctx, config("t"), sum.Put(3))
	wantCode(t, loci.Invalid, err)
}

func TestCompileRefuses(t *testing.T) {
	for name, edit := range map[string]func(*graph.Graph[notes], *graph.Options){
		"no edge from Start":    func(g *graph.Graph[notes], _ *graph.Options) { g.Node("a", note("a")) },
		"edge to nowhere":       func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Edge("a", "x") },
		"edge from nowhere":     func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Edge("x", "a") },
		"edge from End":         func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Edge(graph.End, "a") },
		"branch to nowhere":     func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Branch("a", nil, "x") },
		"join from nowhere":     func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Join("a", "x") },
		"two nodes of a name":   func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Node("a", note("a")) },
		"a reserved name":       func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Node("__a", note("a")) },
		"a name with a colon":   func(g *graph.Graph[notes], _ *graph.Options) { diamond(g); g.Node("a:b", note("a")) },
		"an unknown mode":       func(g *graph.Graph[notes], o *graph.Options) { diamond(g); o.Mode = "odd" },
		"an unknown durability": func(g *graph.Graph[notes], o *graph.Options) { diamond(g); o.Durability = "odd" },
		"an unknown travel":     func(g *graph.Graph[notes], o *graph.Options) { diamond(g); o.Travel = "odd" },
	} {
		g := graph.New[notes](notesLog)
		o := saved()
		edit(g, &o)
		if _, err := g.Compile(o); loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
	type odd struct{ X struct{ Y int } }
	g := graph.New(graph.Replace("x", func(s *odd) *struct{ Y int } { return &s.X }))
	g.Node("a", func(context.Context, odd) (graph.Update[odd], error) { return nil, nil })
	g.Edge(graph.Start, "a")
	_, err := g.Compile(graph.Options{Saver: newSaver()})
	wantCode(t, loci.Invalid, err)
	if _, err := g.Compile(graph.Options{}); err != nil { // nothing is saved
		t.Error(err)
	}
	two := graph.New[notes](notesLog, notesLog)
	diamond(two)
	_, err = two.Compile(saved())
	wantCode(t, loci.Invalid, err)
}

func TestWritesThatCannotBeMerged(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		for _, name := range []string{"a", "b"} {
			g.Node(name, func(context.Context, notes) (update, error) { return update{lastNote.Set(name)}, nil })
			g.Edge(graph.Start, name)
		}
	})
	_, err := r.Invoke(t.Context(), config("t"), sum.Put(1))
	wantCode(t, loci.Invalid, err)
	if !strings.Contains(err.Error(), "last") {
		t.Errorf("%v does not name the channel", err)
	}
	_, err = r.Invoke(t.Context(), config("u"), sum.Put(-1))
	if err == nil || !strings.Contains(err.Error(), "negative") {
		t.Errorf("got %v, want the reducer's error", err)
	}
}

// TestOnlyUnfinishedTasksRunAgain after a failure, and meanwhile the state shows
// what the finished ones wrote.
func TestOnlyUnfinishedTasksRunAgain(t *testing.T) {
	var ok, bad atomic.Int32
	fail := true
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("ok", counted(&ok, note("ok")))
		g.Node("bad", counted(&bad, func(context.Context, notes) (update, error) {
			if fail {
				return nil, loci.Errorf(loci.Unavailable, "the model is down")
			}
			return update{notesLog.Add("bad")}, nil
		}))
		g.Node("join", note("join"))
		g.Edge(graph.Start, "ok")
		g.Edge(graph.Start, "bad")
		g.Join("join", "ok", "bad")
	})
	ctx := t.Context()
	_, err := r.Invoke(ctx, config("t"), notesLog.Add("in"))
	wantCode(t, loci.Unavailable, err)
	s, err := r.State(ctx, config("t"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "next", []string{"bad"}, s.Next)
	same(t, "errors", map[string]string{"bad": "the model is down"}, s.Errors)
	same(t, "log", []string{"in", "ok"}, s.State.Log)
	at := config("t")
	at.Checkpoint = s.ID
	s, err = r.State(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "log at the checkpoint", []string{"in"}, s.State.Log)
	fail = false
	result, err := r.Invoke(ctx, config("t"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "log", []string{"in", "bad", "ok", "join"}, result.State.Log)
	if ok.Load() != 1 || bad.Load() != 2 {
		t.Errorf("ok ran %d times, bad %d; want 1 and 2", ok.Load(), bad.Load())
	}
}

func TestDurability(t *testing.T) {
	o := saved()
	o.Durability = graph.Exit
	r := build(t, o, func(g *graph.Graph[notes]) {
		g.Node("a", note("a"))
		g.Node("b", func(ctx context.Context, s notes) (update, error) {
			if s.Last == "fail" {
				return nil, errors.New("no")
			}
			return update{notesLog.Add("b")}, nil
		})
		g.Edge(graph.Start, "a")
		g.Edge("a", "b")
	})
	ctx := t.Context()
	for range 2 {
		if _, err := r.Invoke(ctx, config("t"), notesLog.Add("in")); err != nil {
			t.Fatal(err)
		}
	}
	all := history(t, r, config("t"), checkpoint.Query{})
	same(t, "history", []string{"loop/6", "loop/2"}, steps(all))
	if all[0].Parent != all[1].ID {
		t.Error("the second run does not follow the first")
	}
	same(t, "log", []string{"in", "a", "b", "in", "a", "b"}, all[0].State.Log)
	if _, err := r.Invoke(ctx, config("t"), lastNote.Set("fail")); err == nil {
		t.Error("no error")
	}
	s, err := r.State(ctx, config("t"))
	if err != nil || s.Step != 9 || !slices.Equal(s.Next, []string{"b"}) || s.Errors["b"] != "no" {
		t.Errorf("after a failure: %s/%d %v %v, %v", s.Source, s.Step, s.Next, s.Errors, err)
	}
}

func TestLimit(t *testing.T) {
	o := saved()
	o.Limit = 4
	r := build(t, o, func(g *graph.Graph[notes]) {
		g.Node("again", note("again"))
		g.Edge(graph.Start, "again")
		g.Edge("again", "again")
	})
	result, err := r.Invoke(t.Context(), config("t"), sum.Put(1))
	if !errors.Is(err, graph.ErrLimit) || len(result.State.Log) != 4 {
		t.Errorf("got %+v, %v", result, err)
	}
	result, err = r.Invoke(t.Context(), config("t")) // it goes on
	if !errors.Is(err, graph.ErrLimit) || len(result.State.Log) != 8 {
		t.Errorf("got %+v, %v", result, err)
	}
}

func TestPanicIsTheNodesError(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("a", func(context.Context, notes) (update, error) { panic("oh") })
		g.Node("b", note("b"))
		g.Edge(graph.Start, "a")
		g.Edge(graph.Start, "b")
	})
	_, err := r.Invoke(t.Context(), config("t"), sum.Put(1))
	if err == nil || !strings.Contains(err.Error(), "node a") || !strings.Contains(err.Error(), "oh") {
		t.Errorf("got %v", err)
	}
	s, _ := r.State(t.Context(), config("t"))
	same(t, "next", []string{"a"}, s.Next)
}

// TestCancel: what was done when a run was cancelled is kept.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var quick atomic.Int32
		r := build(t, saved(), func(g *graph.Graph[notes]) {
			g.Node("quick", counted(&quick, note("quick")))
			g.Node("slow", func(ctx context.Context, s notes) (update, error) {
				if s.Last == "go" {
					return update{notesLog.Add("slow")}, nil
				}
				select {
				case <-time.After(time.Hour):
				case <-ctx.Done():
				}
				return nil, ctx.Err()
			})
			g.Edge(graph.Start, "quick")
			g.Edge(graph.Start, "slow")
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := r.Invoke(ctx, config("t"), sum.Put(1))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		s, err := r.State(t.Context(), config("t"))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "next", []string{"slow"}, s.Next)
		same(t, "log", []string{"quick"}, s.State.Log)
		cancelled, stop := context.WithCancel(t.Context())
		stop()
		if _, err := r.Invoke(cancelled, config("t")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if quick.Load() != 1 {
			t.Errorf("quick ran %d times", quick.Load())
		}
	})
}

func TestStream(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		diamond(g)
		g.Node("talk", func(ctx context.Context, s notes) (update, error) {
			for _, word := range []string{"one", "two"} {
				graph.Emit(ctx, word)
			}
			return nil, nil
		})
		g.Edge("d", "talk")
	})
	var got []string
	for e, err := range r.Stream(t.Context(), config("t"), notesLog.Add("in")) {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case graph.CheckpointSaved:
			got = append(got, fmt.Sprint(e.Step, len(e.State.Log), e.Next))
		case graph.ValueEmitted:
			got = append(got, fmt.Sprint(e.Value))
		case graph.TaskFinished:
			if e.Node != "b" && e.Node != "c" || e.Step != 1 {
				t.Errorf("got %+v", e)
			}
			got = append(got, "one of two")
		}
	}
	same(t, "events", []string{"0 1 [a]", "1 2 [b c]", "one of two", "2 4 [d]", "3 5 [talk]", "one", "two", "4 5 []"}, got)

	for e, err := range r.Stream(t.Context(), config("u"), notesLog.Add("in")) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Step == 1 {
			break
		}
	}
	s, err := r.State(t.Context(), config("u"))
	if err != nil || s.Step != 1 {
		t.Errorf("after leaving: %d, %v", s.Step, err)
	}
	if result, err := r.Invoke(t.Context(), config("u")); err != nil || len(result.State.Log) != 5 {
		t.Errorf("got %+v, %v", result, err)
	}
	graph.Emit(t.Context(), "to nobody")
	_, err = graph.Ask[string](t.Context(), "nobody")
	wantCode(t, loci.Invalid, err)
}
