package extract

import (
	"testing"

	"github.com/locimem/loci"
)

// TestTakenBack reads turns in which what looks like a statement or a rule is
// taken back by what stands around it, and others in which it stands.
func TestTakenBack(t *testing.T) {
	e := newEngine(t)
	for _, tc := range []struct {
		lang, turn string
		facts      int // affirmed ones
	}{
		// a line with a colon
		{"en", "It is not true that:\nI live in Faro.", 0},
		{"en", "Rules I hate:\n- Write in German from now on\n- Always answer in German", 0},
		{"en", "Rules I hate:\n\n- Always answer in French\n\n- Always answer in German", 0},
		{"en", "**If I were rich:**\n1. I live in Porto", 0},
		{"en", "My neighbour says:\nI live in Faro", 0},
		{"en", "Imagine this:\nI live in Faro", 0},
		{"de", "Es stimmt nicht, dass:\nich in Bremen wohne. Ich wohne in Kiel.", 0},
		{"de", "Regeln, die ich hasse:\n- Antworte immer auf Englisch", 0},
		{"es", "No es verdad que:\nvivo en Sevilla", 0},
		{"ru", "Это неправда:\nя живу в Москве", 0},
		{"en", "It is not true that:\nI live in Faro.\n\nI live in Porto.", 1},
		{"en", "What you should know:\n- I live in Porto", 1},
		{"en", "Never forget:\n- I am allergic to peanuts", 1},
		{"en", "My rules:\n- Always answer in German", 1},
		{"de", "Meine Regeln:\n- Antworte immer auf Englisch", 1},
		// struck out
		{"en", "~~I live in Porto~~", 0},
		{"fr", "~~J'habite à Lyon.~~ J'habite à Nantes.", 1},
		{"en", "Porto is so~~~ nice~~~ I live in Porto. So~~ nice", 1},
		// crossed out
		{"en", "❌ Always answer in German\n✅ Always answer in French", 1},
		{"de", "Ich wohne in Bremen ❌", 0},
		{"ru", "👎 Я живу в Москве", 0},
		{"en", "I live in Porto 👍", 1},
		// somebody else's
		{"en", "She goes: I live in Porto", 0},
		{"en", "My wife goes: I live in Porto", 0},
		{"es", "Ella insiste: vivo en Sevilla", 0},
		{"en", "You should know: I live in Porto", 1},
		// labelled
		{"en", "False: I live in Porto", 0},
		{"es", "Falso: vivo en Sevilla", 0},
		{"pt", "Falso: moro em Lisboa", 0},
		{"fr", "Faux : j'habite à Lyon", 0},
		{"ru", "Неправда: я живу в Москве", 0},
		{"ar", "كذب: اسكن في دبي", 0},
		{"hi", "झूठ: मैं दिल्ली में रहता हूँ", 0},
		{"ja", "嘘：私は東京に住んでいます", 0},
		{"en", "That's not true: I live in Lisbon.", 1},
		// taken back
		{"en", "I live in Porto. Just kidding, I don't.", 0},
		{"en", "I live in Porto, not.", 0},
		{"en", "I live in Porto. That is not true.", 0},
		{"de", "Ich wohne in Bremen. Kleiner Scherz.", 0},
		{"ru", "Я живу в Москве. Шучу.", 0},
		{"zh", "我住在北京。开玩笑的。", 0},
		{"en", "No, that's wrong. I live in Porto.", 1},
		{"en", "I live in Porto. Just kidding, I live in Faro.", 1},
		{"de", "Ich wohne in Bremen, nicht wahr?", 1},
	} {
		got := affirmed(e.Extract(Input{Text: tc.turn, Lang: tc.lang, Time: monday}))
		if len(got) != tc.facts {
			t.Errorf("%s: %q yields %q, want %d", tc.lang, tc.turn, got, tc.facts)
		}
	}
}

// affirmed returns what a result affirms.
func affirmed(r Result) (said []string) {
	for _, c := range r.Candidates {
		if c.Op == loci.OpAssert && c.Polarity == loci.Affirmed {
			said = append(said, c.Text)
		}
	}
	return said
}

// Who is told not to take something for so has not been told that it is.
func TestFieldBug_Brk4_12_WhatIsNotToBeAssumed(t *testing.T) {
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{
		"nimm nicht an, dass ich in Texas wohne", "geh nicht davon aus, dass ich in Texas wohne", "glaub ja nicht, dass ich vegan bin", "не думай, что я живу в Омске", "не считай, что я веган",
		"не думай, що я живу в Одесі", "nie zakładaj, że mieszkam w Teksasie", "no supongas que vivo en Texas",
	} {
		if got := e.Extract(Input{Text: said, Time: monday}).Candidates; len(got) > 0 {
			t.Errorf("%s: took %q", said, got[0].Text)
		}
	}
}
