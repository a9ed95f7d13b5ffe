package service_test

import (
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

// What the guard cuts out of a message is not kept in what repeats it, whoever
// does, whichever comes first.
func TestWithheldValuesStayOut(t *testing.T) {
	const value = "Kiwi!7788"
	user := loci.Turn{Conversation: "c", Text: "my wifi password is " + value + ", and I live in Porto"}
	echo := loci.Turn{Conversation: "c", Role: loci.RoleAssistant, Text: "Got it, " + value + " it is (`" + value + "`)."}
	again := loci.Turn{Conversation: "c", Text: "I always type " + value + " twice, or " + strings.ToLower(value) + "."}
	for name, calls := range map[string][][]loci.Turn{
		"one call":        {{user, echo, again}},
		"call by call":    {{user}, {echo}, {again}},
		"the reply first": {{echo, again, user}},
	} {
		b := open(t)
		for i, turns := range calls {
			for k := range turns {
				turns[k].Time = b.now()
			}
			r, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: turns})
			if err != nil || r.Turns != len(turns) {
				t.Fatalf("%s, call %d: %+v %v", name, i, r, err)
			}
		}
		if kept := b.words(); strings.Contains(strings.ToLower(kept), strings.ToLower(value)) || !strings.Contains(kept, "it is") || !strings.Contains(kept, "Porto") {
			t.Errorf("%s: kept\n%s", name, kept)
		}
	}
}

// A process that knows nothing of the message is told by whoever was told.
func TestWithheldValuesAreHandedOver(t *testing.T) {
	b := open(t)
	r, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{{Conversation: "c", Text: "a senha do banco é Manga_5521", Time: b.now()}}})
	if err != nil || len(r.Withheld) != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	other, err := service.New(b.store, service.Options{Now: b.now})
	if err != nil {
		t.Fatal(err)
	}
	reply := loci.Turn{Conversation: "c", Role: loci.RoleAssistant, Text: "Anotado: Manga_5521. Não é Manga_55212?", Time: b.now()}
	if _, err := other.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{reply}, Withheld: r.Withheld}); err != nil {
		t.Fatal(err)
	}
	if kept := b.words(); strings.Contains(kept, "Manga_5521.") || !strings.Contains(kept, "Manga_55212") {
		t.Errorf("kept\n%s", kept)
	}
}

// Another conversation, and another value of the same size, stay as they are.
func TestWithheldValuesOfAnotherConversation(t *testing.T) {
	b := open(t)
	if _, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: []loci.Turn{
		{Conversation: "c", Text: "my pin is 4821", Time: b.now()},
		{Conversation: "c", Role: loci.RoleAssistant, Text: "Order 4812 was shipped, as 14821 was.", Time: b.now()},
		{Conversation: "d", Text: "Order 4821 was shipped.", Time: b.now()},
	}}); err != nil {
		t.Fatal(err)
	}
	kept := b.words()
	for _, want := range []string{"Order 4812 was shipped, as 14821 was.", "Order 4821 was shipped."} {
		if !strings.Contains(kept, want) {
			t.Errorf("%q is missing from\n%s", want, kept)
		}
	}
}

// A secret may be the answer to a question that names it, in one call or another.
func TestASecretThatAnswersAQuestion(t *testing.T) {
	question := loci.Turn{Conversation: "c", Role: loci.RoleAssistant, Text: "What is the database password?"}
	answer := loci.Turn{Conversation: "c", Text: "Mango!5566"}
	for name, calls := range map[string][][]loci.Turn{
		"one call":     {{question, answer}},
		"call by call": {{question}, {answer}},
	} {
		b := open(t)
		for _, turns := range calls {
			for k := range turns {
				b.advance(time.Second)
				turns[k].Time = b.now()
			}
			if _, err := b.Ingest(as(loci.ViaHook), loci.IngestRequest{Turns: turns}); err != nil {
				t.Fatal(err)
			}
		}
		if kept := b.words(); strings.Contains(kept, "Mango") || !strings.Contains(kept, "database") {
			t.Errorf("%s: kept\n%s", name, kept)
		}
	}
}

// Nor does a memory hold it, whoever would store it without its name.
func TestWithheldValuesAreNotRemembered(t *testing.T) {
	b := open(t)
	b.say("my wifi password is Kiwi!7788 and my pin is 4821")
	if _, err := b.Remember(as(loci.ViaAgent), loci.RememberRequest{Text: "Guests type Kiwi!7788 on the tablet"}); loci.CodeOf(err) != loci.Refused {
		t.Errorf("kept: %v", err)
	}
	remember(t, b, as(loci.ViaAgent), loci.RememberRequest{Text: "The parcel has number 4821"})
}
