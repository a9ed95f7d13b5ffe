package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCoordinated(t *testing.T) {
	e := newEngine(t)
	for turn, want := range map[string][]string{
		"I'm allergic to peanuts and live in Leeds.":             {"I'm allergic to peanuts", "live in Leeds"},
		"I'm 34, work as a nurse and live in Leeds with my wife": {"I'm 34", "work as a nurse", "live in Leeds", "with my wife"},
		"I love hiking and hate running":                         {"I love hiking", "hate running"},
		"I have a dog and am allergic to cats":                   {"I have a dog", "am allergic to cats"},
		"I'd love to work at Google and live in Zurich":          nil,
		"I told him I'm vegan and live in Leeds":                 nil,
		"If I move and live in Leeds I'm happy":                  nil,
		"My boss might retire and live in Leeds":                 nil,
	} {
		var got []string
		for _, c := range candidates(e, "en "+turn) {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}
