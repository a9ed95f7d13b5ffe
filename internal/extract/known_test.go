package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKnown reads what is said of those whose names are known.
func TestKnown(t *testing.T) {
	e := newEngine(t)
	for _, tt := range []struct {
		lang, name, slot, said string
		want                   []string
	}{
		{"en", "maya", "child:maya", "Maya is allergic to cashews", []string{"semantic relationships+: Maya is allergic to cashews"}},
		{"en", "maya", "child:maya", "My daughter Maya is allergic to cashews", []string{"semantic relationships+ child:maya: My daughter Maya is allergic to cashews", "semantic relationships+: My daughter Maya is allergic to cashews"}},
		{"en", "karen", "partner:karen", "Karen can't eat gluten", []string{"semantic relationships+: Karen can't eat gluten"}},
		{"en", "leo", "child:leo", "Leo is 4 now", []string{"semantic relationships+: Leo is 4 now"}},
		{"en", "maya", "child:maya", "Maya said hi", nil},
		{"en", "maya", "child:maya", "Is Maya allergic to cashews?", nil},
		{"de", "claudia", "sibling:claudia", "Claudia ist nach Bremen gezogen", []string{"semantic relationships+ sibling:claudia:home: Claudia ist nach Bremen gezogen"}},
		{"es", "lucia", "child:lucia", "Lucía es alérgica a las nueces", []string{"semantic relationships+: Lucía es alérgica a las nueces"}},
	} {
		got := linesOf(e, Input{Text: tt.said, Lang: tt.lang, Known: []Known{{tt.name, tt.slot}}})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.said, diff)
		}
	}
	if got := linesOf(e, Input{Text: "Rex died last week", Lang: "en", Known: []Known{{"rex", "pet:rex"}}}); len(got) == 0 {
		t.Error("a pet's death is not heard")
	}
}
