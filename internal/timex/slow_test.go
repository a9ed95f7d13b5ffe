package timex_test

import (
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci/internal/timex"
)

// TestLongText: the work grows with the text, whatever it is made of.
func TestLongText(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	pieces := map[string]string{"en": "1 monday 2 may ", "tr": "5 ay 3 mayıs pazartesi ", "ja": "一月二日三時四分", "ru": "1 мая 2 понедельник ", "vi": "năm tháng năm ngày ", "de": "1 uhr montag halb "}
	for lang, piece := range pieces {
		o := timex.Options{Langs: []string{lang}, Ref: time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)}
		timex.Find(piece, o)
		took := func(n int) time.Duration {
			text := strings.Repeat(piece, n/len(piece))
			best := time.Hour
			for range 3 { // at its fastest: the machine has other things to do
				start := time.Now()
				timex.Find(text, o)
				best = min(best, time.Since(start))
			}
			return best
		}
		short, long := took(1<<10), took(1<<13)
		if long > 24*short && long > 200*time.Millisecond {
			t.Errorf("%s: %v for 1 KiB, %v for 8 KiB", lang, short, long)
		}
		t.Log(lang, short, long)
	}
}
