package service_test

import (
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// What was forgotten is not said anew by who says it under another name and
// before: a host's transcript of what its hook has told, a copy, an older date.
func TestAReplayUnderAnotherNameBringsNothingBack(t *testing.T) {
	const (
		home = "I live in Quuxville and my dog is called Rex"
		echo = "Noted: Quuxville!"
		also = "By the way, I live in Quuxville, as you know. I prefer tea"
	)
	forgets := map[string]loci.ForgetRequest{
		"words":      {Query: "Quuxville", Messages: "Quuxville"},
		"everything": {Everything: true},
	}
	for name, forget := range forgets {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			said := b.clock
			say := func(conversation, id string, at time.Time) loci.IngestResult {
				t.Helper()
				r, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{
					{ID: loci.TurnID(id + "1"), Conversation: conversation, Role: loci.RoleUser, Text: home, Time: at},
					{ID: loci.TurnID(id + "2"), Conversation: conversation, Role: loci.RoleAssistant, Text: echo, Time: at},
				}})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			say("claude-code:s", "", said)
			b.clock = b.clock.Add(time.Hour)
			if _, err := b.Forget(as(loci.ViaTerminal), forget); err != nil {
				t.Fatal(err)
			}
			b.clock = b.clock.Add(time.Hour)
			say("claude-code:s", "uuid", said.Add(time.Second))
			say("copy", "x", said)
			say("older", "", said.AddDate(-7, 0, 0))
			if _, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{{Conversation: "other", Role: loci.RoleUser, Text: also, Time: said}}}); err != nil {
				t.Fatal(err)
			}
			if all := everything(t, b); strings.Contains(all, "Quuxville") {
				t.Errorf("came back: %s", all)
			}
			b.one("tea")
			say("claude-code:s", "new", b.clock)
			if all := everything(t, b); strings.Count(all, echo) != 1 || !strings.Contains(all, home) {
				t.Errorf("not said anew: %s", all)
			}
			b.one("Quuxville")
		})
	}
}

// A tombstone tells of the last forgetting: what was said between two of them is
// forgotten too.
func TestForgottenTwice(t *testing.T) {
	b := open(t)
	person := as(loci.ViaTerminal)
	var between time.Time
	for range 2 {
		between = b.clock
		b.clock = b.clock.Add(time.Hour)
		remember(t, b, person, loci.RememberRequest{Text: "I live in Quuxville"})
		b.clock = b.clock.Add(time.Hour)
		if _, err := b.Forget(person, loci.ForgetRequest{Query: "Quuxville"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{{Conversation: "c", Role: loci.RoleUser, Text: "I live in Quuxville", Time: between.Add(time.Minute)}}}); err != nil {
		t.Fatal(err)
	}
	if all := everything(t, b); strings.Contains(all, "Quuxville") {
		t.Error(all)
	}
}
