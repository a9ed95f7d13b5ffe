package extract

import "testing"

func TestClaims(t *testing.T) {
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		turn, said string
		want       bool
	}{
		{"The boiler is older than the house. Any ideas?", "the boiler is older than the house", true},
		{"The café closes at 5.", "  the cafe closes at 5", true},
		{"The café closes at 5.", "The café closes at 15", false},
		{"The outside wall reads -5 at night.", "The outside wall reads 5 at night", false},
		{"The boiler is not older than the house.", "the boiler is older than the house", false},
		{"The boiler is older than the house, or is it?", "the boiler is older than the house", false},
		{"Is the boiler older than the house?", "the boiler older than the house", false},
		{"If it leaks, the boiler goes.", "the boiler goes", false},
		{"I think the boiler is older than the house.", "I think the boiler is older than the house.", false},
		{"He wrote \"the boiler is older than the house, and so is the roof\"", "the boiler is older than the house, and so is the roof", false},
		{"Translate into German:\nThe boiler is older than the house.", "The boiler is older than the house.", false},
		{"```\nThe boiler is older than the house.\n```", "The boiler is older than the house.", false},
		{"Well, I live in Porto, and it rains.", "I live in Porto", true}, // the rules read it
		{"I live in Porto", "live in Porto", false},
		{"I live in Porto", "", false},
	} {
		if got := e.Extract(Input{Text: tc.turn}).Claims(tc.said); got != tc.want {
			t.Errorf("%q claims %q: %v", tc.turn, tc.said, got)
		}
	}
}
