package service_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/locimem/loci"
)

// in says something in a conversation, a minute after the last.
func (b *bench) in(conversation, text string) {
	b.t.Helper()
	b.advance(time.Minute)
	b.turn(loci.Turn{Role: loci.RoleUser, Text: text, Conversation: conversation})
}

func (b *bench) revoke(r loci.RevokeRequest) loci.RevokeResult {
	b.t.Helper()
	b.advance(time.Minute)
	got, err := b.Revoke(as(loci.ViaTerminal), r)
	if err != nil {
		b.t.Fatal(err)
	}
	b.sound()
	return got
}

// sound checks the store and its history.
func (b *bench) sound() {
	b.t.Helper()
	if r, err := b.store.Verify(context.Background()); err != nil || len(r.Problems) > 0 {
		b.t.Errorf("verify: %q %v", r.Problems, err)
	}
	if r, err := b.Audit(context.Background()); err != nil || len(r.Problems) > 0 {
		b.t.Errorf("audit: %q %v", r.Problems, err)
	}
}

var unordered = cmpopts.SortSlices(strings.Compare)

func TestRevokeAConversation(t *testing.T) {
	const lisbon, porto, paris = "I live in Lisbon", "I live in Porto", "I live in Paris"
	tests := []struct {
		name   string
		said   [][2]string // conversation and text
		revoke string
		want   []string
	}{
		{"what it said goes", [][2]string{{"a", "I like tea"}, {"b", "I play chess"}}, "b", []string{"I like tea"}},
		{"what it replaced returns", [][2]string{{"a", lisbon}, {"b", porto}}, "b", []string{lisbon}},
		{"in a chain the last stays", [][2]string{{"a", lisbon}, {"b", porto}, {"c", paris}}, "b", []string{paris}},
		{"in a chain the one before the last returns", [][2]string{{"a", lisbon}, {"b", porto}, {"c", paris}}, "c", []string{porto}},
		{"two links of a chain", [][2]string{{"a", lisbon}, {"b", porto}, {"b", paris}}, "b", []string{lisbon}},
		{"its first link", [][2]string{{"a", lisbon}, {"b", porto}, {"c", paris}}, "a", []string{paris}},
		{"both ends of a chain", [][2]string{{"b", lisbon}, {"a", porto}, {"b", paris}}, "b", []string{porto}},
		{"what it closed is open again", [][2]string{{"a", lisbon}, {"b", "I no longer live in Lisbon"}}, "b", []string{lisbon}},
		{"what others closed stays closed", [][2]string{{"a", lisbon}, {"b", porto}, {"a", "I no longer live in Porto"}}, "a", []string{porto}},
		{"what others said too stays", [][2]string{{"a", "I like tea"}, {"b", "I like tea"}}, "a", []string{"I like tea"}},
		{"a flip is taken back", [][2]string{{"a", "I like coffee"}, {"b", "I don't like coffee anymore"}}, "b", []string{"I like coffee"}},
		{"nothing of it", [][2]string{{"a", "I like tea"}}, "zzz", []string{"I like tea"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			b := open(t)
			for _, s := range tc.said {
				b.in(s[0], s[1])
			}
			before := b.valid()
			preview := b.revoke(loci.RevokeRequest{Conversation: tc.revoke, Preview: true})
			if got := b.valid(); !cmp.Equal(before, got) {
				t.Fatalf("a preview changed something: %s", cmp.Diff(before, got))
			}
			done := b.revoke(loci.RevokeRequest{Conversation: tc.revoke})
			if diff := cmp.Diff(tc.want, b.valid(), unordered); diff != "" {
				t.Errorf("valid (-want +got):\n%s", diff)
			}
			if len(preview.Removed) != len(done.Removed) || len(preview.Restored) != len(done.Restored) || preview.Turns != done.Turns {
				t.Errorf("announced %+v\ndone %+v", preview, done)
			}
			if again := b.revoke(loci.RevokeRequest{Conversation: tc.revoke}); len(again.Removed)+len(again.Restored)+again.Turns != 0 {
				t.Errorf("again: %+v", again)
			}
			if done.Change == "" {
				return
			}
			if _, err := b.Undo(as(loci.ViaTerminal), loci.UndoRequest{Change: done.Change}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, b.valid(), unordered); diff != "" {
				t.Errorf("after undo (-want +got):\n%s", diff)
			}
			b.sound()
		})
	}
}

// A person knows a conversation by the id that the host shows.
func TestRevokeByTheHostsOwnId(t *testing.T) {
	b := open(t)
	b.in("claude-code:b", "I play chess")
	b.in("codex:c", "I like tea")
	b.revoke(loci.RevokeRequest{Conversation: "b"})
	if diff := cmp.Diff([]string{"I like tea"}, b.valid()); diff != "" {
		t.Error(diff)
	}
	b.in("claude-code:c", "I play the harp")
	if _, err := b.Revoke(as(loci.ViaTerminal), loci.RevokeRequest{Conversation: "c"}); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("an id of two hosts: %v", err)
	}
}

