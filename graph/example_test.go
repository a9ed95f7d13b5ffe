package graph_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/inmem"
)

// letters is a state with one field that is replaced and one that grows.
type letters struct {
	Foo string
	Bar []string
}

var (
	foo = graph.Replace("foo", func(s *letters) *string { return &s.Foo })
	bar = graph.Append("bar", func(s *letters) *[]string { return &s.Bar })
)

// compileLetters returns a graph of two nodes, one after the other.
func compileLetters(saver *checkpoint.Saver) *graph.Runner[letters] {
	g := graph.New(foo, bar)
	for node, letter := range map[string]string{"node_a": "a", "node_b": "b"} {
		g.Node(node, func(context.Context, letters) (graph.Update[letters], error) {
			return graph.Update[letters]{foo.Set(letter), bar.Add(letter)}, nil
		})
	}
	g.Edge(graph.Start, "node_a")
	g.Edge("node_a", "node_b")
	g.Edge("node_b", graph.End)
	return check(g.Compile(graph.Options{Saver: saver}))
}

func newSaver(types ...checkpoint.Type) *checkpoint.Saver {
	registry := check(checkpoint.NewRegistry(append(graph.Types(), types...)...))
	return check(checkpoint.NewSaver(inmem.Open(inmem.Options{}), checkpoint.Options{Registry: registry}))
}

