package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Beside a known name a verb alone ends the bond, and the event is remembered.
func TestEnded(t *testing.T) {
	e := newEngine(t)
	for _, tt := range []struct {
		lang, said string
		known      Known
		want       []string
	}{
		{"en", "Mia and I broke up", Known{"mia", "partner:mia"}, []string{"retract partner:mia: Mia and I broke up", "episodic relationships+: Mia and I broke up"}},
		{"es", "Álex y yo hemos roto", Known{"alex", "partner:alex"}, []string{"retract partner:alex: Álex y yo hemos roto", "episodic relationships+: Álex y yo hemos roto"}},
		{"ko", "준호랑 헤어졌어요", Known{"준호", "partner:준호"}, []string{"retract partner:준호: 준호랑 헤어졌어요", "episodic relationships+: 준호랑 헤어졌어요"}},
		{"en", "did Rex die?", Known{"rex", "pet:rex"}, nil},
		{"en", "if Rex died I'd cry", Known{"rex", "pet:rex"}, nil},
		{"en", "Rex broke up the party", Known{"rex", "pet:rex"}, nil},
	} {
		got := linesOf(e, Input{Text: tt.said, Lang: tt.lang, Known: []Known{tt.known}})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.said, diff)
		}
	}
}
