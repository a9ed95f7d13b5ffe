package service_test

import (
	"slices"
	"testing"
)

func TestKnownByName(t *testing.T) {
	for _, tt := range []struct{ told, said, want string }{
		{"My daughter Maya is 6.", "Maya is allergic to cashews", "Maya is allergic to cashews"},
		{"Meine Schwester Claudia wohnt in Kiel.", "Claudia ist nach Bremen gezogen.", "Claudia ist nach Bremen gezogen"},
		{"Mi hija se llama Lucía.", "Lucía es alérgica a las nueces.", "Lucía es alérgica a las nueces"},
		{"My neighbour has a daughter.", "Maya is allergic to cashews", ""},
	} {
		b := open(t)
		b.say(tt.told)
		b.advance(day)
		before := b.valid()
		b.say(tt.said)
		got := ""
		for _, text := range b.valid() {
			if !slices.Contains(before, text) {
				got = text
			}
		}
		if got != tt.want {
			t.Errorf("%s || %s: %q", tt.told, tt.said, got)
		}
	}
}

func TestKnownPetDies(t *testing.T) {
	b := open(t)
	b.say("My dog Rex is a labrador.")
	rex := b.one("Rex")
	b.advance(day)
	b.say("Rex died last week")
	if got := b.valid(); slices.Contains(got, rex.Text) {
		t.Errorf("valid: %q", got)
	}
}
