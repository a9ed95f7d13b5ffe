package service_test

import (
	"testing"
	"time"

	"github.com/locimem/loci"
)

// What the user had forgotten stands in an agent's context for hours: its note
// of it is no new statement, however it was forgotten. What the user says is.
func TestAnAgentDoesNotBringBackWhatWasForgotten(t *testing.T) {
	person, agent := as(loci.ViaTerminal), as(loci.ViaAgent)
	for name, r := range map[string]loci.ForgetRequest{
		"by words": {Query: "kiwi", Messages: "kiwi"}, "everything": {Everything: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.say("I am allergic to kiwi")
			b.say("The red kiwi crate weighs 40 pounds")
			if _, err := b.Forget(person, r); err != nil {
				t.Fatal(err)
			}
			noted := []string{"I am allergic to kiwi"}
			if !r.Everything { // no memory rested on it, but words name sentences too
				noted = append(noted, "The red kiwi crate weighs 40 pounds")
			}
			for _, text := range noted {
				for _, key := range []string{"", "k"} {
					got, err := b.Remember(agent, loci.RememberRequest{Text: text, Key: key})
					if err != nil || got.Action != loci.ActionDropped {
						t.Errorf("%q: %+v %v", text, got, err)
					}
				}
			}
			b.advance(time.Hour)
			b.say("I am allergic to kiwi")
			if got := remember(t, b, agent, loci.RememberRequest{Text: "I am allergic to kiwi"}); got.Action == loci.ActionDropped {
				t.Errorf("said anew: %+v", got)
			}
		})
	}
}

// What an agent wants forgotten of the user's limits and instructions is a
// proposal: it binds until a person agrees.
func TestWhatBindsStandsUntilThePersonAgrees(t *testing.T) {
	b := open(t)
	person, agent := as(loci.ViaTerminal), as(loci.ViaAgent)
	b.say("I'm allergic to peanuts")
	b.say("Never push to main without asking")
	b.say("I like peanuts in shells")
	b.advance(2 * day)
	limit, rule := b.one("allergic"), b.one("push")
	for range 2 { // asked twice it is still one question
		for _, m := range []loci.Memory{limit, rule} {
			r, err := b.Forget(agent, loci.ForgetRequest{Ref: string(m.ID)})
			if err != nil || r.State != loci.ForgetAsked || r.Stand != 1 {
				t.Errorf("%s: %+v %v", m.Text, r, err)
			}
		}
	}
	if r, err := b.Forget(agent, loci.ForgetRequest{Query: "peanuts"}); err != nil || r.State != loci.ForgetRetracted || r.Stand != 1 {
		t.Errorf("%+v %v", r, err)
	}
	for _, op := range []loci.ChangeOp{loci.ChangeRetract, loci.ChangeComplete} {
		if _, err := b.Change(agent, loci.ChangeRequest{Op: op, Ref: string(rule.ID)}); loci.CodeOf(err) != loci.Denied {
			t.Errorf("%s of an instruction: %v", op, err)
		}
	}
	block := b.block("")
	if !containsAll(block, []string{limit.Text, rule.Text}) || containsAll(block, []string{"shells"}) {
		t.Error(block)
	}
	review, err := b.Review(person, loci.ReviewRequest{Kinds: []loci.ReviewKind{loci.ReviewForget}})
	if err != nil || len(review.Items) != 3 {
		t.Fatalf("%+v %v", review.Items, err)
	}
	for _, item := range review.Items {
		answer := loci.AnswerKeep
		if item.Memory.ID == limit.ID {
			answer = loci.AnswerForget
		}
		if _, err := b.Answer(person, loci.AnswerRequest{ID: item.ID, Answer: answer}); err != nil {
			t.Error(err)
		}
	}
	if block := b.block(""); containsAll(block, []string{"allergic"}) || !containsAll(block, []string{rule.Text}) {
		t.Error(block)
	}
}
