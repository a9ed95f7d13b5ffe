package timex

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// refWednesday is the reference time of the tables in testdata.
var refWednesday = time.Date(2026, 11, 25, 10, 0, 0, 0, time.FixedZone("", 5*3600))

// TestTables reads lines "TIMEX: phrase | phrase" ("?": marked, without a
// value; "-": no expression) and finds the phrases alone and in a sentence.
func TestTables(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables", err)
	}
	for _, file := range files {
		lang := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(lang, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			phrases := 0
			for line := range strings.Lines(string(data)) {
				i := strings.LastIndex(line, ": ")
				if i < 0 {
					continue
				}
				for phrase := range strings.SplitSeq(strings.TrimSpace(line[i+2:]), " | ") {
					phrases++
					if got := firstTimex(phrase, lang); got != line[:i] {
						t.Errorf("%s: got %s, want %s", phrase, got, line[:i])
					}
				}
			}
			if phrases < 60 {
				t.Errorf("%d phrases, want at least 60", phrases)
			}
		})
	}
}

// firstTimex is the first value of the longest expression of a phrase.
func firstTimex(phrase, lang string) string {
	got, length := "-", 0
	for _, s := range Find(phrase, Options{Langs: []string{lang}, Ref: refWednesday}) {
		if s.End-s.Start <= length {
			continue
		}
		length = s.End - s.Start
		if got = "?"; len(s.Values) > 0 {
			got = s.Values[0].Timex
		}
	}
	return got
}

// TestTurkishWithoutMarks reads dates as they are typed without ğ, ş and ü.
func TestTurkishWithoutMarks(t *testing.T) {
	for phrase, want := range map[string]string{
		"yarın": "2026-11-26", "yarin": "2026-11-26", "dün": "2026-11-24", "dun": "2026-11-24",
		"5 ağustos": "2027-08-05", "5 agustos": "2027-08-05", "3 şubat": "2027-02-03", "3 subat": "2027-02-03",
	} {
		got := firstTimex(phrase, "tr")
		if got != want {
			t.Errorf("%s: got %s, want %s", phrase, got, want)
		}
	}
}
