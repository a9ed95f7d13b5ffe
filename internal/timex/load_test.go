package timex

import "testing"

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
