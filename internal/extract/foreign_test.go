package extract

import (
	"testing"

	"github.com/locimem/loci/internal/text"
)

// TestForeign reads what is not the author's own: testdata/foreign holds, under
// the way in which it comes, turns from which nothing may be taken; under
// "stands", turns that say something although such a text is near.
func TestForeign(t *testing.T) {
	e := newEngine(t)
	eachSaid(t, "foreign", func(t *testing.T, heading string, in Input) {
		checkStands(t, heading, linesOf(e, in))
		lang := in.Lang
		in.Lang = "" // others must not hear what the pack knows better
		if heading != stands && text.Candidates(in.Text)[0] == lang {
			checkStands(t, heading, linesOf(e, in))
		}
	})
}
