package graph_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
)

type chat struct{ Messages []graph.Message }

var chatMessages = graph.Messages("messages", func(s *chat) *[]graph.Message { return &s.Messages })

func say(id, text string) graph.Message { return graph.Message{ID: id, Role: graph.User, Text: text} }

func TestMessages(t *testing.T) {
	for name, tt := range map[string]struct {
		writes []graph.Write[chat]
		want   string
		code   loci.Code
	}{
		"added":               {[]graph.Write[chat]{chatMessages.Add(say("3", "c"), say("4", "d"))}, "1a 2b 3c 4d", 0},
		"in place":            {[]graph.Write[chat]{chatMessages.Add(say("1", "x"), say("3", "c"))}, "1x 2b 3c", 0},
		"twice: the last":     {[]graph.Write[chat]{chatMessages.Add(say("3", "c"), say("3", "d"))}, "1a 2b 3d", 0},
		"removed":             {[]graph.Write[chat]{chatMessages.Remove("1")}, "2b", 0},
		"all removed":         {[]graph.Write[chat]{chatMessages.Remove("2", "1")}, "", 0},
		"removed, unknown":    {[]graph.Write[chat]{chatMessages.Remove("9")}, "", loci.NotFound},
		"removed twice":       {[]graph.Write[chat]{chatMessages.Remove("1", "1")}, "", loci.NotFound},
		"replaced":            {[]graph.Write[chat]{chatMessages.Replace(say("2", "y"), say("7", "z"))}, "2y 7z", 0},
		"replaced by nothing": {[]graph.Write[chat]{chatMessages.Replace()}, "", 0},
		"added, removed":      {[]graph.Write[chat]{chatMessages.Add(say("3", "c")), chatMessages.Remove("3")}, "1a 2b", 0},
		"removed, added":      {[]graph.Write[chat]{chatMessages.Remove("1"), chatMessages.Add(say("1", "x"))}, "2b 1x", 0},
	} {
		t.Run(name, func(t *testing.T) {
			g := graph.New[chat](chatMessages)
			g.Node("a", func(context.Context, chat) (graph.Update[chat], error) { return tt.writes, nil })
			g.Edge(graph.Start, "a")
			r := check(g.Compile(saved()))
			result, err := r.Invoke(t.Context(), config("t"), chatMessages.Add(say("1", "a"), say("2", "b")))
			if tt.code != 0 {
				wantCode(t, tt.code, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			same(t, "messages", tt.want, list(result.State.Messages))
			for _, s := range history(t, r, config("t"), checkpoint.Query{}) {
				if want := map[int]string{-1: "", 0: "1a 2b", 1: tt.want}[s.Step]; list(s.State.Messages) != want {
					t.Errorf("step %d: %q, want %q", s.Step, list(s.State.Messages), want)
				}
			}
		})
	}
}

func list(all []graph.Message) string {
	var out []string
	for _, m := range all {
		out = append(out, m.ID+m.Text)
	}
	return strings.Join(out, " ")
}

// TestMessagesGetIDsOnce, before they are stored: a replay finds the same.
func TestMessagesGetIDsOnce(t *testing.T) {
	g := graph.New[chat](chatMessages)
	g.Node("a", func(context.Context, chat) (graph.Update[chat], error) { return nil, nil })
	g.Edge(graph.Start, "a")
	r := check(g.Compile(saved()))
	result := check(r.Invoke(t.Context(), config("t"), chatMessages.Add(say("", "a"), say("", "b"))))
	all := history(t, r, config("t"), checkpoint.Query{})
	at := config("t")
	at.Checkpoint = all[1].ID
	again := check(r.Invoke(t.Context(), at))
	same(t, "messages", result.State.Messages, again.State.Messages)
	if m := result.State.Messages; m[0].ID == "" || m[0].ID == m[1].ID {
		t.Errorf("ids %q and %q", m[0].ID, m[1].ID)
	}
}

// TestRedact: a secret reaches neither the state nor the store.
func TestRedact(t *testing.T) {
	type both struct {
		Messages []graph.Message
		Note     string
		Log      []string
	}
	list := graph.Messages("messages", func(s *both) *[]graph.Message { return &s.Messages })
	note := graph.Replace("note", func(s *both) *string { return &s.Note })
	lines := graph.Append("log", func(s *both) *[]string { return &s.Log })
	g := graph.New[both](list, note, lines)
	g.Node("a", func(_ context.Context, s both) (graph.Update[both], error) {
		return graph.Update[both]{list.Add(say("2", "hunter2 again")), note.Set("hunter2"), lines.Add("x", "hunter2")}, nil
	})
	g.Edge(graph.Start, "a")
	o := saved()
	o.Redact = func(text string) string { return strings.ReplaceAll(text, "hunter2", "[secret]") }
	r := check(g.Compile(o))
	result := check(r.Invoke(t.Context(), config("t"), list.Add(say("1", "my password is hunter2"))))
	same(t, "state", both{
		Messages: []graph.Message{say("1", "my password is [secret]"), say("2", "[secret] again")},
		Note:     "[secret]", Log: []string{"x", "[secret]"},
	}, result.State)
	held, err := o.Saver.Holds(t.Context(), loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}, []string{"hunter2"})
	if held || err != nil {
		t.Errorf("the store holds it: %v, %v", held, err)
	}
}

func ExampleRunner_Mermaid() {
	g := graph.New[letters](foo, bar)
	for _, name := range []string{"plan", "search", "read", "answer"} {
		g.Node(name, func(context.Context, letters) (graph.Update[letters], error) { return nil, nil })
	}
	g.Edge(graph.Start, "plan")
	g.Edge("plan", "search")
	g.Edge("plan", "read")
	g.Join("answer", "search", "read")
	g.Branch("answer", func(context.Context, letters) ([]string, error) { return nil, nil }, "plan", graph.End)
	r := check(g.Compile(graph.Options{}))
	fmt.Print(r.Mermaid())
	fmt.Print(r.DOT())
	// Output:
	// flowchart TD
	//     n0(["start"])
	//     n1["answer"]
	//     n2["plan"]
	//     n3["read"]
	//     n4["search"]
	//     n5(["end"])
	//     n0 --> n2
	//     n2 --> n4
	//     n2 --> n3
	//     n4 ==> n1
	//     n3 ==> n1
	//     n1 -.-> n2
	//     n1 -.-> n5
	// digraph {
	//     "__start__" [label="start", shape=oval];
	//     "answer" [label="answer", shape=box];
	//     "plan" [label="plan", shape=box];
	//     "read" [label="read", shape=box];
	//     "search" [label="search", shape=box];
	//     "__end__" [label="end", shape=oval];
	//     "__start__" -> "plan";
	//     "plan" -> "search";
	//     "plan" -> "read";
	//     "search" -> "answer" [style=bold];
	//     "read" -> "answer" [style=bold];
	//     "answer" -> "plan" [style=dashed];
	//     "answer" -> "__end__" [style=dashed];
	// }
}
