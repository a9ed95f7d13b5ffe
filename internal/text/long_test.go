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
		took := func(size int) time.Duration {
			best := time.Hour
			s := strings.Repeat(unit, size/len(unit))
			for range 3 {
				start := time.Now()
				Terms(s, "tr")
				QueryTerms(s, "zh", "uz")
				Detect(s)
				if best = min(best, time.Since(start)); best < 200*time.Millisecond {
					break // fast on any machine
				}
			}
			return best
		}
		if long := took(1 << 16); long > 200*time.Millisecond {
			if short := took(1 << 14); long > 10*short { // 4 times as long, and 16 times where it is the square
				t.Errorf("64 KiB of %q take %v, 16 KiB %v", unit, long, short)
			}
		}
	}
}
