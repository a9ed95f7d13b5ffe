package extract

import (
	"os"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestIntroductions reads who the speaker is, in every language, off turns that
// introduce them and others that look alike.
func TestIntroductions(t *testing.T) {
	e := newEngine(t)
	data, err := os.ReadFile("testdata/introductions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split(string(data), "\n[")[1:] {
		lang, body, _ := strings.Cut(section, "]\n")
		for said := range strings.Lines(body) {
			said, facts, introduces := strings.Cut(strings.TrimSpace(said), " => ")
			if said == "" {
				continue
			}
			var profile []loci.Candidate
			for _, c := range candidates(e, lang+" "+said) {
				if c.Kind == loci.Profile && c.Op == loci.OpAssert {
					profile = append(profile, c)
				}
			}
			if !introduces && len(profile) > 0 {
				t.Errorf("%s %q: takes %+v", lang, said, shown(profile))
			}
			for want := range strings.SplitSeq(facts, "; ") {
				slot, value, _ := strings.Cut(want, " ")
				if introduces && !tells(profile, slot, value) {
					t.Errorf("%s %q: no %s in %v", lang, said, want, shown(profile))
				}
			}
		}
	}
}

func tells(cs []loci.Candidate, slot, value string) bool {
	for _, c := range cs {
		if c.Slot.Attribute == slot && strings.Contains(c.Text, value) {
			return true
		}
	}
	return false
}

func shown(cs []loci.Candidate) (out []string) {
	for _, c := range cs {
		out = append(out, c.Slot.Attribute+"="+c.Text)
	}
	return out
}

// A firm that is named as a town could be is nobody's home.
func TestFirmIsNoHome(t *testing.T) {
	e := newEngine(t)
	for _, said := range []string{
		"pt sou analista na Totvs", "ru я разработчик в Яндексе", "uk я розробник у Ajax",
		"pl jestem programistą w Allegro", "id saya analis di Gojek", "es soy analista en Mercadona",
	} {
		if cs := candidates(e, said); tells(cs, "home_city", "") || !tells(cs, "job", "") {
			t.Errorf("%q: %v", said, shown(cs))
		}
	}
}
