package service_test

import (
	"context"
	"strings"
	"testing"

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
