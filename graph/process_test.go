package graph_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/internal/childtest"
	"github.com/locimem/loci/sqlite"
)

// nightly asks for tests at their full length.
func nightly() bool { return os.Getenv("LOCI_NIGHTLY") != "" }

func TestMain(m *testing.M) {
	childtest.Main(m, map[string]func(path, arg string) error{"endless": endless})
}

// rounds returns a graph that goes round without end: in each round three
// nodes run side by side, and say so in a file before they are done.
func rounds(saver *checkpoint.Saver, ran *os.File) (*graph.Runner[notes], error) {
	g := graph.New[notes](notesLog, sum, lastNote)
	g.Node("round", func(_ context.Context, s notes) (update, error) {
		return update{sum.Put(1), notesLog.Add("round")}, nil
	})
	sides := []string{"left", "middle", "right"}
	for i, name := range sides {
		g.Node(name, func(_ context.Context, s notes) (update, error) {
			time.Sleep(time.Duration(i) * time.Millisecond)
			_, err := fmt.Fprintf(ran, "%s %d\n", name, s.Sum)
			return update{sum.Put(1), notesLog.Add(name)}, err
		})
		g.Edge("round", name)
	}
	g.Join("round", sides...)
	g.Edge(graph.Start, "round")
	return g.Compile(graph.Options{Saver: saver, Limit: 1 << 30})
}

// endless goes on with the thread in a directory, and prints what is durable.
func endless(dir, _ string) error {
	fmt.Println("started")
	ctx := context.Background()
	store, err := sqlite.Open(ctx, filepath.Join(dir, "checkpoints.db"), sqlite.Options{})
	if err != nil {
		return err
	}
	saver, err := checkpoint.NewSaver(store, checkpoint.Options{})
	if err != nil {
		return err
	}
	ran, err := os.OpenFile(filepath.Join(dir, "ran"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	r, err := rounds(saver, ran)
	if err != nil {
		return err
	}
	var input []graph.Write[notes]
	s, err := r.State(ctx, config("t"))
	if err != nil {
		return err
	}
	if s.ID == "" {
		input = append(input, lastNote.Set("go"))
	}
	at := s.State.Sum // the sum that the tasks of the present step see
	if s.ID != "" {
		raw, err := saver.Get(ctx, s.Thread, "", "")
		if err != nil {
			return err
		}
		at, _ = raw.Values["sum"].(int)
	}
	for e, err := range r.Stream(ctx, config("t"), input...) {
		switch {
		case err != nil:
			return err
		case e.Kind == graph.CheckpointSaved:
			at = e.State.Sum
			fmt.Println("checkpoint", e.Checkpoint, at)
		case e.Kind == graph.TaskFinished:
			fmt.Println("task", e.Node, at)
		}
	}
	return nil
}

// TestKill kills a run again and again: every checkpoint that was acknowledged
// is there, no task that was acknowledged runs again, no state is half written.
func TestKill(t *testing.T) {
	kills := 20
	if nightly() {
		kills = 200
	}
	dir := t.TempDir()
	checkpoints := map[checkpoint.ID]string{}
	tasks := map[string]bool{}
	read := 0
	for range kills {
		// So many lines after its start, and a moment: early lives end while
		// the file is opened, and none depends on the speed of the machine.
		var out []string
		killed, err := childtest.Live(childtest.Command(t, "endless", dir), rand.IntN(20), time.Duration(rand.IntN(int(10*time.Millisecond))), func(line string) {
			out = append(out, line)
		})
		if !killed {
			t.Fatalf("the process gave up: %v", err)
		}
		ran, err := os.ReadFile(filepath.Join(dir, "ran"))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(ran[read:]), "\n") {
			if tasks[line] {
				t.Errorf("%q was acknowledged and ran again", line)
			}
		}
		read = len(ran)
		for _, line := range out {
			kind, rest, _ := strings.Cut(line, " ")
			switch name, value, complete := strings.Cut(rest, " "); {
			case kind == "checkpoint" && complete:
				checkpoints[checkpoint.ID(name)] = value
			case kind == "task" && complete:
				tasks[rest] = true
			}
		}
	}
	if len(checkpoints) == 0 || len(tasks) == 0 {
		t.Fatalf("%d checkpoints and %d tasks in %d lives: nothing was killed at work", len(checkpoints), len(tasks), kills)
	}
	store, err := sqlite.Open(t.Context(), filepath.Join(dir, "checkpoints.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	saver := check(checkpoint.NewSaver(store, checkpoint.Options{}))
	r := check(rounds(saver, nil))
	all := history(t, r, config("t"), checkpoint.Query{})
	for i, s := range all {
		if len(s.State.Log) != s.State.Sum {
			t.Errorf("%s/%d is half written: %d entries, sum %d", s.Source, s.Step, len(s.State.Log), s.State.Sum)
		}
		if i+1 < len(all) && s.Parent != all[i+1].ID {
			t.Errorf("%s/%d does not follow the one before", s.Source, s.Step)
		}
		if value, acknowledged := checkpoints[s.ID]; acknowledged {
			if value != fmt.Sprint(s.State.Sum) {
				t.Errorf("%s/%d has the sum %d, acknowledged was %s", s.Source, s.Step, s.State.Sum, value)
			}
			delete(checkpoints, s.ID)
		}
	}
	for id := range checkpoints {
		t.Errorf("checkpoint %s was acknowledged and is lost", id)
	}
	t.Logf("%d checkpoints, %d acknowledged tasks, %d kills", len(all), len(tasks), kills)
}

// TestThreadsSideBySide runs eight threads on one file, and reads them.
func TestThreadsSideBySide(t *testing.T) {
	limit := 60
	if nightly() {
		limit = 1000
	}
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "checkpoints.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	saver := check(checkpoint.NewSaver(store, checkpoint.Options{}))
	r := build(t, graph.Options{Saver: saver, Limit: limit + 1}, func(g *graph.Graph[notes]) {
		g.Node("a", func(_ context.Context, s notes) (update, error) { return update{sum.Put(1), notesLog.Add("a")}, nil })
		g.Edge(graph.Start, "a")
		g.Branch("a", func(_ context.Context, s notes) ([]string, error) {
			if s.Sum == limit {
				return nil, nil
			}
			return []string{"a"}, nil
		}, "a")
	})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			cfg := config(fmt.Sprint(i))
			for e, err := range r.Stream(t.Context(), cfg, lastNote.Set("go")) {
				if err != nil {
					t.Error(err)
					return
				}
				if e.Step%20 != 0 {
					continue
				}
				for s, err := range r.History(t.Context(), cfg, checkpoint.Query{}) { // and is left in the middle
					if err != nil || s.State.Sum != e.State.Sum {
						t.Errorf("got %d, %v", s.State.Sum, err)
					}
					break
				}
			}
		})
	}
	wg.Wait()
	for i := range 8 {
		s, err := r.State(t.Context(), config(fmt.Sprint(i)))
		if err != nil || s.State.Sum != limit || len(s.State.Log) != limit {
			t.Errorf("thread %d: %d of %d, %v", i, s.State.Sum, limit, err)
		}
	}
}
