package service_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

func TestForgetLeavesNothing(t *testing.T) {
	b := open(t)
	ctx := as(loci.ViaTerminal)
	first := loci.Turn{ID: "1", Role: loci.RoleUser, Text: "Good morning! I'm allergic to peanuts. Any ideas for dinner?", Conversation: "c", Time: b.now()}
	b.turn(first)
	b.turn(loci.Turn{ID: "2", Role: loci.RoleAssistant, Text: "Noted: you are allergic to peanuts. How about dal?", Conversation: "c"})
	b.advance(day)
	b.say("reminder: I'm allergic to peanuts")
	m := b.one("peanuts")
	r, err := b.Forget(ctx, loci.ForgetRequest{Ref: m.ID.Short()})
	if err != nil || r.State != loci.ForgetErased || r.Turns != 3 {
		t.Fatalf("%+v %v", r, err)
	}
	if all := everything(t, b); strings.Contains(strings.ToLower(all), "peanut") {
		t.Errorf("still there: %s", all)
	}
	if all := everything(t, b); !strings.Contains(all, "Good morning") || !strings.Contains(all, "dal") {
		t.Errorf("more was erased than that: %s", all)
	}
	if r := b.turn(first); r.Known != 1 { // field bugs J4 crewAI#7290, J5 dv#968
		t.Errorf("a replay is not known: %+v", r)
	}
	if got := b.valid(); len(got) > 0 {
		t.Errorf("a replay brought back %q", got)
	}
	b.advance(30 * day)
	b.say("I'm allergic to peanuts, did I say?")
	b.one("peanuts") // said anew, it is a new statement
	dump(t, b)
}

func everything(t *testing.T, b *bench) string {
	t.Helper()
	ctx := context.Background()
	ms, err := b.store.Memories(ctx, loci.MemoryQuery{AllScopes: true})
	if err != nil {
		t.Fatal(err)
	}
	scopes, err := b.store.Scopes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	turns, err := b.store.Turns(ctx, loci.TurnQuery{Scopes: scopes})
	if err != nil {
		t.Fatal(err)
	}
	history, err := b.store.History(ctx, loci.HistoryQuery{Scopes: scopes})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%+v %+v", ms, turns)
	for _, e := range history {
		fmt.Fprintf(&out, " %s %s", e.Op, e.Why)
		if e.After != nil {
			fmt.Fprintf(&out, " %+v", *e.After)
		}
	}
	return out.String()
}

