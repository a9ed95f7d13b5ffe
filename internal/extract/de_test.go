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
