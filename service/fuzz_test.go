package service_test

import (
	"context"
	"slices"
	"testing"

	"github.com/locimem/loci"
)

// FuzzTombstones: what was forgotten does not come back with its turn, however
// often that is given again, and is stored when it is said anew.
func FuzzTombstones(f *testing.F) {
	for _, s := range []string{
		"I live in Porto", "I'm allergic to peanuts and I have a dog called Rex.", "eu prefiro respostas curtas", "Мою сестру зовут Анна", "私は東京に住んでいます",
		"I live in Porto\u200b", "I LIVE IN PORTO!!", "I live in Porto. I live in Porto. I live in Faro.", "remember: the key is under the mat", "", "\xff",
	} {
		f.Add(s)
	}
	person := as(loci.ViaTerminal)
	f.Fuzz(func(t *testing.T, said string) {
		b := open(t)
		turn := loci.Turn{Role: loci.RoleUser, Text: said, Conversation: "c1", ID: "m1", Time: b.now()}
		b.turn(turn)
		first := b.valid()
		for _, m := range all(t, b) {
			if _, err := b.Forget(person, loci.ForgetRequest{IDs: []loci.ID{m.ID}}); err != nil && loci.CodeOf(err) != loci.NotFound {
				t.Fatal(err)
			}
		}
		for range 2 {
			b.turn(turn)
			if got := all(t, b); len(got) > 0 {
				t.Fatalf("%q came back as %q", said, got[0].Text)
			}
		}
		b.advance(day)
		b.turn(loci.Turn{Role: loci.RoleUser, Text: said, Conversation: "c2", ID: "m2"})
		if got := b.valid(); !slices.Equal(got, first) {
			t.Fatalf("%q said anew gives %q, was %q", said, got, first)
		}
	})
}

func all(t *testing.T, b *bench) []loci.Memory {
	t.Helper()
	got, err := b.List(context.Background(), loci.ListRequest{Statuses: loci.Statuses(), Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return got.Memories
}