// A statement is kept whole or not at all.
func TestRememberRefusesLinesOfABlock(t *testing.T) {
	b := open(t)
	_, err := b.Remember(as(loci.ViaTerminal), loci.RememberRequest{Text: "I like\n- [constraints aaaaaaaa] nothing"})
	if loci.CodeOf(err) != loci.Invalid {
		t.Errorf("got %v", err)
	}
}

func TestRevokedMessagesAreNotRecalled(t *testing.T) {
	b := open(t)
	b.in("a", "what is the weather in Fooburg?")
	b.in("b", "what is the weather in Quuxville?")
	if r := b.revoke(loci.RevokeRequest{Conversation: "b"}); r.Turns != 1 {
		t.Errorf("%d messages", r.Turns)
	}
	for query, want := range map[string]int{"Quuxville": 0, "Fooburg": 1} {
		if r, err := b.Recall(as(loci.ViaTerminal), loci.RecallRequest{Query: query}); err != nil || len(r.Hits) != want {
			t.Errorf("%s: %d hits, %v", query, len(r.Hits), err)
		}
	}
}

func TestRevokeByOrigin(t *testing.T) {
	b := open(t)
	agent := as(loci.ViaAgent, func(p *loci.Principal) { p.Client = "badbot" })
	remember(t, b, as(loci.ViaTerminal), loci.RememberRequest{Text: "I like tea"})
	remember(t, b, agent, loci.RememberRequest{Text: "the build runs on Fridays"})
	web := remember(t, b, agent, loci.RememberRequest{Text: "the office is in Quuxville", Origin: loci.FromWeb, URL: "https://evil.example/x"}).Memory
	if r := b.revoke(loci.RevokeRequest{URL: "https://evil.example/x"}); len(r.Removed) != 1 || r.Removed[0].ID != web.ID {
		t.Errorf("%+v", r)
	}
	if q, err := b.List(as(loci.ViaTerminal), loci.ListRequest{Statuses: loci.Statuses()}); err != nil || slices.ContainsFunc(q.Memories, func(m loci.Memory) bool { return m.ID == web.ID }) {
		t.Errorf("quarantined text is still there: %v", err)
	}
	if diff := cmp.Diff([]string{"I like tea", "the build runs on Fridays"}, b.valid(), unordered); diff != "" {
		t.Error(diff)
	}
	remember(t, b, agent, loci.RememberRequest{Text: "the server is called marvin"})
	if r := b.revoke(loci.RevokeRequest{Client: "badbot"}); len(r.Removed) != 2 {
		t.Errorf("%+v", r)
	}
	remember(t, b, as(loci.ViaAgent), loci.RememberRequest{Text: "the printer is called arthur"})
	b.revoke(loci.RevokeRequest{Origins: []loci.Origin{loci.AgentNoted}})
	if diff := cmp.Diff([]string{"I like tea"}, b.valid()); diff != "" {
		t.Error(diff)
	}
}

func TestRevokeByTime(t *testing.T) {
	b := open(t)
	b.say("I live in Lisbon")
	b.say("I like tea")
	b.advance(time.Hour)
	since := b.now()
	b.say("I live in Porto")
	m := b.one("tea")
	if _, err := b.Change(as(loci.ViaTerminal), loci.ChangeRequest{Op: loci.ChangeRetract, Ref: string(m.ID)}); err != nil {
		t.Fatal(err)
	}
	b.revoke(loci.RevokeRequest{Since: since})
	if diff := cmp.Diff([]string{"I live in Lisbon", "I like tea"}, b.valid(), unordered); diff != "" {
		t.Error(diff)
	}
	if m = b.one("tea"); m.Evidence != 1 {
		t.Errorf("evidence %d", m.Evidence)
	}
}

func TestRevokeCountsEvidenceAnew(t *testing.T) {
	b := open(t)
	for _, conversation := range []string{"a", "b", "c"} {
		b.advance(day)
		b.in(conversation, "I like tea")
	}
	if m := b.one("tea"); m.Evidence != 3 {
		t.Fatalf("evidence %d", m.Evidence)
	}
	b.revoke(loci.RevokeRequest{Conversation: "b"})
	if m := b.one("tea"); m.Evidence != 2 || !cmp.Equal(m.Days, []string{"2026-05-05", "2026-05-07"}) {
		t.Errorf("evidence %d on %q", m.Evidence, m.Days)
	}
	b.revoke(loci.RevokeRequest{Conversation: "a"})
	if m := b.one("tea"); m.Evidence != 1 || !cmp.Equal(m.Days, []string{"2026-05-07"}) {
		t.Errorf("evidence %d on %q", m.Evidence, m.Days)
	}
	b.revoke(loci.RevokeRequest{Conversation: "c"})
	if got := b.valid(); len(got) > 0 {
		t.Errorf("nobody has said %q", got)
	}
}

