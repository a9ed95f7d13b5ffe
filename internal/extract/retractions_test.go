package extract

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestRetractions reads denials of what is known: testdata/retractions holds,
// under "ends", sentences that retract something, and under "stands" others that
// only hope, ask, doubt or tell somebody that it is not so.
func TestRetractions(t *testing.T) {
	files, err := filepath.Glob("testdata/retractions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no retractions: %v", err)
	}
	e := newEngine(t)
	for _, file := range files {
		lang := strings.TrimSuffix(filepath.Base(file), ".txt")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ends := false
		for said := range strings.Lines(string(data)) {
			said = strings.TrimSpace(said)
			if h, ok := strings.CutPrefix(said, "# "); ok {
				ends = h == "ends"
				continue
			}
			if said == "" {
				continue
			}
			t.Run(lang+"/"+said, func(t *testing.T) {
				got := e.Extract(Input{Text: said, Lang: lang, Time: monday}).Candidates
				retracts := slices.ContainsFunc(got, func(c loci.Candidate) bool { return c.Op == loci.OpRetract })
				if retracts != ends {
					t.Errorf("retracts: %t in %v, want %t", retracts, got, ends)
				}
			})
		}
	}
}
