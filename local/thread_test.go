package local_test

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
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

// What still holds a forgotten text is named, before and after, so that somebody
// can delete it.
func TestForgettingNamesTheThreads(t *testing.T) {
	mem, err := local.Open(t.Context(), local.Options{Path: filepath.Join(t.TempDir(), "memory.db"), Via: loci.ViaTerminal})
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	const said = "the boat lies at Quuxville"
	m, err := mem.Service().Remember(t.Context(), loci.RememberRequest{Text: said})
	if err != nil {
		t.Fatal(err)
	}
	saver, err := mem.Saver(checkpoint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, says := range []string{said, "nothing", said, said, said, said, said} {
		start := checkpoint.Checkpoint{Thread: checkpoint.Thread{Org: loci.DefaultOrg, User: loci.DefaultUser, ID: "trip-" + strconv.Itoa(i)}}
		next, err := start.Next(checkpoint.Step{At: time.Now(), Source: checkpoint.Input, Changes: map[string]checkpoint.Change{"said": checkpoint.Set(says)}})
		if err == nil {
			_, err = saver.Put(t.Context(), next)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"saved threads trip-0, trip-2, trip-3, trip-4, trip-5 and 1 more"}
	preview, err := mem.Service().Forget(t.Context(), loci.ForgetRequest{Ref: string(m.Memory.ID), Preview: true})
	if err != nil || !slices.Equal(preview.Holders, want) || preview.State != loci.ForgetPreview {
		t.Errorf("preview: %+v %v", preview, err)
	}
	gone, err := mem.Service().Forget(t.Context(), loci.ForgetRequest{Ref: string(m.Memory.ID)})
	if err != nil || !slices.Equal(gone.Holders, want) || gone.State != loci.ForgetPending {
		t.Errorf("forgotten: %+v %v", gone, err)
	}
}
