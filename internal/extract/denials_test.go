package extract

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestDenials reads what people say is not so: testdata/denials holds, under
// the way in which it is said, sentences none of which may yield an affirmed
// fact; under "stands", sentences that affirm one although a denial is near.
func TestDenials(t *testing.T) {
	files, err := filepath.Glob("testdata/denials/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no denials: %v", err)
	}
	e := newEngine(t)
	for _, file := range files {
		lang := strings.TrimSuffix(filepath.Base(file), ".txt")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		heading := ""
		for said := range strings.Lines(string(data)) {
			said = strings.TrimSpace(said)
			if h, ok := strings.CutPrefix(said, "# "); ok {
				heading = h
				continue
			}
			if said == "" {
				continue
			}
			t.Run(lang+"/"+heading+"/"+said, func(t *testing.T) {
				got := e.Extract(Input{Text: said, Lang: lang, Time: monday}).Candidates
				i := slices.IndexFunc(got, func(c loci.Candidate) bool {
					return c.Op == loci.OpAssert && c.Polarity == loci.Affirmed
				})
				if stands := heading == "stands"; stands != (i >= 0) {
					t.Errorf("affirmed: %t in %v, want %t", i >= 0, got, stands)
				}
			})
		}
	}
}
