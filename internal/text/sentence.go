package text

import "github.com/clipperhouse/uax29/v2/sentences"

// Sentences splits s into sentences by UAX #29. Joined again they are s.
func Sentences(s string) []string {
	var out []string
	for iter := sentences.FromString(s); iter.Next(); {
		out = append(out, iter.Value())
	}
	return out
}
