package service_test

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// Who names a memory by key or id means what it was before, too.
func TestForgetTakesEarlierVersions(t *testing.T) {
	ctx := as(loci.ViaTerminal)
	keyed := func(t *testing.T, b *bench) loci.Memory {
		var last loci.Memory
		for _, text := range []string{"I earn 3000 euros a month", "I earn 4000 euros a month", "I earn 5000 euros a month"} {
			last = *remember(t, b, ctx, loci.RememberRequest{Text: text, Key: "pay"}).Memory
		}
		remember(t, b, ctx, loci.RememberRequest{Text: "I play chess", Key: "game"})
		return last
	}
	slotted := func(t *testing.T, b *bench) loci.Memory {
		b.say("I live in Quuxville")
		b.say("I live in Fooburg now")
		remember(t, b, ctx, loci.RememberRequest{Text: "I play chess", Key: "game"})
		return b.one("Fooburg")
	}
	for _, tt := range []struct {
		name    string
		known   func(*testing.T, *bench) loci.Memory
		request func(loci.Memory) loci.ForgetRequest
		earlier int
		gone    []string
		stays   []string
	}{
		{"a key", keyed, func(loci.Memory) loci.ForgetRequest { return loci.ForgetRequest{Ref: "pay"} }, 2, []string{"3000", "4000", "5000"}, []string{"chess"}},
		{"an id with a key", keyed, func(m loci.Memory) loci.ForgetRequest { return loci.ForgetRequest{Ref: m.ID.Short()} }, 2, []string{"3000", "4000", "5000"}, []string{"chess"}},
		{"an id with a slot", slotted, func(m loci.Memory) loci.ForgetRequest { return loci.ForgetRequest{Ref: string(m.ID)} }, 1, []string{"Quuxville", "Fooburg"}, []string{"chess"}},
		{"an earlier version alone", keyed, func(m loci.Memory) loci.ForgetRequest { return loci.ForgetRequest{Ref: string(m.Supersedes)} }, 1, []string{"3000", "4000"}, []string{"5000"}},
		{"exactly what is listed", keyed, func(m loci.Memory) loci.ForgetRequest { return loci.ForgetRequest{IDs: []loci.ID{m.ID}} }, 0, []string{"5000"}, []string{"3000", "4000"}},
		{"words", keyed, func(loci.Memory) loci.ForgetRequest { return loci.ForgetRequest{Query: "earn 5000"} }, 0, []string{"5000"}, []string{"3000", "4000"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			r := tt.request(tt.known(t, b))
			r.Preview = true
			shown, err := b.Forget(ctx, r)
			if err != nil || shown.Earlier != tt.earlier || len(shown.Memories) != 1+tt.earlier {
				t.Fatalf("preview %+v %v", shown, err)
			}
			r.Preview = false
			done, err := b.Forget(ctx, r)
			if err != nil || done.State != loci.ForgetErased || done.Earlier != tt.earlier || len(done.Memories) != 1+tt.earlier {
				t.Fatalf("%+v %v", done, err)
			}
			all := everything(t, b)
			for _, word := range tt.gone {
				if strings.Contains(all, word) {
					t.Errorf("%s is still there: %s", word, all)
				}
			}
			for _, word := range tt.stays {
				if !strings.Contains(all, word) {
					t.Errorf("%s has gone", word)
				}
			}
		})
	}
}

// An import knows no links between versions, and an agent's note is no version
// of what the user said.
func TestForgetTakesWhatIsPastUnderAKey(t *testing.T) {
	ctx := as(loci.ViaTerminal)
	pay := func(text string, status loci.Status) loci.Memory {
		return loci.Memory{Kind: loci.Semantic, Category: loci.Finance, Importance: loci.Medium, Text: text, Key: "pay", Status: status}
	}
	past := []loci.Memory{pay("I earn 3000 euros a month", loci.Superseded), pay("I earn 4000 euros a month", loci.Superseded)}
	t.Run("imported", func(t *testing.T) {
		b := open(t)
		if r, err := b.Import(ctx, loci.ImportRequest{Trust: true, Memories: append(past, pay("I earn 5000 euros a month", loci.Active))}); err != nil || r.Added != 3 {
			t.Fatalf("%+v %v", r, err)
		}
		if r, err := b.Forget(ctx, loci.ForgetRequest{Ref: "pay"}); err != nil || r.Earlier != 2 {
			t.Errorf("%+v %v", r, err)
		}
		if all := everything(t, b); strings.Contains(all, "euros") {
			t.Error(all)
		}
	})
	t.Run("an agent's note", func(t *testing.T) {
		b := open(t)
		if r, err := b.Import(ctx, loci.ImportRequest{Trust: true, Memories: past}); err != nil || r.Added != 2 {
			t.Fatalf("%+v %v", r, err)
		}
		agent := as(loci.ViaAgent)
		remember(t, b, agent, loci.RememberRequest{Text: "I earn 5000 euros a month", Key: "pay"})
		if r, err := b.Forget(agent, loci.ForgetRequest{Ref: "pay"}); err != nil || r.State != loci.ForgetErased || r.Earlier != 0 {
			t.Errorf("%+v %v", r, err)
		}
		if all := everything(t, b); !strings.Contains(all, "3000") || !strings.Contains(all, "4000") {
			t.Error(all)
		}
	})
}

// What an agent asked to forget goes with its earlier versions once a person agrees.
func TestAgreeingToForgetTakesEarlierVersions(t *testing.T) {
	b := open(t)
	person := as(loci.ViaTerminal)
	for _, text := range []string{"I earn 4000 euros a month", "I earn 5000 euros a month"} {
		remember(t, b, person, loci.RememberRequest{Text: text, Key: "pay"})
	}
	if r, err := b.Forget(as(loci.ViaAgent), loci.ForgetRequest{Ref: "pay"}); err != nil || r.State != loci.ForgetRetracted {
		t.Fatalf("%+v %v", r, err)
	}
	r, err := b.Review(person, loci.ReviewRequest{})
	if err != nil || len(r.Items) != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	if _, err := b.Answer(person, loci.AnswerRequest{ID: r.Items[0].ID, Answer: loci.AnswerForget}); err != nil {
		t.Fatal(err)
	}
	if all := everything(t, b); strings.Contains(all, "euros") {
		t.Error(all)
	}
}
