package timex

import (
	"testing"
	"time"
)

// TestLoad loads every language: a mistake in a data file is found here, as
// Find takes a language that does not load for one it does not know.
func TestLoad(t *testing.T) {
	for _, lang := range Languages() {
		if _, err := loadLanguage(lang); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := loadLanguage("en"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFind reads texts of about 200 bytes: one with two dates, one that is
// full of them.
func BenchmarkFind(b *testing.B) {
	o := Options{Langs: []string{"en"}, Ref: time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)}
	for name, text := range map[string]string{
		"prose": "Thanks for the notes from the call. I'll send you the revised draft on Friday, and we can talk about " +
			"the budget next week, when everyone is back in the office; let me know whether that works for you.",
		"dense": "I moved to Lisbon last May and start the new job on Monday at 9; please remind me in three days that the " +
			"report is due by Friday 4 December, not before the end of the month, as we said on the phone.",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Find(text, o)
			}
		})
	}
}

// TestCloneIsOwn: languages add rules to copies of one grammar.
func TestCloneIsOwn(t *testing.T) {
	g, err := universal()
	if err != nil {
		t.Fatal(err)
	}
	a, b := g.clone(), g.clone()
	for _, add := range []struct {
		g    *grammar
		rule string
	}{{a, `t: weekday "eins" > only`}, {b, `t: weekday "zwei" > only`}} {
		if err := add.g.addRule(add.rule); err != nil {
			t.Fatal(err)
		}
	}
	rules := a.rules[a.symbol("weekday")]
	if last := rules[len(rules)-1]; last.rhs[1] != a.symbols[`"eins"`] {
		t.Error("a rule of one language replaced that of another")
	}
}
