// Command agent is an agent with both memories: each thread's messages are
// saved step by step, and what people say about themselves is remembered
// across threads. Two people of one org talk to it, one of them its admin.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/local"
)

// chat is the state of a thread.
type chat struct{ Messages []graph.Message }

var messages = graph.Messages("messages", func(s *chat) *[]graph.Message { return &s.Messages })

// agent answers people.
type agent struct {
	mem    *local.Memory
	runner *graph.Runner[chat]
}

func main() {
	dir, err := os.MkdirTemp("", "agent")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	clock := time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC)
	err = talk(context.Background(), os.Stdout, filepath.Join(dir, "memory.db"), func() time.Time {
		clock = clock.Add(time.Second)
		return clock
	})
	if err != nil {
		log.Fatal(err)
	}
}

// talk is the conversation that this example shows.
func talk(ctx context.Context, out io.Writer, path string, now func() time.Time) error {
	mem, err := local.Open(ctx, local.Options{Path: path, Org: "acme", User: "ana", Now: now, Zone: time.UTC})
	if err != nil {
		return err
	}
	defer mem.Close()
	a, err := newAgent(mem, now)
	if err != nil {
		return err
	}
	ana := loci.Principal{Scope: loci.Scope{Org: "acme", User: "ana"}, Roles: []loci.Role{loci.RoleMember, loci.RoleAdmin}, Via: loci.ViaHook, Zone: time.UTC}
	ben := loci.Principal{Scope: loci.Scope{Org: "acme", User: "ben"}, Roles: []loci.Role{loci.RoleMember}, Via: loci.ViaHook, Zone: time.UTC}
	for _, turn := range []struct {
		who          loci.Principal
		thread, text string
	}{
		{ana, "ana-1", "I am allergic to peanuts."},
		{ana, "ana-1", "remember: I prefer window seats"},
		{ana, "ana-1", "I live in Lisbon, and the wifi password is Tr0ub4dor&3x."},
		{ana, "ana-1", "episode: migrate the billing database | done in two nights, no data lost"},
		{ana, "ana-1", "company policy: never promise delivery dates to customers"},
		{ana, "ana-2", "What can I order for lunch?"},
		{ben, "ben-1", "What should I tell the customer?"},
		{ana, "ana-1", "/memory list"},
		{ana, "ana-1", "/thread summarize"},
		{ana, "ana-1", "/memory compact"},
	} {
		answer, err := a.turn(loci.WithPrincipal(ctx, turn.who), turn.who, turn.thread, turn.text)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s> %s\n%s\n\n", turn.who.User, turn.text, answer)
	}
	return nil
}

func newAgent(mem *local.Memory, now func() time.Time) (*agent, error) {
	types, err := checkpoint.NewRegistry(graph.Types()...)
	if err != nil {
		return nil, err
	}
	saver, err := mem.Saver(checkpoint.Options{Registry: types})
	if err != nil {
		return nil, err
	}
	a := &agent{mem: mem}
	g := graph.New[chat](messages)
	g.Node("answer", a.answer)
	g.Edge(graph.Start, "answer")
	a.runner, err = g.Compile(graph.Options{Saver: saver, Now: now, Redact: mem.Redact, Travel: graph.MemoryRevert, Revert: mem.RevertThread})
	return a, err
}

// turn gives the agent one message of a thread and returns its answer.
func (a *agent) turn(ctx context.Context, who loci.Principal, thread, text string) (string, error) {
	cfg := graph.Config{Thread: checkpoint.Thread{Org: who.Org, User: who.User, ID: thread}}
	result, err := a.runner.Invoke(ctx, cfg, messages.Add(graph.Message{Role: graph.User, Text: text}))
	if err != nil {
		return "", err
	}
	return result.State.Messages[len(result.State.Messages)-1].Text, nil
}

// answer is the agent's one node. Where this example only shows what it was
// given, a real agent asks its model.
func (a *agent) answer(ctx context.Context, s chat) (graph.Update[chat], error) {
	said := s.Messages[len(s.Messages)-1]
	block, err := a.mem.ContextBlock(ctx, loci.BlockRequest{Query: said.Text})
	if err != nil {
		return nil, err
	}
	thread, _ := graph.ThreadOf(ctx)
	kept, err := a.mem.Ingest(ctx, loci.Turn{ID: loci.TurnID(said.ID), Conversation: thread.ID, Role: loci.RoleUser, Text: said.Text})
	if err != nil {
		return nil, err
	}
	reply := "(a model would answer, knowing: " + facts(block) + ")"
	for _, r := range kept.Replies {
		if r.Command == "summarize" {
			summary, err := graph.Summarizer{Points: a.mem.Points, Redact: a.mem.Redact}.Summarize(ctx, s.Messages, said.ID)
			return graph.Update[chat]{messages.Replace(summary)}, err
		}
		reply = r.Text
	}
	return graph.Update[chat]{messages.Add(graph.Message{Role: graph.Assistant, Text: reply})}, nil
}

// facts are the statements of a context block, without its frame.
func facts(block string) string {
	var out []string
	for line := range strings.Lines(block) {
		if rest, ok := strings.CutPrefix(line, "- "); ok {
			_, text, _ := strings.Cut(rest, "] ") // what stands before it is its category and id
			out = append(out, strings.TrimSpace(text))
		}
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, "; ")
}
