package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/vector"
	"github.com/locimem/loci/service"
)

// The log told of an update, but row, index and vector held the old words.
func TestFieldBug_A7_mem0_4903(t *testing.T) {
	e := &topics{model: "one"}
	b := open(t, withEmbedder(e))
	m := *remember(t, b, person(), loci.RememberRequest{Text: "The boat lies in Porto"}).Memory
	b.maintain()
	text := "The invoice was paid"
	if _, err := b.Change(person(), loci.ChangeRequest{Op: loci.ChangeEdit, Ref: string(m.ID), Text: &text}); err != nil {
		t.Fatal(err)
	}
	b.maintain()
	if got, err := b.Get(person(), loci.GetRequest{Ref: string(m.ID)}); err != nil || got.Text != text {
		t.Errorf("row: %q, %v", got.Text, err)
	}
	words, err := service.New(b.store, service.Options{Now: b.now})
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]int{"boat": 0, "invoice": 1} {
		if r, err := words.Recall(person(), loci.RecallRequest{Query: query}); err != nil || len(r.Hits) != want {
			t.Errorf("index: %q finds %d, %v", query, len(r.Hits), err)
		}
	}
	vectors, err := e.Embed(context.Background(), []string{text})
	if err != nil {
		t.Fatal(err)
	}
	near, err := b.store.Nearest(context.Background(), loci.NearestQuery{Scopes: []loci.Scope{m.Scope}, Kind: loci.DocMemory, Model: e.Model(), Vector: vector.Unit(vectors[0]), N: 5})
	if err != nil || len(near) != 1 || near[0].Cosine < 0.99 {
		t.Errorf("vector: %+v, %v", near, err)
	}
}

// A newer way was linked to the old one, which stayed active.
func TestFieldBug_A16_jc_960(t *testing.T) {
	keyed := func(key, text string) func(*bench) {
		return func(b *bench) {
			remember(b.t, b, person(), loci.RememberRequest{Text: text, Key: key})
		}
	}
	said := func(text string) func(*bench) { return func(b *bench) { b.say(text) } }
	for name, tt := range map[string]struct {
		old, now func(*bench)
		query    string
		gone     string
	}{
		"a key":         {keyed("web-search", "use Jina for web search"), keyed("web-search", "use Exa for web search"), "web search", "Jina"},
		"a state":       {keyed("tavily", "the Tavily key is invalid"), keyed("tavily", "the Tavily key is fixed and works"), "Tavily key", "invalid"},
		"an order":      {said("Always use Jina for web search."), said("From now on use Exa for web search."), "web search", "Jina"},
		"what one uses": {said("I use Jina for web search."), said("I switched from Jina to Exa for web search."), "web search", "I use Jina"},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			tt.old(b)
			old := b.one()
			b.advance(day)
			tt.now(b)
			now := b.one()
			if strings.Contains(now.Text, tt.gone) {
				t.Errorf("valid is %q", now.Text)
			}
			r, err := b.Recall(person(), loci.RecallRequest{Query: tt.query, NoTurns: true})
			if err != nil || len(r.Hits) != 1 || r.Hits[0].Memory.ID != now.ID {
				t.Errorf("recalled %+v, %v", r.Hits, err)
			}
			history, err := b.History(person(), loci.HistoryRequest{})
			if err != nil || len(history.Entries) != 3 {
				t.Fatalf("%+v %v", history.Entries, err)
			}
			closed, added := history.Entries[0], history.Entries[1]
			if closed.Change != added.Change || !slices.Contains([]loci.ID{closed.Memory, added.Memory}, old.ID) {
				t.Errorf("not one change: %+v, %+v", closed, added)
			}
		})
	}
}

// A claim stood in four records, and its refutation closed one.
func TestFieldBug_A17_jc_960(t *testing.T) {
	b := open(t)
	b.say("I live in Porto.")
	for _, note := range []string{"The user lives in Porto", "User lives in the city of Porto", "Lives in Porto, near the river"} {
		remember(t, b, as(loci.ViaAgent), loci.RememberRequest{Text: note})
	}
	b.advance(day)
	b.say("I moved to Lisbon.")
	notes := 0
	for _, item := range b.review() {
		if item.Kind != loci.ReviewStale {
			continue
		}
		if notes++; item.Other.Text != "I live in Porto" {
			t.Errorf("%q is like %q", item.Memory.Text, item.Other.Text)
		}
		if _, err := b.Answer(person(), loci.AnswerRequest{ID: item.ID, Answer: loci.AnswerReject}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"I moved to Lisbon"}, b.valid()); diff != "" || notes != 3 {
		t.Errorf("%d notes were asked about; %s", notes, diff)
	}
	b.advance(day)
	b.say("I moved back to Porto.") // what is said since is not stale
	if left := b.review(); len(left) > 0 {
		t.Errorf("still to review: %+v", left)
	}
}

