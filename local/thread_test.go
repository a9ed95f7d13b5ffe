package local_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/local"
)

// Reverting a thread takes back what it wrote since, and nothing else: what it
// had replaced is valid again.
func TestRevertThread(t *testing.T) {
	clock := time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC)
	mem := open(t, local.Options{Path: filepath.Join(t.TempDir(), "m.db"), Now: func() time.Time { clock = clock.Add(time.Minute); return clock }, Zone: time.UTC})
	say := func(thread, text string) {
		t.Helper()
		if _, err := mem.Ingest(t.Context(), loci.Turn{Conversation: thread, Role: loci.RoleUser, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	say("a", "I live in Porto")
	since := clock
	say("a", "I live in Braga now")
	say("a", "I am allergic to peanuts")
	say("b", "I like tea")
	for _, other := range []checkpoint.Thread{{Org: "local", User: "ana", ID: "a"}, {Org: "elsewhere", User: "me", ID: "a"}, {ID: "a"}} {
		if err := mem.RevertThread(t.Context(), other, since); loci.CodeOf(err) != loci.Denied {
			t.Errorf("the thread of %q in %q: %v", other.User, other.Org, err)
		}
	}
	if err := mem.RevertThread(t.Context(), checkpoint.Thread{Org: "local", User: "me"}, since); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("a thread without a name: %v", err)
	}
	for range 2 { // a second time changes nothing
		if err := mem.RevertThread(t.Context(), checkpoint.Thread{Org: "local", User: "me", ID: "a"}, since); err != nil {
			t.Fatal(err)
		}
	}
	all, err := mem.Active(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range all {
		texts = append(texts, m.Text)
	}
	got := strings.Join(texts, "; ")
	if !strings.Contains(got, "Porto") || !strings.Contains(got, "tea") || strings.Contains(got, "Braga") || strings.Contains(got, "peanuts") {
		t.Errorf("valid: %s", got)
	}
	found, err := mem.Service().Recall(t.Context(), loci.RecallRequest{Query: "peanuts"})
	if err != nil || len(found.Hits) == 0 || found.Hits[0].Turn == nil || !strings.Contains(found.Hits[0].Excerpt, "peanuts") {
		t.Errorf("the message that said it: %+v %v", found.Hits, err)
	}
	if _, err := mem.Service().Undo(t.Context(), loci.UndoRequest{}); err != nil {
		t.Fatal(err)
	}
	if all, err = mem.Active(t.Context()); err != nil || len(all) != 3 {
		t.Errorf("undone: %+v %v", all, err)
	}
}

func TestRevertThreadLeavesWhatIsShared(t *testing.T) {
	mem := open(t, local.Options{Path: filepath.Join(t.TempDir(), "m.db")})
	since := time.Now().Add(-time.Hour)
	as := func(user string) context.Context {
		return loci.WithPrincipal(t.Context(), loci.Principal{
			Scope: loci.Scope{Org: "acme", User: user}, Roles: []loci.Role{loci.RoleAdmin}, Via: loci.ViaTerminal})
	}
	for user, said := range map[string]string{"ana": "company policy: refunds within 30 days", "ben": "I am allergic to peanuts"} {
		if _, err := mem.Ingest(as(user), loci.Turn{Conversation: "a", Role: loci.RoleUser, Text: said}); err != nil {
			t.Fatal(err)
		}
	}
	if err := mem.RevertThread(as("ben"), checkpoint.Thread{Org: "acme", User: "ben", ID: "a"}, since); err != nil {
		t.Fatal(err)
	}
	all, err := mem.Active(as("ben"))
	if err != nil || len(all) != 1 || !strings.Contains(all[0].Text, "refunds") {
		t.Errorf("%+v %v", all, err)
	}
}
