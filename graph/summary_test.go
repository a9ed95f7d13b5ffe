package graph_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/graph"
)

func TestSummarize(t *testing.T) {
	ctx := t.Context()
	var seen []string
	s := graph.Summarizer{
		Redact: func(text string) string { return strings.ReplaceAll(text, "hunter2", "[secret]") },
		Points: func(_ context.Context, messages []graph.Message) (points []graph.Point, _ error) {
			for i, m := range messages {
				seen = append(seen, m.Text)
				points = append(points, graph.Point{Text: "- said\n" + m.Text, Keep: i > 9})
			}
			return append(points, graph.Point{Text: "  "}, graph.Point{Text: "password hunter2", Keep: true}), nil
		},
	}
	var all []graph.Message
	for i := range 12 {
		all = append(all, say(fmt.Sprint(i), fmt.Sprint("hunter2 ", i)))
	}
	all = append(all, say("command", "/thread summarize"))
	m, err := s.Summarize(ctx, all, "command")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "messages seen", 12, len(seen))
	same(t, "summary", graph.Message{Role: graph.Summary, Text: `Prior conversation (summarized):
- said [secret] 0
- said [secret] 1
- said [secret] 2
- said [secret] 3
- said [secret] 4
- said [secret] 10
- said [secret] 11
- password [secret]`}, m)
	for name, all := range map[string][]graph.Message{"nothing": nil, "only the command": {say("command", "/thread summarize")}} {
		if _, err := s.Summarize(ctx, all, "command"); loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
	s.Points = func(context.Context, []graph.Message) ([]graph.Point, error) { return nil, nil }
	_, err = s.Summarize(ctx, all)
	wantCode(t, loci.Invalid, err)
}

func TestPoints(t *testing.T) {
	got := graph.Points("Sure! Here is a summary:\n\n- Decision: use Go\n  and SQLite\n* prefers tea\n•  Preference: short answers\n**bold** is no bullet\n", "decision", "preference")
	same(t, "points", []graph.Point{
		{Text: "Decision: use Go and SQLite", Keep: true}, {Text: "prefers tea"}, {Text: "Preference: short answers **bold** is no bullet", Keep: true},
	}, got)
	same(t, "without bullets", 0, len(graph.Points("I cannot do that.")))
}

// A command replaces a thread's messages by one that sums them up.
func ExampleSummarizer_Summarize() {
	ctx := context.Background()
	summarizer := graph.Summarizer{Points: func(_ context.Context, messages []graph.Message) ([]graph.Point, error) {
		return graph.Points("Here you are:\n- Decision: ship on Friday\n- talked about " + fmt.Sprint(len(messages)) + " things"), nil
	}}
	g := graph.New[chat](chatMessages)
	g.Node("chat", func(ctx context.Context, s chat) (graph.Update[chat], error) {
		said := s.Messages[len(s.Messages)-1]
		if said.Text != "/thread summarize" {
			return graph.Update[chat]{chatMessages.Add(graph.Message{Role: graph.Assistant, Text: "Noted."})}, nil
		}
		summary, err := summarizer.Summarize(ctx, s.Messages, said.ID)
		return graph.Update[chat]{chatMessages.Replace(summary)}, err
	})
	g.Edge(graph.Start, "chat")
	runner := check(g.Compile(graph.Options{Saver: newSaver()}))
	for _, text := range []string{"Ship on Friday?", "Yes, Friday.", "/thread summarize"} {
		result := check(runner.Invoke(ctx, config("t"), chatMessages.Add(graph.Message{Role: graph.User, Text: text})))
		fmt.Println(len(result.State.Messages), "messages")
		if m := result.State.Messages[0]; m.Role == graph.Summary {
			fmt.Println(m.Text)
		}
	}
	// Output:
	// 2 messages
	// 4 messages
	// 1 messages
	// Prior conversation (summarized):
	// - Decision: ship on Friday
	// - talked about 4 things
}
