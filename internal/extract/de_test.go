package extract

import "testing"

func TestGerman(t *testing.T) {
	runSamples(t, "de", []sample{
		{"ich wohne in Köln", []string{"profile preferences+ home_city: wohne in Köln"}},
		{"ich heiße Jonas", []string{"profile preferences+ name: heiße Jonas"}},
		{"der Drucker mag kein A5", nil},
		{"wie viel kostet eine Wohnung in Köln?", nil},
		{"Übersetze: Ich wohne in Köln und bin Lehrer.", nil},
		{"wenn ich in Köln wohnen würde, wäre ich froh", nil},
		{"danke, sehr nett", nil},
	})
}

// A full stop makes an ordinal of a number before a month or between "zum" and
// a small letter; elsewhere it ends the sentence.
func TestGermanOrdinals(t *testing.T) {
	runSamples(t, "de", []sample{
		{"bis zum 15. muss die Miete überwiesen sein", []string{"semantic finance+: bis zum 15. muss die Miete überwiesen sein (2026-04-15)"}},
		{"am 3. Oktober läuft mein Reisepass ab", []string{"semantic goals+: am 3. Oktober läuft mein Reisepass ab (2026-10-03)"}},
		{"bin in der 23. Woche schwanger", []string{"semantic constraints+ condition:schwang: bin in der 23. Woche schwanger"}},
		{"ich bin 34. wohne in Köln", []string{"profile preferences+ age: ich bin 34", "profile preferences+ home_city: wohne in Köln"}},
	})
}
