package service_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// tell gives a command in a turn and returns the reply.
func (b *bench) tell(ctx context.Context, said string) loci.Reply {
	b.t.Helper()
	b.advance(time.Minute)
	r, err := b.Ingest(ctx, loci.IngestRequest{Turns: []loci.Turn{{Conversation: "c1", Role: loci.RoleUser, Text: said, Time: b.now()}}})
	if err != nil {
		b.t.Fatalf("%q: %v", said, err)
	}
	if len(r.Replies) != 1 {
		b.t.Fatalf("%q: %d replies: %+v", said, len(r.Replies), r)
	}
	return r.Replies[0]
}

func TestCommandsInAConversation(t *testing.T) {
	b := open(t)
	hook := as(loci.ViaHook)
	for _, tt := range []struct{ said, reply string }{
		{"/memory list", "Nothing is remembered"},
		{"remember: my boat is called\nAurora", "Remembered: my boat is called Aurora ["},
		{"Запомни: я люблю зелёный чай", "Remembered: я люблю зелёный чай ["},
		{"episode: fixed the flaky build | it was the cache", "Remembered: fixed the flaky build → it was the cache"},
		{"company policy: refunds within 30 days", "only an admin"},
		{"remember: my password is hunter2-Grape-91", "Not stored"},
		{"/memory list", "my boat is called Aurora"},
		{"/MEMORY compact", "Compacted: 2 facts"},
		{"/memory compact", "Nothing to compact"},
		{"/memory forget submarine", "Nothing that is remembered"},
		{"/memória esquecer Aurora", "Forgotten"},
		{"/memory frobnicate", "Unknown command. There are: /memory list,"},
		{"Forget everything you know about me.", "Nothing was forgotten yet"},
		{"/memory forget", "Unknown command"},
		{"/conversa", "Unknown command"},
		{"/thread summarize", "the host of this thread"},
	} {
		got := b.tell(hook, tt.said)
		if !strings.Contains(got.Text, tt.reply) || strings.HasSuffix(tt.said, "summarize") && got.Command != "summarize" {
			t.Errorf("%q: %+v, want %q", tt.said, got, tt.reply)
		}
	}
	if valid := strings.Join(b.valid(), "\n"); strings.Contains(valid, "Aurora") || !strings.Contains(valid, "зелёный") {
		t.Errorf("valid:\n%s", valid)
	}
	m := b.one("flaky")
	if m.Kind != loci.Episodic || m.Tier != loci.TierStated || !strings.HasPrefix(m.Key, "episode-") {
		t.Errorf("the episode: %+v", m)
	}
	turns, err := b.store.Turns(context.Background(), loci.TurnQuery{Scopes: []loci.Scope{m.Scope}})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		if strings.Contains(turn.Text, "Aurora") {
			t.Errorf("a turn still says %q", turn.Text)
		}
	}
}

func TestAPolicyGoesToTheOrg(t *testing.T) {
	b := open(t)
	got := b.tell(as(loci.ViaHook, admin), "Política da empresa: reembolsos em 30 dias")
	if !strings.Contains(got.Text, "Remembered") {
		t.Fatalf("%+v", got)
	}
	bob := as(loci.ViaHook, func(p *loci.Principal) { p.User = "bob" })
	block, err := b.ContextBlock(bob, loci.BlockRequest{})
	if err != nil || !strings.Contains(block.Text, "reembolsos em 30 dias") {
		t.Errorf("bob's block:\n%s\n%v", block.Text, err)
	}
}

func TestForgettingByCommandIsNeverWide(t *testing.T) {
	b := open(t)
	b.say("I love green tea.")
	b.say("I hate tea cosies.")
	got := b.tell(as(loci.ViaHook), "/memory forget tea")
	if !strings.Contains(got.Text, "none was forgotten") || len(b.valid()) != 2 {
		t.Errorf("%+v; valid: %q", got, b.valid())
	}
	got = b.tell(as(loci.ViaHook), "/memory forget "+b.one("cosies").ID.Short())
	if !strings.Contains(got.Text, "Forgotten") || len(b.valid()) != 1 {
		t.Errorf("%+v; valid: %q", got, b.valid())
	}
}

func TestOldCommandsAreNotObeyedAgain(t *testing.T) {
	b := open(t)
	b.say("I love green tea.")
	r := b.turn(loci.Turn{Role: loci.RoleUser, Text: "/memory forget green tea", Conversation: "old", Time: b.now().Add(-30 * day)})
	if len(b.valid()) != 1 || len(r.Replies) != 1 {
		t.Errorf("valid: %q, %+v", b.valid(), r)
	}
}
