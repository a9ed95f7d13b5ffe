package cli_test

import (
	"context"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/local"
)

type chat struct {
	Topic    string
	Messages []graph.Message
}

// cmdThread runs an agent twice on a thread of the script's memory file, and
// changes its past: thread support-42. The agent's clock begins at nine.
func cmdThread(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: thread ID")
	}
	ctx := context.Background()
	mem, err := local.Open(ctx, local.Options{Path: filepath.Join(ts.Getenv("HOME"), ".loci", "memory.db")})
	ts.Check(err)
	defer mem.Close()
	types, err := checkpoint.NewRegistry(graph.Types()...)
	ts.Check(err)
	cipher, err := checkpoint.NewCipher(ctx, checkpoint.EnvKeys{Getenv: ts.Getenv})
	ts.Check(err)
	saver, err := mem.Saver(checkpoint.Options{Registry: types, Cipher: cipher})
	ts.Check(err)

	topic := graph.Replace("topic", func(s *chat) *string { return &s.Topic })
	messages := graph.Messages("messages", func(s *chat) *[]graph.Message { return &s.Messages })
	g := graph.New(topic, messages)
	g.Node("model", func(context.Context, chat) (graph.Update[chat], error) {
		return graph.Update[chat]{messages.Add(graph.Message{ID: "", Role: graph.Assistant, Text: "I see."})}, nil
	})
	g.Edge(graph.Start, "model")
	clock := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	r, err := g.Compile(graph.Options{Saver: saver, Now: func() time.Time { clock = clock.Add(time.Minute); return clock }})
	ts.Check(err)
	cfg := graph.Config{Thread: checkpoint.Thread{ID: args[0]}, Run: "r1", Metadata: map[string]any{"tenant": "acme"}}
	first, err := r.Invoke(ctx, cfg, topic.Set("billing"), messages.Add(graph.Message{ID: "m1", Role: graph.User, Text: "I was charged twice."}))
	ts.Check(err)
	_, err = r.Invoke(ctx, cfg, messages.Add(graph.Message{ID: "m2", Role: graph.User, Text: "Hello?"}))
	ts.Check(err)
	cfg.Checkpoint = first.Checkpoint
	_, err = r.UpdateState(ctx, cfg, graph.Start, topic.Set("refund"))
	ts.Check(err)
}
