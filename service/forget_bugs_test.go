package service_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

// A purge that stopped at the first ten.
func TestFieldBug_J1_semantica1018(t *testing.T) {
	b := open(t)
	person := as(loci.ViaTerminal)
	for i := range 25 {
		remember(t, b, person, loci.RememberRequest{Text: fmt.Sprintf("Quuxcorp project number %d is blue", i)})
	}
	remember(t, b, person, loci.RememberRequest{Text: "I like tea"})
	r, err := b.Forget(person, loci.ForgetRequest{Query: "Quuxcorp"})
	if err != nil || len(r.Memories) != 25 {
		t.Fatalf("%d forgotten, %v", len(r.Memories), err)
	}
	if all := everything(t, b); strings.Contains(all, "Quuxcorp") {
		t.Error(all)
	}
	b.one("tea")
}

// Rows that went while their vectors stayed.
func TestFieldBug_J2_PigPig202(t *testing.T) {
	e := &counting{}
	b := open(t, func(o *service.Options) { o.Embedder = e })
	person := as(loci.ViaTerminal)
	b.say("I live in Quuxville")
	b.say("I play chess")
	if r, err := b.Maintain(person); err != nil || r.Embedded != 2 {
		t.Fatalf("%+v %v", r, err)
	}
	near := func() int {
		found, err := b.store.Nearest(context.Background(), loci.NearestQuery{
			Scopes: []loci.Scope{{Org: loci.DefaultOrg, User: loci.DefaultUser}}, Kind: loci.DocMemory, Model: e.Model(), Vector: []float32{1, 0}, N: 10})
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	if near() != 2 {
		t.Fatalf("%d vectors", near())
	}
	r, err := b.Forget(person, loci.ForgetRequest{Everything: true})
	if err != nil || r.State != loci.ForgetErased || len(r.Memories) != 2 || r.Turns != 2 {
		t.Fatalf("%+v %v", r, err)
	}
	if near() != 0 || strings.Contains(everything(t, b), "Quuxville") {
		t.Errorf("%d vectors are left", near())
	}
	b.sound()
}

// counting embeds everything as one of two directions.
type counting struct{ n int }

func (*counting) Model() string { return "counting" }

func (c *counting) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for range texts {
		c.n++
		out = append(out, []float32{float32(c.n % 2), float32((c.n + 1) % 2)})
	}
	return out, nil
}

// A save that waited and brought back what was forgotten meanwhile: the same
// turn, read again, is known; what another turn says is new.
func TestFieldBug_J4_crewAI7290(t *testing.T) {
	b := open(t)
	turn := loci.Turn{ID: "7", Role: loci.RoleUser, Text: "I live in Quuxville", Conversation: "c1", Time: b.now()}
	b.turn(turn)
	if _, err := b.Forget(as(loci.ViaTerminal), loci.ForgetRequest{Query: "Quuxville"}); err != nil {
		t.Fatal(err)
	}
	if r := b.turn(turn); r.Known != 1 || len(b.valid()) != 0 {
		t.Errorf("read again: %+v, %q", r, b.valid())
	}
	turn.ID = "8"
	if b.turn(turn); len(b.valid()) != 1 {
		t.Errorf("said again: %q", b.valid())
	}
}

// An edit that lost where the memory came from.
func TestFieldBug_J8_memanto1390(t *testing.T) {
	b := open(t)
	b.say("I live in Quuxville")
	before := b.one("Quuxville")
	text := "I live in Fooburg"
	if _, err := b.Change(as(loci.ViaTerminal), loci.ChangeRequest{Op: loci.ChangeEdit, Ref: string(before.ID), Text: &text}); err != nil {
		t.Fatal(err)
	}
	after := b.one("Fooburg")
	if diff := cmp.Diff(before.Ref, after.Ref); diff != "" || after.Origin != before.Origin || after.ID != before.ID || before.Ref.Turn == "" {
		t.Errorf("origin %s, %s", after.Origin, diff)
	}
	r, err := b.History(context.Background(), loci.HistoryRequest{Ref: string(after.ID)})
	if err != nil || len(r.Entries) != 2 || r.Entries[1].After.Text != before.Text {
		t.Errorf("%+v %v", r, err)
	}
}

