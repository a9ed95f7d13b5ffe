package retrieve

import (
	"slices"
	"testing"

	"github.com/locimem/loci"
)

// People ask for what fills a slot in words that need not stand in it.
func TestMemoryTermsHoldWhatPeopleAskWith(t *testing.T) {
	for _, c := range []struct {
		text, lang, attribute string
		polarity              loci.Polarity
		query                 string
	}{
		{"I can't stand mushrooms", "en", "likes:mushroom", loci.Negated, "dislike"},
		{"не выношу грибы", "ru", "likes:гриб", loci.Negated, "ненавижу"},
		{"I'm lactose intolerant", "en", "condition:lactose", loci.Affirmed, "allergies"},
		{"Granny Rosa is 90", "en", "grandparent:rosa", loci.Affirmed, "grandmother"},
		{"babcia Rózia ma 90 lat", "pl", "grandparent:rozia", loci.Affirmed, "rodzina"},
		{"теща живет в Туле", "ru", "mother_in_law:home", loci.Affirmed, "свекровь"},
		{"fındığa alerjim var", "tr", "allergy:fındık", loci.Affirmed, "alerji"},
		{"मैं दीदी रीना के साथ रहता हूँ", "hi", "sister:रीना", loci.Affirmed, "बहन"},
	} {
		m := loci.Memory{Text: c.text, Lang: c.lang, Polarity: c.polarity, Slot: loci.Slot{Subject: loci.SelfSubject, Attribute: c.attribute}}
		terms, _ := MemoryTerms(m)
		asks := Analyse(c.query, c.lang).Terms
		if !slices.ContainsFunc(terms, func(tc loci.TermCount) bool { return slices.Contains(asks, tc.Term) }) {
			t.Errorf("%q is not found with %q", c.text, c.query)
		}
	}
}
