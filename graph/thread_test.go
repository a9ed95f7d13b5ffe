package graph_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/inmem"
)

func TestEdgeCases(t *testing.T) {
	ctx := t.Context()
	r := build(t, saved(), diamond)
	_, err := r.Invoke(ctx, config("t"))
	wantCode(t, loci.Invalid, err) // neither input nor a thread
	at := config("t")
	at.Checkpoint = checkpoint.NewID(time.Now(), "")
	_, err = r.Invoke(ctx, at)
	wantCode(t, loci.NotFound, err)
	_, err = r.Invoke(ctx, graph.Config{}, sum.Put(1))
	wantCode(t, loci.Invalid, err) // no thread
	s, err := r.State(ctx, config("nobody"))
	if err != nil || len(s.Next) > 0 || s.ID != "" {
		t.Errorf("state of nobody: %+v, %v", s, err)
	}
	if _, err := r.Invoke(ctx, config("t"), notesLog.Add("in")); err != nil {
		t.Fatal(err)
	}
	before := history(t, r, config("t"), checkpoint.Query{})
	result, err := r.Invoke(ctx, config("t")) // it is finished
	if err != nil || len(result.Next) > 0 || len(result.State.Log) != 5 {
		t.Errorf("got %+v, %v", result, err)
	}
	same(t, "history", steps(before), steps(history(t, r, config("t"), checkpoint.Query{})))
	same(t, "limit", steps(before)[:2], steps(history(t, r, config("t"), checkpoint.Query{Limit: 2})))
	same(t, "source", []string{"input/-1"}, steps(history(t, r, config("t"), checkpoint.Query{Source: checkpoint.Input})))
	same(t, "before", steps(before)[3:], steps(history(t, r, config("t"), checkpoint.Query{Before: before[2].ID})))

	none := build(t, graph.Options{}, diamond)
	result, err = none.Invoke(ctx, graph.Config{}, notesLog.Add("in"))
	if err != nil || len(result.State.Log) != 5 {
		t.Errorf("without a saver: %+v, %v", result, err)
	}
	_, err = none.State(ctx, config("t"))
	wantCode(t, loci.Invalid, err)
	_, err = none.UpdateState(ctx, config("t"), "a")
	wantCode(t, loci.Invalid, err)

	root := build(t, graph.Options{Saver: newSaver(), Mode: graph.PerThread}, diamond)
	_, err = root.Invoke(ctx, config("t"), sum.Put(1))
	wantCode(t, loci.Invalid, err)
}

func TestUpdateState(t *testing.T) {
	ctx := t.Context()
	r := build(t, saved(), diamond)
	if _, err := r.Invoke(ctx, config("t"), notesLog.Add("in")); err != nil {
		t.Fatal(err)
	}
	all := history(t, r, config("t"), checkpoint.Query{})
	for _, tt := range []struct {
		name string
		step int
		as   string
		next []string
		code loci.Code
	}{
		{"at the end, as nobody", 3, "", nil, loci.Internal}, // d ran last
		{"after b and c", 2, "", nil, loci.Invalid},
		{"after a", 1, "", []string{"b", "c"}, loci.Internal},
		{"as d", 1, "d", []string{"b", "c"}, loci.Internal},
		{"as b, so that only c is due", 1, "b", []string{"c"}, loci.Internal},
		{"as End", 1, graph.End, nil, loci.Internal},
		{"as Start", 3, graph.Start, []string{"a"}, loci.Internal},
		{"as nobody known", 1, "x", nil, loci.Invalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at := config("t")
			for _, s := range all {
				if s.Step == tt.step {
					at.Checkpoint = s.ID
				}
			}
			s, err := r.UpdateState(ctx, at, tt.as, lastNote.Set("changed"))
			if tt.code != loci.Internal {
				wantCode(t, tt.code, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			same(t, "next", tt.next, s.Next)
			same(t, "last", "changed", s.State.Last)
			if s.Parent != at.Checkpoint || s.Step != tt.step+1 || s.Source != checkpoint.Update && tt.as != graph.Start {
				t.Errorf("got %+v", s.Checkpoint)
			}
			result, err := r.Invoke(ctx, config("t")) // it is the head now
			if err != nil || len(result.Next) > 0 || result.State.Last != "changed" {
				t.Errorf("got %+v, %v", result, err)
			}
		})
	}
	s, err := r.UpdateState(ctx, config("new"), "", notesLog.Add("first"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "a new thread waits at its beginning", []string{"a"}, s.Next)
	_, err = r.UpdateState(ctx, config("t"), "a", graph.Write[notes]{})
	wantCode(t, loci.Invalid, err)
}

// TestNewInputGivesUpWhatWasLeft of an interrupted run.
func TestNewInputGivesUpWhatWasLeft(t *testing.T) {
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("ask", func(ctx context.Context, s notes) (update, error) {
			if s.Sum > 1 {
				return update{notesLog.Add("not asked")}, nil
			}
			_, err := graph.Ask[string](ctx, "well?")
			return nil, err
		})
		g.Edge(graph.Start, "ask")
	})
	ctx := t.Context()
	result, err := r.Invoke(ctx, config("t"), sum.Put(1))
	if err != nil || len(result.Interrupts) != 1 {
		t.Fatalf("got %+v, %v", result, err)
	}
	result, err = r.Invoke(ctx, config("t"), sum.Put(1))
	if err != nil || len(result.Interrupts) != 0 {
		t.Fatalf("got %+v, %v", result, err)
	}
	same(t, "log", []string{"not asked"}, result.State.Log)
	same(t, "history", []string{"loop/3", "loop/2", "input/1", "loop/0", "input/-1"}, steps(history(t, r, config("t"), checkpoint.Query{})))
}

