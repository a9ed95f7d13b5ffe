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
