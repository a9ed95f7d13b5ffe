package extract

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestUndertakings reads what people say of their habits, dates, decisions, past
// events and limits in every language: testdata/undertakings.txt holds lines of a
// label, with the day that something is due, words that the memory must contain,
// and the message; "-" stands for nothing.
func TestUndertakings(t *testing.T) {
	e := newEngine(t)
	data, err := os.ReadFile("testdata/undertakings.txt")
	if err != nil {
		t.Fatal(err)
	}
	lang := ""
	for line := range lines(string(data)) {
		if heading, ok := strings.CutPrefix(line, "["); ok {
			lang = strings.TrimSuffix(heading, "]")
			continue
		}
		part := strings.SplitN(line, "|", 3)
		if len(part) < 3 {
			t.Fatalf("%s: %q has not three parts", lang, line)
		}
		want, words := strings.TrimSpace(part[0]), strings.TrimSpace(part[1])
		got := slices.DeleteFunc(candidates(e, lang+" "+strings.TrimSpace(part[2])), func(c loci.Candidate) bool {
			return c.Op == loci.OpComplete // of what nobody may have planned
		})
		switch {
		case want == "-" && len(got) == 0:
		case len(got) == 1 && undertaking(got[0]) == want && strings.Contains(got[0].Text, words):
		default:
			t.Errorf("%s %s: %+v", lang, line, got)
		}
	}
}

// undertaking writes the label of a candidate: "past study", "limit -", "goals
// 2026-05-01".
func undertaking(c loci.Candidate) string {
	switch {
	case c.Kind == loci.Episodic:
		return fmt.Sprintf("past %s", c.Category)
	case c.Category == loci.Constraints:
		return fmt.Sprintf("limit %s", c.Polarity)
	case c.Due != nil:
		return fmt.Sprintf("%s %s", c.Category, c.Due)
	}
	return string(c.Category)
}
