package contextblock

import (
	"testing"
	"time"
)

func TestRelativeTimesAreDated(t *testing.T) {
	said := time.Date(2026, 9, 23, 12, 0, 0, 0, lisbon)
	for text, want := range map[string]bool{
		"en moved to Bristol last week":          true,
		"en I broke my arm on Wednesday":         true,
		"en I quit smoking two years ago":        true,
		"pt mudei de casa na semana passada":     true,
		"ru на прошлой неделе переехал в Казань": true,
		"en my birthday is 14 June":              false,
		"en I was born on 1990-06-14":            false,
		"en I run every Monday at 7":             false,
		"en I have lived here for two years":     false,
		"en I love tea":                          false,
	} {
		m := memory(1, text[3:])
		m.Lang = text[:2]
		if got := relative(&m, said); got != want {
			t.Errorf("%s: relative = %v", text, got)
		}
	}
}

func BenchmarkRelative(b *testing.B) {
	m := memory(1, "I work as a nurse in Leeds and have two children")
	m.Lang = "en"
	for b.Loop() {
		relative(&m, now)
	}
}
