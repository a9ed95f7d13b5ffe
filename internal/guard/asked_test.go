package guard

import (
	"strings"
	"testing"
)

// A value that recurs is looked up once: brackets by the hundred thousand took
// seconds.
func TestFieldBug_Brk4_14_RecurringValuesAreAskedOnce(t *testing.T) {
	asked := map[string]int{}
	text := strings.Repeat("(", 5000) + " s3cret and s3cret"
	clean, found := CutRepeated(text, []int{6}, func(value string) string {
		asked[value]++
		if value == "s3cret" {
			return "password"
		}
		return ""
	})
	if len(found) != 2 || strings.Contains(clean, "s3cret") {
		t.Errorf("found %v in %q", found, clean[5000:])
	}
	for value, n := range asked {
		if n > 1 {
			t.Errorf("%q was asked for %d times", value, n)
		}
	}
}