func check[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func config(thread string) graph.Config {
	return graph.Config{Thread: checkpoint.Thread{ID: thread}}
}

// A thread keeps the state of every step; a second run goes on from the first.
func ExampleRunner_Invoke() {
	ctx := context.Background()
	runner := compileLetters(newSaver())
	count := func() (n int) {
		for _, err := range runner.History(ctx, config("1"), checkpoint.Query{}) {
			check(n, err)
			n++
		}
		return n
	}
	result := check(runner.Invoke(ctx, config("1"), foo.Set("")))
	fmt.Printf("%+v\n", result.State)
	fmt.Println("Checkpoint count:", count())
	for s, err := range runner.History(ctx, config("1"), checkpoint.Query{}) {
		fmt.Printf("%s/%d %v foo=%q bar=%v\n", s.Source, s.Step, s.Next, s.State.Foo, check(s, err).State.Bar)
	}
	result = check(runner.Invoke(ctx, config("1"), foo.Set(""), bar.Add("in2")))
	fmt.Printf("%+v\n", result.State)
	fmt.Println("Checkpoint count:", count())
	// Output:
	// {Foo:b Bar:[a b]}
	// Checkpoint count: 4
	// loop/2 [] foo="b" bar=[a b]
	// loop/1 [node_b] foo="a" bar=[a]
	// loop/0 [node_a] foo="" bar=[]
	// input/-1 [__start__] foo="" bar=[]
	// {Foo:b Bar:[a b in2 a b]}
	// Checkpoint count: 8
}

// The past can be changed, and run again.
func ExampleRunner_UpdateState() {
	ctx := context.Background()
	runner := compileLetters(newSaver())
	check(runner.Invoke(ctx, config("1"), foo.Set("")))
	var beforeB graph.Snapshot[letters]
	count := func() (n int) {
		for s, err := range runner.History(ctx, config("1"), checkpoint.Query{}) {
			if n++; check(s, err).Step == 1 {
				beforeB = s
			}
		}
		return n
	}
	counts := []int{count()}

	at := config("1")
	at.Checkpoint = beforeB.ID
	forked := check(runner.UpdateState(ctx, at, "node_a", foo.Set("forked")))
	fmt.Printf("%s/%d %v %+v\n", forked.Source, forked.Step, forked.Next, forked.State)
	counts = append(counts, count())

	onFork := config("1")
	onFork.Checkpoint = forked.ID
	fmt.Printf("fork:   %+v\n", check(runner.Invoke(ctx, onFork)).State)
	counts = append(counts, count())

	fmt.Printf("replay: %+v\n", check(runner.Invoke(ctx, at)).State)
	fmt.Println(append(counts, count()))
	// Output:
	// update/2 [node_b] {Foo:forked Bar:[a]}
	// fork:   {Foo:b Bar:[a b]}
	// replay: {Foo:b Bar:[a b]}
	// [4 5 6 8]
}

// ticket is what the support desk hands to its billing worker.
type ticket struct {
	Text   string
	Answer string
}

// billing is what the worker knows.
type billing struct {
	Messages            []graph.Message
	Issue, Plan, Wanted string
}

var (
	text     = graph.Replace("text", func(s *ticket) *string { return &s.Text })
	answer   = graph.Replace("answer", func(s *ticket) *string { return &s.Answer })
	messages = graph.Messages("messages", func(s *billing) *[]graph.Message { return &s.Messages })
	issue    = graph.Replace("issue", func(s *billing) *string { return &s.Issue })
	plan     = graph.Replace("plan", func(s *billing) *string { return &s.Plan })
	wanted   = graph.Replace("wanted", func(s *billing) *string { return &s.Wanted })
)

// compileDesk returns a desk whose worker remembers as the mode says.
func compileDesk(saver *checkpoint.Saver, mode graph.Mode) *graph.Runner[ticket] {
	w := graph.New[billing](messages, issue, plan, wanted)
	w.Node("work", func(_ context.Context, s billing) (graph.Update[billing], error) {
		said := strings.ToLower(s.Messages[len(s.Messages)-1].Text)
		u := graph.Update[billing]{}
		for words, write := range map[string]graph.Write[billing]{
			"charged twice": issue.Set("duplicate"), "pro plan": plan.Set("pro"), "refund": wanted.Set("refund"),
		} {
			if strings.Contains(said, words) {
				u = append(u, write)
			}
		}
		return u, nil
	})
	w.Node("answer", func(_ context.Context, s billing) (graph.Update[billing], error) {
		none := func(s string) string {
			if s == "" {
				return "None"
			}
			return s
		}
		text := fmt.Sprintf("Msgs: %d | Known: %s, %s, %s", len(s.Messages), none(s.Issue), none(s.Plan), none(s.Wanted))
		return graph.Update[billing]{messages.Add(graph.Message{Role: graph.Assistant, Text: text})}, nil
	})
	w.Edge(graph.Start, "work")
	w.Edge("work", "answer")
	worker := check(w.Compile(graph.Options{Mode: mode}))

	d := graph.New(text, answer)
	d.Node("call_worker", func(ctx context.Context, s ticket) (graph.Update[ticket], error) {
		result, err := worker.Invoke(ctx, graph.Config{}, messages.Add(graph.Message{Role: graph.User, Text: s.Text}))
		if err != nil {
			return nil, err
		}
		m := result.State.Messages
		return graph.Update[ticket]{answer.Set(m[len(m)-1].Text)}, nil
	})
	d.Edge(graph.Start, "call_worker")
	return check(d.Compile(graph.Options{Saver: saver}))
}

// What a sub-graph remembers depends on its mode.
func ExampleMode() {
	ctx := context.Background()
	saver := newSaver()
	for _, mode := range []graph.Mode{graph.PerInvocation, graph.PerThread, graph.Stateless} {
		fmt.Printf("%q\n", mode)
		desk := compileDesk(saver, mode)
		for _, said := range []string{"I was charged twice.", "I'm on the Pro plan.", "I want a refund."} {
			result := check(desk.Invoke(ctx, config("demo-"+string(mode)), text.Set(said)))
			fmt.Println(result.State.Answer)
		}
	}
	// Output:
	// ""
	// Msgs: 1 | Known: duplicate, None, None
	// Msgs: 1 | Known: None, pro, None
	// Msgs: 1 | Known: None, None, refund
	// "per_thread"
	// Msgs: 1 | Known: duplicate, None, None
	// Msgs: 3 | Known: duplicate, pro, None
	// Msgs: 5 | Known: duplicate, pro, refund
	// "stateless"
	// Msgs: 1 | Known: duplicate, None, None
	// Msgs: 1 | Known: None, pro, None
	// Msgs: 1 | Known: None, None, refund
}
