package guard

import (
	"strings"
	"testing"
	"unicode"
)

// What is told to fold to itself without the tables does so by them.
func TestPlainSignsFoldToThemselves(t *testing.T) {
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if !plain(r) {
			continue
		}
		var f folder
		f.rare(r, 0)
		if got := f.text.String(); got != string(r) || invisible(r) || f.lower.String() != strings.ToLower(string(r)) {
			t.Errorf("%U folds to %q; invisible: %v", r, got, invisible(r))
		}
	}
}
