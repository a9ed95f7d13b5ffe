package text

import (
	"slices"
	"testing"
	"unicode/utf8"
)

// TestData holds what the loader relies on: every language has a file with
// known sections only, and words that vote.
func TestData(t *testing.T) {
	known := []string{"stop", "hint", "letters", "clue", "elide", "cut", "marks", "spelling", "accents", "prefix", "suffix", "least"}
	for _, l := range languages {
		lines := readLines(l.code)
		if len(lines["stop"]) == 0 {
			t.Errorf("%s has no stop words", l.code)
		}
		for name := range lines {
			if !slices.Contains(known, name) {
				t.Errorf("%s: unknown section %q", l.code, name)
			}
		}
		for _, clue := range flat(lines)["clue"] {
			if n := utf8.RuneCountInString(clue); n < 2 || n > longestClue {
				t.Errorf("%s: clue %q is never seen", l.code, clue)
			}
		}
	}
	files, err := data.ReadDir("data")
	if err != nil || len(files) != len(languages) {
		t.Errorf("%d files for %d languages (%v)", len(files), len(languages), err)
	}
}

func TestIsStop(t *testing.T) {
	for _, c := range []struct {
		word, lang string
		want       bool
	}{
		{"the", "en", true}, {"don't", "en", true}, {"dont", "en", true}, {"tea", "en", false},
		{"você", "pt", true}, {"voce", "pt", true}, {"são", "pt", false},
		{"sur", "fr", true}, {"sûr", "fr", false},
		{"bo'lsa", "uz", true}, {"bolsa", "uz", true}, {"эди", "uz", true},
		{"ещё", "ru", true}, {"еще", "ru", true},
		{"cho", "vi", true}, {"chó", "vi", false},
		{"the", "xx", true}, {"и", "en", true},
	} {
		if got := IsStop(c.word, c.lang); got != c.want {
			t.Errorf("IsStop(%q, %s) = %v", c.word, c.lang, got)
		}
	}
}
