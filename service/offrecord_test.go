package service_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// everything that a store holds in plain words.
func (b *bench) words() string {
	b.t.Helper()
	var all []string
	turns, err := b.store.Turns(context.Background(), loci.TurnQuery{AllScopes: true})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, turn := range turns {
		all = append(all, turn.Text)
	}
	return strings.Join(append(all, b.valid()...), "\n")
}

// Whatever brings a message in, one that is to stay off the record does, and so
// does what answers it.
func TestOffTheRecordIsNotIngested(t *testing.T) {
	for _, said := range []string{
		"don't remember this: I have cancer", "Off the record: I have cancer", "Merk dir das nicht. Ich habe Krebs (cancer)",
		"Ne retiens pas ça : j'ai un cancer", "No recuerdes esto: tengo un cancer",
	} {
		b := open(t)
		turns := []loci.Turn{
			{Conversation: "c", Text: said, Time: b.now()},
			{Conversation: "c", Role: loci.RoleAssistant, Text: "I am sorry about the cancer.", Time: b.now()},
			{Conversation: "c", Role: loci.RoleTool, Text: "search: cancer", Time: b.now()},
			{Conversation: "d", Role: loci.RoleAssistant, Text: "Noted: elsewhere.", Time: b.now()},
			{Conversation: "c", Text: "I live in Porto", Time: b.now()},
			{Conversation: "c", Role: loci.RoleAssistant, Text: "A fine city.", Time: b.now()},
		}
		r, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: turns})
		if err != nil || r.Off != 3 || r.Turns != 3 {
			t.Errorf("%q: %+v %v", said, r, err)
		}
		if kept := b.words(); strings.Contains(kept, "cancer") || !strings.Contains(kept, "Porto") || !strings.Contains(kept, "fine city") || !strings.Contains(kept, "elsewhere") {
			t.Errorf("%q left:\n%s", said, kept)
		}
	}
}

// A message is off the record however its host writes the role and the
// conversation, which are kept in one form.
func TestOffTheRecordInAnySpelling(t *testing.T) {
	b := open(t)
	r, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{
		{Conversation: " Caf\u0065\u0301  1", Role: "User", Text: "don't remember this: I have cancer", Time: b.now()},
		{Conversation: "Caf\u00e9 1", Role: "assistant", Text: "I am sorry about the cancer.", Time: b.now()},
	}})
	if err != nil || r.Off != 2 || strings.Contains(b.words(), "cancer") {
		t.Errorf("%+v %v, left:\n%s", r, err, b.words())
	}
}

// "Don't remember that" takes the message before it off the record, with its
// reply and what was learnt from it alone; what it had replaced comes back.
func TestTheMessageBeforeGoesOffTheRecord(t *testing.T) {
	for _, wish := range []string{"Don't remember that.", "Don't remember what I just said", "Merk dir das bitte nicht!", "Esquece o que acabei de dizer"} {
		b := open(t)
		hook := as(loci.ViaHook)
		at := func(role loci.TurnRole, text string) loci.IngestResult {
			t.Helper()
			b.advance(time.Minute)
			r, err := b.Ingest(hook, loci.IngestRequest{Turns: []loci.Turn{{Conversation: "c", Role: role, Text: text, Time: b.now()}}})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		at(loci.RoleUser, "I live in Porto and I like tea")
		at(loci.RoleAssistant, "A fine city.")
		at(loci.RoleUser, "I live in Lisbon now. I like tea. I have cancer")
		remember(t, b, as(loci.ViaAgent), loci.RememberRequest{Text: "I have cancer"})
		at(loci.RoleAssistant, "I am sorry about your cancer in Lisbon.")
		r := at(loci.RoleUser, wish)
		if len(r.Replies) != 1 || r.Replies[0].Command != "off_record" || !strings.Contains(r.Replies[0].Text, "forgotten") {
			t.Errorf("%q: %+v", wish, r)
		}
		kept := b.words()
		if strings.Contains(kept, "cancer") || strings.Contains(kept, "Lisbon") || !strings.Contains(kept, "fine city") {
			t.Errorf("%q left:\n%s", wish, kept)
		}
		if valid := strings.Join(b.valid(), "\n"); !strings.Contains(valid, "Porto") || !strings.Contains(valid, "tea") {
			t.Errorf("%q: what else was said is gone: %s", wish, valid)
		}
		if at(loci.RoleUser, wish); !strings.Contains(b.words(), "Porto") {
			t.Errorf("%q again walks back", wish)
		}
	}
}

// In one batch, and where the message before is off the record already, no
// other goes.
func TestOffTheRecordDoesNotWalkBack(t *testing.T) {
	b := open(t)
	turns := []loci.Turn{
		{Conversation: "c", Text: "I live in Porto", Time: b.now()},
		{Conversation: "c", Text: "Off the record: I have cancer", Time: b.now()},
		{Conversation: "c", Text: "Don't remember that.", Time: b.now()},
		{Conversation: "c", Text: "I have two cats", Time: b.now()},
		{Conversation: "c", Text: "please don't remember that", Time: b.now()},
		{Conversation: "c", Role: loci.RoleAssistant, Text: "I forget the cats", Time: b.now()},
	}
	r, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: turns})
	if err != nil || r.Off != 3 || len(r.Replies) != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	if kept := b.words(); !strings.Contains(kept, "Porto") || strings.Contains(kept, "cats") {
		t.Errorf("left:\n%s", kept)
	}
}

// A program that keeps by itself what is extracted is told nothing either.
func TestOffTheRecordIsNotExtracted(t *testing.T) {
	b := open(t)
	for said, want := range map[string]int{"I have two cats": 1, "I have two cats. Don't remember this.": 0} {
		if found, err := b.Extract(context.Background(), said, ""); err != nil || len(found) != want {
			t.Errorf("%q: %+v %v", said, found, err)
		}
	}
}

// What was said off the record is nobody's to quote: an agent that keeps it
// nevertheless speaks for itself, and what holds the wish is refused.
func TestOffTheRecordIsNotQuoted(t *testing.T) {
	b := open(t)
	if _, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{{Conversation: "c", Text: "I have two cats. Don't remember this.", Time: b.now()}}}); err != nil {
		t.Fatal(err)
	}
	agent := as(loci.ViaAgent)
	for _, r := range []loci.RememberRequest{
		{Text: "I have two cats. Don't remember this."}, {Text: "I have two cats", Quote: "I have two cats. Don't remember this."}, {Task: "Vergiss das: Katzen", Outcome: "done"},
	} {
		if _, err := b.Remember(agent, r); loci.CodeOf(err) != loci.Refused {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if m := remember(t, b, agent, loci.RememberRequest{Text: "I have two cats", Quote: "I have two cats"}).Memory; m.Tier != loci.TierNoted {
		t.Errorf("it counts as the user's: tier %d", m.Tier)
	}
}
