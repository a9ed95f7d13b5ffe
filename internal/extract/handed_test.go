package extract

import (
	"os"
	"strings"
	"testing"
)

// TestHandedOver reads messages that hold somebody else's words, in every
// language, and others that look alike and hold the user's.
func TestHandedOver(t *testing.T) {
	e := newEngine(t)
	data, err := os.ReadFile("testdata/handed.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split(string(data), "\n[")[1:] {
		heading, body, _ := strings.Cut(section, "]\n")
		lines := strings.Split(strings.TrimSpace(body), "\n")
		lang, own := strings.CutPrefix(heading, "keep ")
		if !own {
			order, fact, unescaped := lines[0], lines[1], strings.NewReplacer(`\n`, "\n")
			lines = lines[2:]
			if len(candidates(e, lang+" "+fact)) == 0 {
				t.Errorf("%s: nothing is taken from %q", lang, fact)
			}
			for i := range lines {
				lines[i] = unescaped.Replace(strings.NewReplacer("%o", order, "%s", fact).Replace(lines[i]))
			}
		}
		for _, said := range lines {
			got := candidates(e, lang+" "+said)
			if own != (len(got) > 0) {
				t.Errorf("%s %q: %+v", lang, said, got)
			}
		}
	}
}