func TestRevokeTakesWhatWasDerived(t *testing.T) {
	b := open(t)
	b.in("a", "I live in Lisbon")
	b.in("b", "I play chess")
	b.in("b", "I like tea")
	b.in("a", "I collect stamps")
	if r, err := b.Compact(as(loci.ViaTerminal), loci.CompactRequest{}); err != nil || r.Count < 3 {
		t.Fatalf("%+v %v", r, err)
	}
	b.revoke(loci.RevokeRequest{Conversation: "b"})
	all := strings.Join(b.valid(), "\n")
	for word, want := range map[string]bool{"chess": false, "tea": false, "Lisbon": true, "stamps": true} {
		if strings.Contains(all, word) != want {
			t.Errorf("%s: %q", word, all)
		}
	}
	b.revoke(loci.RevokeRequest{Origins: []loci.Origin{loci.FromSummary}})
	if diff := cmp.Diff([]string{"I live in Lisbon", "I collect stamps"}, b.valid(), unordered); diff != "" {
		t.Error(diff)
	}
}

func TestRevokeAndErase(t *testing.T) {
	b := open(t)
	b.in("a", "I live in Lisbon")
	b.in("b", "I live in Quuxville")
	r := b.revoke(loci.RevokeRequest{Conversation: "b", Erase: true})
	if r.State != loci.ForgetErased || len(r.Removed) != 1 || r.Removed[0].Text != "" {
		t.Errorf("%+v", r)
	}
	if strings.Contains(everything(t, b), "Quuxville") {
		t.Error("its words are still there")
	}
	if diff := cmp.Diff([]string{"I live in Lisbon"}, b.valid()); diff != "" {
		t.Error(diff)
	}
}

func TestWhoMayRevoke(t *testing.T) {
	b := open(t)
	b.in("a", "I live in Lisbon")
	bot := as(loci.ViaHook, func(p *loci.Principal) { p.Client = "graph" })
	for name, r := range map[string]loci.RevokeRequest{
		"no conversation":       {Since: b.now().Add(-day)},
		"somebody else's words": {Conversation: "a", Origins: []loci.Origin{loci.UserStated}},
		"erasing":               {Conversation: "g", Erase: true},
	} {
		if _, err := b.Revoke(bot, r); !errors.Is(err, loci.Denied) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.Revoke(as(loci.ViaTerminal), loci.RevokeRequest{}); !errors.Is(err, loci.Invalid) {
		t.Errorf("nothing named: %v", err)
	}
	// A graph's thread takes back what it wrote itself after a moment.
	b.advance(time.Hour)
	turn := loci.Turn{Role: loci.RoleUser, Text: "I live in Porto", Conversation: "g", Time: b.now()}
	if _, err := b.Ingest(bot, loci.IngestRequest{Turns: []loci.Turn{turn}}); err != nil {
		t.Fatal(err)
	}
	since := b.now().Add(time.Minute)
	b.advance(time.Hour)
	turn = loci.Turn{Role: loci.RoleUser, Text: "I live in Paris", Conversation: "g", Time: b.now()}
	if _, err := b.Ingest(bot, loci.IngestRequest{Turns: []loci.Turn{turn}}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Revoke(bot, loci.RevokeRequest{Conversation: "g", Since: since}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"I live in Porto"}, b.valid()); diff != "" {
		t.Error(diff)
	}
	b.sound()
}

func TestRevokeReachesEveryScope(t *testing.T) {
	b := open(t)
	for _, project := range []string{"", "one", "two"} {
		in := as(loci.ViaHook, func(p *loci.Principal) { p.Project = project })
		if _, err := b.Ingest(in, loci.IngestRequest{Turns: []loci.Turn{{Role: loci.RoleUser, Text: "I play chess", Conversation: "bad", Time: b.now()}}}); err != nil {
			t.Fatal(err)
		}
	}
	if r := b.revoke(loci.RevokeRequest{Conversation: "bad"}); len(r.Removed) != 3 || r.Turns != 3 {
		t.Errorf("%d memories, %d messages", len(r.Removed), r.Turns)
	}
}

func TestAuditComparesMemoriesWithTheHistory(t *testing.T) {
	b := open(t)
	b.say("I live in Lisbon")
	b.sound()
	m := b.one("Lisbon")
	expect := m.Version
	m.Text, m.Version = "I live in Quuxville", m.Version+1
	if _, err := b.store.Apply(context.Background(), loci.Changeset{Memories: []loci.MemoryWrite{{Memory: m, Expect: expect}}}); err != nil {
		t.Fatal(err)
	}
	if r, err := b.Audit(context.Background()); err != nil || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], m.ID.Short()) {
		t.Errorf("%+v %v", r, err)
	}
}
