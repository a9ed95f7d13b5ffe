package eval

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func TestSample(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 5, 4, 10, minute, 0, 0, time.UTC) }
	said := func(minute int, role loci.TurnRole, text string) loci.Turn {
		return loci.Turn{Conversation: "c", Role: role, Text: text, Time: at(minute)}
	}
	conversations := []Conversation{
		{ID: "ana", Turns: []loci.Turn{
			said(1, loci.RoleUser, "I live in Porto. Is it raining?"),
			said(2, loci.RoleAssistant, "I live in the cloud."),
			said(3, loci.RoleUser, "I moved to Lisbon."),
			said(4, loci.RoleUser, "I'm allergic to peanuts."),
		}},
		{ID: "ben", Turns: []loci.Turn{said(1, loci.RoleUser, "My name is Ben.")}},
	}
	draw := func(n int, seed uint64) (Sampling, []string) {
		t.Helper()
		s, err := Sample(context.Background(), temporary(t), conversations, n, seed, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, m := range s.Sampled {
			texts = append(texts, m.User+": "+m.Memory.Text+" < "+m.Turn.Text)
		}
		return s, texts
	}
	all, texts := draw(10, 1)
	want := []string{
		"ana: I moved to Lisbon < I moved to Lisbon.",
		"ana: I'm allergic to peanuts < I'm allergic to peanuts.",
		"ben: My name is Ben < My name is Ben.",
	}
	if diff := cmp.Diff(want, texts); diff != "" || all.Stored != 3 {
		t.Errorf("%d stored (-want +got):\n%s", all.Stored, diff)
	}
	drawn := map[string]bool{}
	for seed := range uint64(20) {
		one, texts := draw(1, seed)
		if again, _ := draw(1, seed); !cmp.Equal(one, again) {
			t.Errorf("seed %d: %s", seed, cmp.Diff(one, again))
		}
		drawn[texts[0]] = true
	}
	if len(drawn) != 3 {
		t.Errorf("twenty seeds draw only %v", drawn)
	}
}

// The first of two speakers is no more the owner of the memory than the second.
func TestSampleOfTwoSpeakers(t *testing.T) {
	at := time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)
	said := func(speaker, text string) loci.Turn {
		return loci.Turn{Conversation: "c", Speaker: speaker, Role: loci.RoleUser, Text: text, Time: at}
	}
	two := []Conversation{{ID: "two", Turns: []loci.Turn{said("Ana", "I live in Porto."), said("Ben", "I live in Ghent.")}}}
	s, err := Sample(context.Background(), temporary(t), two, 10, 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	homes := map[string]string{}
	for _, m := range s.Sampled {
		homes[m.Memory.Slot.Subject] = m.Memory.Text
	}
	if diff := cmp.Diff(map[string]string{"Ana": "I live in Porto", "Ben": "I live in Ghent"}, homes); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
