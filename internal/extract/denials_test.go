package extract

import (
	"slices"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// TestDenials reads what people say is not so: testdata/denials holds, under
// the way in which it is said, sentences none of which may yield an affirmed
// fact; under "stands", sentences that affirm one although a denial is near.
func TestDenials(t *testing.T) {
	checkSaid(t, "denials", func(c loci.Candidate) bool {
		return c.Op == loci.OpAssert && c.Polarity == loci.Affirmed
	})
}

// TestForeign reads what is not the author's own: testdata/foreign holds, under
// the way in which it comes, turns from which nothing may be taken; under
// "stands", turns that say something although such a text is near.
func TestForeign(t *testing.T) {
	checkSaid(t, "foreign", func(loci.Candidate) bool { return true })
}

// checkSaid reads the turns in a folder of testdata. A candidate that counts
// comes of each under "stands", and of no other.
func checkSaid(t *testing.T, folder string, counts func(loci.Candidate) bool) {
	t.Helper()
	e := newEngine(t)
	eachSaid(t, folder, func(t *testing.T, heading string, in Input) {
		got := e.Extract(in).Candidates
		i := slices.IndexFunc(got, counts)
		if stands := heading == "stands"; stands != (i >= 0) {
			t.Errorf("taken: %t from %v, want %t", i >= 0, got, stands)
		}
		lang := in.Lang
		in.Lang = "" // others must not hear what the pack knows better
		if got := e.Extract(in); folder == "foreign" && heading != "stands" && text.Candidates(in.Text)[0] == lang && len(got.Candidates) > 0 {
			t.Errorf("with the pack %s: %v", got.Lang, got.Candidates)
		}
	})
}
