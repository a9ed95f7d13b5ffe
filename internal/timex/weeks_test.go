package timex

import "testing"

// "A week on Thursday" is a week after the coming one, as is the Thursday after
// that; "próxima sexta" is the coming one.
func TestWeekAfterDay(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "a week on Thursday", "2026-12-03"},
		{"en", "Thursday week", "2026-12-03"},
		{"en", "due the Thursday after this one", "2026-12-03"},
		{"en", "a week before Thursday", "2026-11-19"},
		{"es", "el jueves en ocho", "2026-12-03"},
		{"fr", "jeudi en huit", "2026-12-03"},
		{"de", "Donnerstag in einer Woche", "2026-12-03"},
		{"nl", "donderdag over een week", "2026-12-03"},
		{"it", "giovedì tra una settimana", "2026-12-03"},
		{"ru", "в четверг через неделю", "2026-12-03"},
		{"pl", "w czwartek za tydzień", "2026-12-03"},
		{"uk", "у четвер за тиждень", "2026-12-03"},
		{"pt", "na próxima sexta", "2026-11-27"},
	} {
		if got := firstTimex(c.text, c.lang); got != c.want {
			t.Errorf("%s %q: got %s, want %s", c.lang, c.text, got, c.want)
		}
	}
}
