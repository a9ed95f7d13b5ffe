package graph_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/local"
)

// A node asks, the run stops, and an answer brings it to its end.
func ExampleAsk() {
	ctx := context.Background()
	g := graph.New[letters](foo, bar)
	g.Node("greet", func(ctx context.Context, s letters) (graph.Update[letters], error) {
		name, err := graph.Ask[string](ctx, "What is your name?")
		if err != nil {
			return nil, err
		}
		return graph.Update[letters]{foo.Set("Hello, " + name + "!")}, nil
	})
	g.Edge(graph.Start, "greet")
	runner := check(g.Compile(graph.Options{Saver: newSaver()}))

	result := check(runner.Invoke(ctx, config("1"), bar.Add("hi")))
	fmt.Println(result.Next, string(result.Interrupts[0].Value))
	result = check(runner.Resume(ctx, config("1"), "Ana"))
	fmt.Println(result.Next, result.State.Foo)
	// Output:
	// [greet] "What is your name?"
	// [] Hello, Ana!
}

func ExampleRunner_Stream() {
	ctx := context.Background()
	for e, err := range compileLetters(newSaver()).Stream(ctx, config("1"), foo.Set("")) {
		fmt.Println(e.Kind, e.Step, check(e, err).State.Bar, e.Next)
	}
	// Output:
	// checkpoint 0 [] [node_a]
	// checkpoint 1 [a] [node_b]
	// checkpoint 2 [a b] []
}

// What a replay sees of long-term memory is the graph's choice. By default it
// sees what was learned after the checkpoint: the memory shadow.
func ExampleTravel() {
	ctx := context.Background()
	dir := check(os.MkdirTemp("", "loci"))
	defer os.RemoveAll(dir)
	clock := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	now := func() time.Time { clock = clock.Add(time.Minute); return clock }
	for _, travel := range []graph.Travel{graph.KeepMemory, graph.MemoryAsOf} {
		mem := check(local.Open(ctx, local.Options{Path: filepath.Join(dir, "memory"+string(travel)+".db"), Now: now}))
		g := graph.New[letters](foo, bar)
		g.Node("recall", func(ctx context.Context, s letters) (graph.Update[letters], error) {
			request := loci.ListRequest{}
			if at, ok := graph.AsOf(ctx); ok {
				request.AsOf = at
			}
			known, err := mem.Service().List(ctx, request)
			return graph.Update[letters]{foo.Set(fmt.Sprint("knows ", len(known.Memories)))}, err
		})
		g.Edge(graph.Start, "recall")
		runner := check(g.Compile(graph.Options{Saver: check(mem.Saver(checkpoint.Options{})), Travel: travel, Now: now}))

		remember := func(text string) {
			check(mem.Service().Remember(ctx, loci.RememberRequest{Text: text}))
		}
		remember("I prefer tea")
		fmt.Println("at first:   ", check(runner.Invoke(ctx, config("1"), bar.Add("hi"))).State.Foo)
		remember("My dentist is Dr. Alves")
		at := config("1")
		for s, err := range runner.History(ctx, config("1"), checkpoint.Query{}) {
			if len(check(s, err).Next) > 0 && s.Next[0] == "recall" {
				at.Checkpoint = s.ID
			}
		}
		fmt.Printf("%-13s%s\n", "replay "+string(travel)+":", check(runner.Invoke(ctx, at)).State.Foo)
		mem.Close()
	}
	// Output:
	// at first:    knows 1
	// replay :     knows 2
	// at first:    knows 1
	// replay as_of:knows 1
}