// A model that was to condense a hundred facts gave back forty, and the rest
// was deleted.
func TestFieldBug_A22_chatcli_1121(t *testing.T) {
	shortened := func(prompt string) (string, error) {
		lines := strings.Split(prompt, "\n")
		lines = slices.DeleteFunc(lines, func(l string) bool { return !strings.Contains(l, "stands in town") })
		for i, l := range lines {
			lines[i] = "- " + strings.TrimLeft(l, "- ")
		}
		return strings.Join(lines[:min(40, len(lines))], "\n"), nil
	}
	b := open(t, func(o *service.Options) { o.Compactor = writerFunc(shortened) })
	for i := range 100 {
		remember(t, b, person(), loci.RememberRequest{Text: fmt.Sprintf("warehouse %d stands in town %d", i, 1000+i)})
	}
	_, err := b.Compact(person(), loci.CompactRequest{Model: true})
	if err == nil || !strings.Contains(err.Error(), "leaves out 60 of 100") {
		t.Errorf("taken: %v", err)
	}
	if n := len(b.valid()); n != 100 {
		t.Errorf("%d of 100 are left", n)
	}
}

// No threshold of likeness makes it safe to replace; an address does: of 840
// facts over ten years exactly the last of each address are valid.
func TestFieldBug_A23_gagent_334(t *testing.T) {
	places := strings.Fields("Porto Lisbon Madrid Paris Berlin Vienna Prague Warsaw Oslo Rome")
	facts := []func(i int) string{
		func(i int) string { return "I live in " + places[i%10] + "." },
		func(i int) string { return "I work at " + places[i%10] + " Systems." },
		func(i int) string { return fmt.Sprintf("I'm %d years old.", 20+i%70) },
		func(i int) string { return "My favourite city is " + places[i%10] + "." },
		func(i int) string {
			return "My favourite colour is " + strings.Fields("red blue green grey")[i%4] + "."
		},
		func(i int) string { return "My daughter Ana lives in " + places[(i+3)%10] + "." },
		func(i int) string { return "My daughter Eva lives in " + places[(i+5)%10] + "." },
	}
	const rounds = 120
	b := open(t)
	var last []string
	for i := range rounds {
		last = nil
		for _, fact := range facts {
			b.advance(104 * time.Hour) // 840 of them are ten years
			b.say(fact(i))
			last = append(last, strings.TrimSuffix(fact(i), "."))
		}
	}
	got := b.valid()
	slices.Sort(got)
	slices.Sort(last)
	if diff := cmp.Diff(last, got); diff != "" {
		t.Errorf("valid after %d facts (-want +got):\n%s", rounds*len(facts), diff)
	}
}

// One text by two ways within a second, at once and one after the other.
func TestFieldBug_A26_agentcrew_28(t *testing.T) {
	for _, atOnce := range []bool{true, false} {
		b := open(t)
		now := b.now()
		hook := func() {
			_, err := b.Ingest(context.Background(), loci.IngestRequest{Turns: []loci.Turn{{ID: "1", Conversation: "c", Role: loci.RoleUser, Text: "I live in Porto", Time: now}}})
			if err != nil {
				t.Error(err)
			}
		}
		tool := func() {
			if _, err := b.Remember(as(loci.ViaAgent), loci.RememberRequest{Text: "I live in Porto", Quote: "I live in Porto"}); err != nil {
				t.Error(err)
			}
		}
		if atOnce {
			var group sync.WaitGroup
			group.Go(hook)
			group.Go(tool)
			group.Wait()
		} else {
			hook()
			b.advance(time.Second)
			tool()
		}
		if m := b.one(); m.Text != "I live in Porto" || m.Evidence != 1 {
			t.Errorf("at once %v: %q, %d days of evidence", atOnce, m.Text, m.Evidence)
		}
	}
}

// A move replaces where somebody lives, not with whom.
func TestAMoveLeavesTheFamily(t *testing.T) {
	b := open(t)
	b.say("I live in Leeds with my husband Tom and our two kids.")
	b.say("We moved to York.")
	if diff := cmp.Diff([]string{"We moved to York", "my husband Tom", "our two kids"}, b.valid(), unordered); diff != "" {
		t.Error(diff)
	}
}
