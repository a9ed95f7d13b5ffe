package text

import (
	"strings"
	"testing"
	"time"
)

// TestFieldBug_G7_hugeText: the time for a text grows with its length and not
// with its square, whatever it consists of.
func TestFieldBug_G7_hugeText(t *testing.T) {
	for _, unit := range []string{"a", "a.", "a'", "1,", "a-", "aB", "a\u0301", "\u0301", ".\u0301", "a:\u0301", "用", "ー", "가", "क्", "a\u200d", "👨\u200d", "🇩", "\xff", "lar", "'", "a`", "_"} {
		start := time.Now()
		s := strings.Repeat(unit, 1<<16/len(unit))
		Terms(s, "tr")
		QueryTerms(s, "zh", "uz")
		Detect(s)
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("64 KiB of %q take %v", unit, d)
		}
	}
}