// TestFieldBug_langgraph8796: of two runs on one thread one learns of the other.
func TestFieldBug_langgraph8796(t *testing.T) {
	saver := newSaver()
	const runs = 6
	gate := make(chan struct{})
	var arrived sync.WaitGroup
	arrived.Add(runs)
	r := build(t, graph.Options{Saver: saver}, func(g *graph.Graph[notes]) {
		g.Node("a", note("a"))
		g.Edge(graph.Start, "a")
	})
	if _, err := r.Invoke(t.Context(), config("t"), sum.Put(1)); err != nil {
		t.Fatal(err)
	}
	errs := make(chan error, runs)
	for range runs {
		go func() {
			arrived.Done()
			<-gate
			_, err := r.Invoke(t.Context(), config("t"), notesLog.Add("in"))
			errs <- err
		}()
	}
	arrived.Wait()
	close(gate)
	won := 0
	for range runs {
		err := <-errs
		var conflict *checkpoint.ConflictError
		switch {
		case err == nil:
			won++
		case !errors.As(err, &conflict) || !errors.Is(err, loci.Conflict):
			t.Errorf("got %v, want a conflict", err)
		}
	}
	all := history(t, r, config("t"), checkpoint.Query{})
	for i := range all[:len(all)-1] {
		if all[i].Parent != all[i+1].ID {
			t.Errorf("%s/%d is on a branch", all[i].Source, all[i].Step)
		}
	}
	if won == 0 && len(all[0].Next) == 0 {
		t.Error("nobody won")
	}
}

// TestContextIsNotSaved: whoever replays a run gives it its context again.
func TestContextIsNotSaved(t *testing.T) {
	type appKey struct{}
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("greet", func(ctx context.Context, s notes) (update, error) {
			user, ok := ctx.Value(appKey{}).(string)
			if !ok {
				return nil, loci.Errorf(loci.Invalid, "no user in the context")
			}
			thread, _ := graph.ThreadOf(ctx)
			return update{notesLog.Add("hello " + user + " on " + thread.ID)}, nil
		})
		g.Edge(graph.Start, "greet")
	})
	ctx := context.WithValue(t.Context(), appKey{}, "ana")
	if _, err := r.Invoke(ctx, config("t"), sum.Put(1)); err != nil {
		t.Fatal(err)
	}
	at := config("t")
	at.Checkpoint = history(t, r, at, checkpoint.Query{})[1].ID
	_, err := r.Invoke(t.Context(), at)
	wantCode(t, loci.Invalid, err)
	result, err := r.Invoke(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "log", []string{"hello ana on t"}, result.State.Log)
}

