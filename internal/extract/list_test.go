package extract_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/extract"
)

func TestListsAreSeveralStatements(t *testing.T) {
	e, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"I'm allergic to peanuts, almonds and hazelnuts", []string{"I'm allergic to peanuts", "I'm allergic to almonds", "I'm allergic to hazelnuts"}},
		{"I'm allergic to peanuts and shellfish, any ideas for dinner?", []string{"I'm allergic to peanuts", "I'm allergic to shellfish"}},
		{"I'm allergic to peanuts, so please no satay", []string{"I'm allergic to peanuts"}},
		{"I'm allergic to peanuts, and I love hiking", []string{"I'm allergic to peanuts", "I love hiking"}},
		{"sou alérgica a amendoim, leite e camarão", []string{"sou alérgica a amendoim", "sou alérgica a leite", "sou alérgica a camarão"}},
		{"soy alérgico a las nueces y al marisco", []string{"soy alérgico a las nueces", "soy alérgico a marisco"}},
		{"у меня аллергия на орехи, мёд и молоко", []string{"у меня аллергия на орехи", "у меня аллергия на мёд", "у меня аллергия на молоко"}},
	} {
		var got []string
		slots := map[string]bool{}
		for _, c := range e.Extract(extract.Input{Text: tc.text, Time: time.Now()}).Candidates {
			got = append(got, c.Text)
			if slots[c.Slot.Attribute] && c.Slot.Filled() {
				t.Errorf("%q: two in slot %s", tc.text, c.Slot)
			}
			slots[c.Slot.Attribute] = true
			if c.Quote != tc.text[c.Start:c.End] {
				t.Errorf("%q quotes %q", tc.text, c.Quote)
			}
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%q: %s", tc.text, diff)
		}
	}
}
