package extract

import "testing"

// TestDenials reads what people say is not so: testdata/denials holds, under
// the way in which it is said, sentences none of which may yield an affirmed
// fact; under "stands", sentences that affirm one although a denial is near.
func TestDenials(t *testing.T) {
	e := newEngine(t)
	eachSaid(t, "denials", func(t *testing.T, heading string, in Input) {
		checkStands(t, heading, affirmed(e.Extract(in)))
	})
}