// Save and search under different user ids.
func TestFieldBug_I11_kagent1771(t *testing.T) {
	b := open(t)
	user := func(name string) context.Context {
		return as(loci.ViaTerminal, func(p *loci.Principal) { p.User = name })
	}
	remember(t, b, user("a"), loci.RememberRequest{Text: "I like tea"})
	for name, want := range map[string]int{"a": 1, "b": 0} {
		if r, err := b.Recall(user(name), loci.RecallRequest{Query: "tea"}); err != nil || len(r.Hits) != want {
			t.Errorf("%s finds %d, %v", name, len(r.Hits), err)
		}
	}
}

func TestForgetEverythingIsTheUsersOwn(t *testing.T) {
	b := open(t)
	other := as(loci.ViaTerminal, func(p *loci.Principal) { p.User = "ana" })
	remember(t, b, other, loci.RememberRequest{Text: "I like coffee"})
	for _, project := range []string{"", "one"} {
		in := as(loci.ViaTerminal, func(p *loci.Principal) { p.Project = project })
		remember(t, b, in, loci.RememberRequest{Text: "I like tea"})
	}
	holder := &notes{held: []string{"I like tea"}}
	s, err := service.New(b.store, service.Options{Now: b.now, Holders: []loci.Holder{holder}})
	if err != nil {
		t.Fatal(err)
	}
	preview, err := s.Forget(as(loci.ViaTerminal), loci.ForgetRequest{Everything: true, Preview: true})
	if err != nil || len(preview.Memories) != 2 || len(preview.Holders) != 1 {
		t.Fatalf("%+v %v", preview, err)
	}
	r, err := s.Forget(as(loci.ViaTerminal), loci.ForgetRequest{Everything: true})
	if err != nil || r.State != loci.ForgetPending || len(r.Holders) != 1 {
		t.Errorf("a holder that was not emptied: %+v %v", r, err)
	}
	r, err = s.Forget(as(loci.ViaTerminal), loci.ForgetRequest{Everything: true, Threads: true})
	if err != nil || r.State != loci.ForgetErased || len(holder.held) != 0 {
		t.Errorf("%+v %v, %q held", r, err, holder.held)
	}
	if got, err := s.List(other, loci.ListRequest{}); err != nil || len(got.Memories) != 1 {
		t.Errorf("another user's: %+v %v", got, err)
	}
}

// notes is a holder of texts.
type notes struct{ held []string }

func (*notes) Name() string { return "notes" }

func (n *notes) Holds(_ context.Context, _ loci.Scope, texts []string) (bool, error) {
	for _, h := range n.held {
		for _, text := range texts {
			if strings.Contains(h, text) {
				return true, nil
			}
		}
	}
	return len(texts) == 0 && len(n.held) > 0, nil
}

func (n *notes) Erase(ctx context.Context, scope loci.Scope, texts []string) error {
	if held, _ := n.Holds(ctx, scope, texts); held {
		n.held = nil
	}
	return nil
}

// A token of one session was good for the whole workspace: who acts in one
// project reaches nothing of another, by search, by id or by key.
func TestFieldBug_I10_honcho(t *testing.T) {
	b := open(t)
	in := func(project string) context.Context {
		return as(loci.ViaTerminal, func(p *loci.Principal) { p.Project = project })
	}
	m := remember(t, b, in("s1"), loci.RememberRequest{Text: "I like tea", Key: "drink"}).Memory
	for _, ref := range []string{string(m.ID), m.ID.Short(), "drink"} {
		if got, err := b.Get(in("s2"), loci.GetRequest{Ref: ref}); !errors.Is(err, loci.NotFound) {
			t.Errorf("get %s: %q, %v", ref, got.Text, err)
		}
		if _, err := b.Forget(in("s2"), loci.ForgetRequest{Ref: ref}); !errors.Is(err, loci.NotFound) {
			t.Errorf("forget %s: %v", ref, err)
		}
	}
	if r, err := b.Recall(in("s2"), loci.RecallRequest{Query: "tea"}); err != nil || len(r.Hits) != 0 {
		t.Errorf("recall: %+v, %v", r.Hits, err)
	}
	if got, err := b.Get(in("s1"), loci.GetRequest{Ref: "drink"}); err != nil || got.Text != "I like tea" {
		t.Errorf("its own: %q, %v", got.Text, err)
	}
}
