package service_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func (b *bench) review() []loci.ReviewItem {
	b.t.Helper()
	r, err := b.Review(person(), loci.ReviewRequest{})
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Items
}

// answer gives an answer to the only item there is.
func (b *bench) answer(kind loci.ReviewKind, answer loci.ReviewAnswer) loci.ChangeResult {
	b.t.Helper()
	items := b.review()
	if len(items) != 1 || items[0].Kind != kind {
		b.t.Fatalf("to review: %+v; want one %s", items, kind)
	}
	r, err := b.Answer(person(), loci.AnswerRequest{ID: items[0].ID, Answer: answer, Digest: items[0].Digest})
	if err != nil {
		b.t.Fatal(err)
	}
	if left := b.review(); len(left) > 0 {
		b.t.Errorf("after the answer there is still %+v", left)
	}
	return r
}

// TestReview answers each kind of review in each way there is.
func TestReview(t *testing.T) {
	agent := as(loci.ViaAgent)
	remembered := func(text string, origin loci.Origin) func(*bench) {
		return func(b *bench) { remember(b.t, b, agent, loci.RememberRequest{Text: text, Origin: origin}) }
	}
	unsure := func(b *bench) {
		b.say("I live in Porto.")
		_, err := b.Upsert(person(), loci.Candidate{Text: "lives in Braga", Hedged: true, Slot: b.one("Porto").Slot, Value: "braga",
			Polarity: loci.Affirmed, Kind: loci.Profile, Confidence: 0.5})
		if err != nil {
			b.t.Fatal(err)
		}
	}
	confirmed := func(b *bench) {
		b.say("I live in Porto.")
		m := b.one("Porto")
		if _, err := b.Change(person(), loci.ChangeRequest{Op: loci.ChangeConfirm, Ref: string(m.ID)}); err != nil {
			b.t.Fatal(err)
		}
		b.say("I moved to Lisbon.")
	}
	retracted := func(b *bench) {
		b.say("I love green tea.")
		b.advance(2 * day)
		if _, err := b.Change(agent, loci.ChangeRequest{Op: loci.ChangeRetract, Ref: string(b.one("tea").ID)}); err != nil {
			b.t.Fatal(err)
		}
	}
	asked := func(b *bench) {
		b.say("I love green tea.")
		b.advance(2 * day)
		if _, err := b.Forget(agent, loci.ForgetRequest{Ref: string(b.one("tea").ID)}); err != nil {
			b.t.Fatal(err)
		}
	}
	twice := func(b *bench) {
		for _, text := range []string{"PocketBase runs on port 8090", "PocketBase backend at localhost:8090"} {
			remember(b.t, b, person(), loci.RememberRequest{Text: text})
		}
	}
	for _, tt := range []struct {
		name   string
		given  func(*bench)
		kind   loci.ReviewKind
		answer loci.ReviewAnswer
		want   []string // valid afterwards, newest first
	}{
		{"let in", remembered("plays the viola", loci.FromWeb), loci.ReviewQuarantine, loci.AnswerConfirm, []string{"plays the viola"}},
		{"kept out", remembered("plays the viola", loci.FromWeb), loci.ReviewQuarantine, loci.AnswerReject, nil},
		{"a guess that is right", remembered("plays the viola", loci.AssistantInferred), loci.ReviewGuess, loci.AnswerConfirm, []string{"plays the viola"}},
		{"a guess that is wrong", remembered("plays the viola", loci.AssistantInferred), loci.ReviewGuess, loci.AnswerReject, nil},
		{"a limit that an agent noted", remembered("allergic to nuts", loci.AgentNoted), loci.ReviewNoted, loci.AnswerConfirm, []string{"allergic to nuts"}},
		{"no limit", remembered("allergic to nuts", loci.AgentNoted), loci.ReviewNoted, loci.AnswerReject, nil},
		{"the new value stays", confirmed, loci.ReviewSuperseded, loci.AnswerKeep, []string{"I moved to Lisbon"}},
		{"the old value comes back", confirmed, loci.ReviewSuperseded, loci.AnswerRestore, []string{"I live in Porto"}},
		{"an agent was right", retracted, loci.ReviewAgent, loci.AnswerKeep, nil},
		{"an agent was wrong", retracted, loci.ReviewAgent, loci.AnswerRestore, []string{"I love green tea"}},
		{"forgotten on request", asked, loci.ReviewForget, loci.AnswerForget, nil},
		{"not forgotten", asked, loci.ReviewForget, loci.AnswerRestore, []string{"I love green tea"}},
		{"only retracted", asked, loci.ReviewForget, loci.AnswerKeep, nil},
		{"two are one", twice, loci.ReviewDuplicate, loci.AnswerMerge, []string{"PocketBase backend at localhost:8090"}},
		{"field bug A25: two stay two", twice, loci.ReviewDuplicate, loci.AnswerKeep, []string{"PocketBase backend at localhost:8090", "PocketBase runs on port 8090"}},
		{"a conflict, the guess wins", unsure, loci.ReviewConflict, loci.AnswerConfirm, []string{"lives in Braga"}},
		{"a conflict, the guess loses", unsure, loci.ReviewConflict, loci.AnswerReject, []string{"I live in Porto"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			tt.given(b)
			b.answer(tt.kind, tt.answer)
			if diff := cmp.Diff(tt.want, b.valid()); diff != "" {
				t.Errorf("valid (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReviewNeedsAPerson(t *testing.T) {
	b := open(t)
	r := remember(t, b, as(loci.ViaAgent), loci.RememberRequest{Text: "plays the viola", Origin: loci.FromWeb})
	_, err := b.Answer(as(loci.ViaAgent), loci.AnswerRequest{ID: string(r.Memory.ID), Answer: loci.AnswerConfirm, Digest: loci.TextDigest("plays the viola")})
	if !errors.Is(err, loci.Denied) {
		t.Errorf("an agent answered: %v", err)
	}
	for _, digest := range []string{"", loci.TextDigest("plays the cello")} {
		if _, err := b.Answer(person(), loci.AnswerRequest{ID: string(r.Memory.ID), Answer: loci.AnswerConfirm, Digest: digest}); err == nil {
			t.Errorf("let in with digest %q", digest)
		}
	}
}

// TestMergeLosesNothing_FieldBug_A11_netclaw1585 tries to merge what differs
// in an address.
func TestMergeLosesNothing_FieldBug_A11_netclaw1585(t *testing.T) {
	b := open(t)
	for _, text := range []string{"the backend PocketBase has docs at https://pb.example/docs", "the backend PocketBase documentation, https://pb.example/guide"} {
		remember(t, b, person(), loci.RememberRequest{Text: text})
	}
	items := b.review()
	if len(items) != 1 {
		t.Fatalf("to review: %+v", items)
	}
	if _, err := b.Answer(person(), loci.AnswerRequest{ID: items[0].ID, Answer: loci.AnswerMerge}); !errors.Is(err, loci.Invalid) {
		t.Errorf("merged: %v", err)
	}
	if n := len(b.valid()); n != 2 {
		t.Errorf("%d are valid", n)
	}
}