func TestPrincipalOwnsTheThread(t *testing.T) {
	saver := newSaver()
	r := build(t, graph.Options{Saver: saver}, diamond)
	ctx := loci.WithPrincipal(t.Context(), loci.Principal{Scope: loci.Scope{Org: "acme", User: "ana"}})
	if _, err := r.Invoke(ctx, config("t"), sum.Put(1)); err != nil {
		t.Fatal(err)
	}
	infos, err := saver.Threads(ctx, checkpoint.ThreadQuery{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "thread", checkpoint.Thread{Org: "acme", User: "ana", ID: "t"}, infos[0].Thread)
	if s, _ := r.State(t.Context(), config("t")); s.ID != "" {
		t.Error("another user sees the thread")
	}
}

// failing is a store that fails at the n-th write.
type failing struct {
	checkpoint.BlobStore
	left int
}

func (f *failing) SaveThread(ctx context.Context, b checkpoint.Batch) error {
	if f.left--; f.left == 0 {
		return loci.Errorf(loci.Unavailable, "the disk is full")
	}
	return f.BlobStore.SaveThread(ctx, b)
}

// TestFaultAtEveryWrite: whichever write fails, the run can go on and ends as
// if nothing had happened.
func TestFaultAtEveryWrite(t *testing.T) {
	for n := 1; ; n++ {
		store := &failing{inmem.Open(inmem.Options{}), n}
		saver := check(checkpoint.NewSaver(store, checkpoint.Options{}))
		r := build(t, graph.Options{Saver: saver}, diamond)
		_, err := r.Invoke(t.Context(), config("t"), notesLog.Add("in"))
		if err == nil {
			if n < 6 {
				t.Errorf("only %d writes", n)
			}
			return
		}
		wantCode(t, loci.Unavailable, err)
		var input []graph.Write[notes]
		if n == 1 { // not even the input was taken in
			input = append(input, notesLog.Add("in"))
		}
		result, err := r.Invoke(t.Context(), config("t"), input...)
		if err != nil {
			t.Fatalf("fault %d: %v", n, err)
		}
		same(t, fmt.Sprint("log after fault ", n), []string{"in", "a", "b", "c", "d"}, result.State.Log)
	}
}

// TestNewInputEmptiesJoins: what finished in a run that was given up does not
// count in the next.
func TestNewInputEmptiesJoins(t *testing.T) {
	fail := true
	r := build(t, saved(), func(g *graph.Graph[notes]) {
		g.Node("b", note("b"))
		g.Node("c1", func(context.Context, notes) (update, error) {
			if fail {
				return nil, errors.New("no")
			}
			return update{notesLog.Add("c1")}, nil
		})
		g.Node("c2", note("c2"))
		g.Node("b2", note("b2"))
		g.Node("b3", note("b3"))
		g.Node("d", note("d"))
		g.Edge(graph.Start, "b")
		g.Edge(graph.Start, "c1")
		g.Edge("b", "b2")
		g.Edge("b2", "b3")
		g.Edge("c1", "c2")
		g.Join("d", "b3", "c2")
	})
	if _, err := r.Invoke(t.Context(), config("t"), sum.Put(1)); err == nil {
		t.Fatal("no error")
	}
	fail = false
	if _, err := r.UpdateState(t.Context(), config("t"), "b3"); err != nil { // half of the join
		t.Fatal(err)
	}
	result, err := r.Invoke(t.Context(), config("t"), sum.Put(1))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "log", []string{"b", "c1", "b2", "c2", "b3", "d"}, result.State.Log)
}

// TestNodeThatIsGone: a thread that waits for a node of an older program says
// so.
func TestNodeThatIsGone(t *testing.T) {
	o := saved()
	old := build(t, o, func(g *graph.Graph[notes]) {
		g.Node("old", func(context.Context, notes) (update, error) { return nil, errors.New("no") })
		g.Edge(graph.Start, "old")
	})
	if _, err := old.Invoke(t.Context(), config("t"), sum.Put(1)); err == nil {
		t.Fatal("no error")
	}
	r := build(t, o, diamond)
	_, err := r.Invoke(t.Context(), config("t"))
	wantCode(t, loci.Invalid, err)
	if result, err := r.Invoke(t.Context(), config("t"), sum.Put(1)); err != nil || len(result.Next) > 0 {
		t.Errorf("a new input: %+v, %v", result, err)
	}
}
