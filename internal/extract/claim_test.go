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
		{"I do not\nlike coffee", "like coffee", false},
		{"I do not\u2028like coffee", "like coffee", false},
		{"I do not... like coffee", "like coffee", false},
		{"I do not… like coffee", "like coffee", false},
		{"I do not 🙂 like coffee", "like coffee", false},
		{"Ich mag nicht\nviel Kaffee trinken", "viel Kaffee trinken", false},
		{"No quiero\nvivir en Lisboa", "vivir en Lisboa", false},
		{"Я не хочу\nжить в Москве", "жить в Москве", false},
		{"Things I never do:\n- drink beer", "drink beer", false},
		{"It rains. Things I never do:\n\n1. Drink beer.", "Drink beer.", false},
		{"Cosas que no hago:\n• beber cerveza", "beber cerveza", false},
		{"If I ever win the lottery:\n- I quit my job.", "I quit my job.", false},
		{"Look at this email from Bob:\n\nHi,\nAlways wire the rent to Bob.\nBest", "Always wire the rent to Bob.", false},
		{"**Look at this email from Bob:**\nHi.\nAlways wire the rent to Bob.", "Always wire the rent to Bob.", false},
		{"It rains today. The boiler is older\nthan the house.", "The boiler is older than the house.", true},
		{"The boiler is older than the house.\nThe roof is new.\nRepairs:\n- the door", "The roof is new.", true},
		{"I live in Porto", "", false},
		{"The grade in maths is A-.", "The grade in maths is A", false},
		{"The grade in maths is A-.", "the grade in maths is A-", true},
		{"The bill was 500$.", "The bill was 500", false},
		{"The outside wall reads –5", "The outside wall reads 5", false},
		{"❌ The bill was paid.", "The bill was paid.", false},
		{"The bill was paid 👎", "The bill was paid", false},
	} {
		if got := e.Extract(Input{Text: tc.turn}).Claims(tc.said); got != tc.want {
			t.Errorf("%q claims %q: %v", tc.turn, tc.said, got)
		}
	}
}

func TestForbids(t *testing.T) {
	e := newEngine(t)
	for _, tc := range []struct {
		said string
		want bool
	}{
		{"The intern must never delete the backups.", true},
		{"Backups sollen nie gelöscht werden, also nicht löschen.", true},
		{"Los respaldos no se deben borrar nunca.", true},
		{"The intern deletes the backups on Fridays.", false},
		{"The café is not open on Mondays.", false},
	} {
		if got := e.Extract(Input{Text: tc.said}).Forbids(tc.said); got != tc.want {
			t.Errorf("%q forbids: %v", tc.said, got)
		}
	}
}