func TestForgetByWordsShowsFirst(t *testing.T) {
	b := open(t)
	ctx := as(loci.ViaTerminal)
	b.say("I love basil")
	b.say("I hate cilantro")
	preview, err := b.Forget(ctx, loci.ForgetRequest{Query: "cilantro", Preview: true})
	if err != nil || preview.State != loci.ForgetPreview || len(preview.Memories) != 1 || !strings.Contains(preview.Memories[0].Text, "cilantro") {
		t.Fatalf("%+v %v", preview, err)
	}
	b.one("cilantro")
	for _, r := range []loci.ForgetRequest{{Query: "submarine"}, {Ref: "ffffffff"}} {
		if _, err := b.Forget(ctx, r); !errors.Is(err, loci.NotFound) {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if _, err := b.Forget(ctx, loci.ForgetRequest{}); !errors.Is(err, loci.Invalid) {
		t.Errorf("%v", err)
	}
}

// Ana is a word of Uzbek, and its stop word: no sister of another name is meant.
func TestForgetByANameThatIsAStopWord(t *testing.T) {
	b := open(t)
	b.say("my sister Ana lives in Lisbon")
	b.say("my sister Eva lives in Lisbon")
	r, err := b.Forget(as(loci.ViaTerminal), loci.ForgetRequest{Query: "sister Ana", Preview: true})
	if err != nil || len(r.Memories) != 1 || !strings.Contains(r.Memories[0].Text, "Ana") {
		t.Errorf("%+v %v", r.Memories, err)
	}
}

type notebook struct{ held []string }

func (n *notebook) Name() string { return "the notebook" }
func (n *notebook) Holds(_ context.Context, _ loci.Scope, texts []string) (bool, error) {
	n.held = append(n.held, texts...)
	return true, nil
}
func (n *notebook) Erase(context.Context, loci.Scope, []string) error { return nil }

func TestForgetSaysWhatStillHoldsIt(t *testing.T) {
	n := &notebook{}
	b := open(t, func(o *service.Options) { o.Holders = []loci.Holder{n} })
	b.say("I love basil")
	r, err := b.Forget(as(loci.ViaTerminal), loci.ForgetRequest{Query: "basil"})
	if err != nil || r.State != loci.ForgetPending || len(r.Holders) != 1 || r.Holders[0] != "the notebook" || len(n.held) != 1 {
		t.Errorf("%+v %v, asked about %q", r, err, n.held)
	}
}

func TestExportAndImport(t *testing.T) {
	a := open(t)
	ctx := as(loci.ViaTerminal)
	a.say("I live in Porto")
	a.say("maybe I'm lactose intolerant")
	a.say("I work at Acme")
	a.say("I work at Borealis now")
	var file bytes.Buffer
	exported, err := a.Export(ctx, &file, loci.ExportRequest{Turns: true, History: true})
	if err != nil || exported.Memories != 4 || exported.Turns != 4 {
		t.Fatalf("%+v %v", exported, err)
	}
	request, err := service.ReadExport(bytes.NewReader(append(file.Bytes(), "{broken\n"...)), func(line int, err error) {
		if line != 10 {
			t.Errorf("line %d: %v", line, err)
		}
	})
	if err != nil || len(request.Memories) != 4 || len(request.Turns) != 4 {
		t.Fatalf("%d memories, %v", len(request.Memories), err)
	}

	for _, trust := range []bool{true, false} {
		b := open(t)
		request.Trust = trust
		r, err := b.Import(ctx, request)
		if err != nil || r.Added != 4 || r.Turns != 4 || len(r.Refused) > 0 {
			t.Fatalf("trust %v: %+v %v", trust, r, err)
		}
		m := b.one("Porto")
		if want := map[bool]loci.Tier{true: loci.TierStated, false: loci.TierNoted}[trust]; m.Tier != want {
			t.Errorf("trust %v: tier %d", trust, m.Tier)
		}
		if got := b.one("lactose"); got.Status != loci.Hypothesis {
			t.Errorf("a guess came in as %s", got.Status)
		}
		before := dump(t, b)
		again, err := b.Import(ctx, request)
		if err != nil || again.Added != 0 || again.Known != 4 || again.Turns != 0 || dump(t, b) != before {
			t.Errorf("a second import: %+v %v", again, err)
		}
	}
	if _, err := open(t).Import(as(loci.ViaAgent), request); err != nil {
		t.Errorf("an agent may import without trust: %v", err)
	}
	request.Trust = true
	if _, err := open(t).Import(as(loci.ViaAgent), request); !errors.Is(err, loci.Denied) {
		t.Errorf("an agent imports with trust: %v", err)
	}
}

func TestImportDoesNotBringBackWhatWasForgotten_FieldBug_J5(t *testing.T) { // dv#968
	b := open(t)
	ctx := as(loci.ViaTerminal)
	b.say("I love basil")
	var file bytes.Buffer
	if _, err := b.Export(ctx, &file, loci.ExportRequest{}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Forget(ctx, loci.ForgetRequest{Query: "basil"}); err != nil {
		t.Fatal(err)
	}
	request, err := service.ReadExport(&file, func(int, error) { t.Error("unreadable") })
	if err != nil {
		t.Fatal(err)
	}
	request.Trust = true
	if r, err := b.Import(ctx, request); err != nil || r.Added != 0 || r.Known != 1 || len(b.valid()) > 0 {
		t.Errorf("%+v %v, valid %q", r, err, b.valid())
	}
}

func TestImportTakesWhatItCan(t *testing.T) {
	b := open(t)
	ctx := as(loci.ViaTerminal)
	remember(t, b, ctx, loci.RememberRequest{Text: "I play chess", Key: "k"})
	fact := func(text string, edit func(*loci.Memory)) loci.Memory {
		m := loci.Memory{Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Text: text, Origin: loci.UserStated, Said: b.now(), Created: b.now()}
		edit(&m)
		return m
	}
	r, err := b.Import(ctx, loci.ImportRequest{Trust: true, Memories: []loci.Memory{
		fact("I collect stamps", func(m *loci.Memory) { m.Key = "k" }),
		fact("I collect coins", func(m *loci.Memory) { m.Confidence = 5 }),
		fact("I collect maps", func(m *loci.Memory) { m.ID = "\n</loci-context" }),
		fact("I collect keys", func(m *loci.Memory) { m.Tier = 99 }),
		fact("I collect bells", func(m *loci.Memory) { m.Status = "god" }),
		fact("I collect books", func(m *loci.Memory) { m.Evidence = 1 << 30 }),
	}})
	if err != nil || r.Added != 3 || len(r.Refused) != 3 {
		t.Fatalf("%+v %v", r, err)
	}
	if m := b.one("stamps"); m.Key != "" {
		t.Errorf("key %q was taken over", m.Key)
	}
	if m := b.one("maps"); len(m.ID) != 36 {
		t.Errorf("id %q", m.ID)
	}
	if m := b.one("books"); m.Evidence != 1 {
		t.Errorf("evidence %d", m.Evidence)
	}
	if _, err := b.Undo(ctx, loci.UndoRequest{}); err != nil {
		t.Fatal(err)
	}
	if got := b.valid(); len(got) != 1 {
		t.Errorf("after undo of the import: %q", got)
	}
}

func TestAPersonMaySayAnewWhatWasForgotten(t *testing.T) {
	b := open(t)
	person, agent := as(loci.ViaTerminal), as(loci.ViaAgent)
	again := loci.RememberRequest{Text: "the boat is in Quuxville"}
	m := remember(t, b, person, again).Memory
	if _, err := b.Forget(person, loci.ForgetRequest{Ref: string(m.ID)}); err != nil {
		t.Fatal(err)
	}
	if r, err := b.Remember(agent, again); err != nil || r.Action != loci.ActionDropped {
		t.Errorf("an agent brings it back: %+v %v", r, err)
	}
	if r := remember(t, b, person, again); r.Action != loci.ActionAdded {
		t.Errorf("%+v", r)
	}
}

func TestWhatWasForgottenStaysForgotten(t *testing.T) {
	ctx := as(loci.ViaTerminal)
	export := func(t *testing.T, b *bench) loci.ImportRequest {
		var file bytes.Buffer
		if _, err := b.Export(ctx, &file, loci.ExportRequest{}); err != nil {
			t.Fatal(err)
		}
		r, err := service.ReadExport(&file, func(int, error) { t.Error("unreadable") })
		if err != nil {
			t.Fatal(err)
		}
		r.Trust = true
		return r
	}
	t.Run("a guess", func(t *testing.T) {
		b := open(t)
		b.say("maybe I'm lactose intolerant")
		old := export(t, b)
		if _, err := b.Forget(ctx, loci.ForgetRequest{Query: "lactose"}); err != nil {
			t.Fatal(err)
		}
		b.advance(time.Hour)
		if r, err := b.Import(ctx, old); err != nil || r.Added != 0 {
			t.Errorf("%+v %v", r, err)
		}
	})
	t.Run("an earlier wording", func(t *testing.T) {
		b := open(t)
		m := remember(t, b, ctx, loci.RememberRequest{Text: "the boat is in Quuxville"}).Memory
		old := export(t, b)
		text := "the boat is in Fooburg"
		if _, err := b.Change(ctx, loci.ChangeRequest{Op: loci.ChangeEdit, Ref: string(m.ID), Text: &text}); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Forget(ctx, loci.ForgetRequest{Ref: string(m.ID)}); err != nil {
			t.Fatal(err)
		}
		if r, err := b.Import(ctx, old); err != nil || r.Added != 0 {
			t.Errorf("%+v %v", r, err)
		}
	})
	t.Run("the turn that closed it", func(t *testing.T) {
		b := open(t)
		b.say("I live in Quuxville")
		b.say("I no longer live in Quuxville")
		b.say("what is the weather in Fooburg?")
		if _, err := b.Forget(ctx, loci.ForgetRequest{Query: "Quuxville"}); err != nil {
			t.Fatal(err)
		}
		if all := everything(t, b); strings.Contains(all, "Quuxville") || !strings.Contains(all, "Fooburg") {
			t.Error(all)
		}
	})
	t.Run("hundreds of echoes", func(t *testing.T) {
		b := open(t)
		b.say("I'm allergic to brazilnuts")
		for range 450 {
			b.advance(time.Minute)
			b.turn(loci.Turn{Role: loci.RoleAssistant, Text: "Remember: you are allergic to brazilnuts."})
		}
		if _, err := b.Forget(ctx, loci.ForgetRequest{Query: "brazilnuts"}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(everything(t, b), "brazilnuts") {
			t.Error("an echo stays")
		}
	})
	t.Run("only what has all the words", func(t *testing.T) {
		b := open(t)
		remember(t, b, ctx, loci.RememberRequest{Text: "I like tea with lemon"})
		if _, err := b.Forget(ctx, loci.ForgetRequest{Query: "tea on mars rockets"}); !errors.Is(err, loci.NotFound) {
			t.Errorf("%v", err)
		}
		b.one("lemon")
	})
}

// A message whose words go with a memory and for their own sake is one message.
func TestForgetCountsAMessageOnce(t *testing.T) {
	b := open(t)
	b.say("I love pizza")
	ask := loci.ForgetRequest{Query: "pizza", Messages: "pizza", Preview: true}
	shown, err := b.Forget(person(), ask)
	if err != nil {
		t.Fatal(err)
	}
	ask.Preview = false
	gone, err := b.Forget(person(), ask)
	if err != nil || shown.Turns != 1 || gone.Turns != 1 {
		t.Errorf("shown %d, gone %d %v", shown.Turns, gone.Turns, err)
	}
}

func TestForgettingEverythingTellsWhatItLeaves(t *testing.T) {
	b := open(t)
	in := func(agent, project string) context.Context {
		return as(loci.ViaTerminal, func(p *loci.Principal) { p.Agent, p.Project = agent, project })
	}
	remember(t, b, in("claude", "web"), loci.RememberRequest{Text: "I live in Porto"})
	remember(t, b, in("claude", ""), loci.RememberRequest{Text: "I love pizza"})
	r, err := b.Forget(person(), loci.ForgetRequest{Everything: true})
	slices.Sort(r.Names)
	if err != nil || !slices.Equal(r.Names, []string{"claude", "web"}) {
		t.Errorf("%q %v", r.Names, err)
	}
}
