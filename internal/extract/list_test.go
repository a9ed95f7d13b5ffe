package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestListsAreSeveralStatements(t *testing.T) {
	e := newEngine(t)
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"I'm allergic to peanuts, almonds and hazelnuts", []string{"I'm allergic to peanuts", "I'm allergic to almonds", "I'm allergic to hazelnuts"}},
		{"I'm allergic to peanuts and shellfish, any ideas for dinner?", []string{"I'm allergic to peanuts", "I'm allergic to shellfish"}},
		{"I'm allergic to peanuts, so please no satay", []string{"I'm allergic to peanuts"}},
		{"I'm allergic to peanuts, and I love hiking", []string{"I'm allergic to peanuts", "I love hiking"}},
		{"sou alérgica a amendoim, leite e camarão", []string{"sou alérgica a amendoim", "sou alérgica a leite", "sou alérgica a camarão"}},
		{"soy alérgico a las nueces y al marisco", []string{"soy alérgico a las nueces", "soy alérgico al marisco"}},
		{"soy alérgica a la leche, las nueces y el marisco", []string{"soy alérgica a la leche", "soy alérgica a las nueces", "soy alérgica a el marisco"}},
		{"I'm allergic to nuts and milk and eggs", []string{"I'm allergic to nuts", "I'm allergic to milk", "I'm allergic to eggs"}},
		// what is not known to be an item leaves the text whole
		{"I'm allergic to peanuts, zorbs and almonds", []string{"I'm allergic to peanuts, zorbs and almonds"}},
		{"I'm allergic to peanuts and tired", []string{"I'm allergic to peanuts and tired"}},
		{"I'm allergic to peanuts, eggs are fine and milk too", []string{"I'm allergic to peanuts, eggs are fine and milk too"}},
		{"I'm allergic to latex and aspirin helps my head", []string{"I'm allergic to latex and aspirin helps my head"}},
		{"mam alergię na orzechy i mleko mi smakuje", []string{"mam alergię na orzechy i mleko mi smakuje"}},
		{"sono allergico alle noci e il latte mi piace", []string{"sono allergico alle noci"}},
		{"I'm allergic to neither peanuts nor milk", nil},
		// a verb begins a statement, not an item
		{"I am allergic to peanuts and live in Leeds.", []string{"I am allergic to peanuts", "live in Leeds"}},
		{"I have a severe allergy to latex and take warfarin daily", []string{"I have a severe allergy to latex", "take warfarin daily"}},
		{"I'm allergic to nuts, love cheese and run marathons", []string{"I'm allergic to nuts", "love cheese and run marathons"}},
		{"I'm allergic to nuts or so I think", []string{"I'm allergic to nuts"}},
		{"I'm allergic to gluten and can't eat bread", []string{"I'm allergic to gluten", "can't eat bread"}},
		{"I speak French and work at Arup", []string{"I speak French", "work at Arup"}},
		{"je suis allergique aux arachides et vis à Lyon", []string{"je suis allergique aux arachides", "vis à Lyon"}},
		{"soy alérgico a las nueces y bebo leche", []string{"soy alérgico a las nueces"}},
		{"ik ben allergisch voor pinda's en woon in Delft", []string{"ik ben allergisch voor pinda's", "woon in Delft"}},
		{"ich bin allergisch gegen Nüsse und wohne in Kiel", []string{"ich bin allergisch gegen Nüsse", "wohne in Kiel"}},
		{"sou alérgico a amendoim e moro em Faro", []string{"sou alérgico a amendoim", "moro em Faro"}},
		{"у меня аллергия на орехи и вожу грузовик", []string{"у меня аллергия на орехи", "вожу грузовик"}},
		{"saya alergi kacang dan tinggal di Medan", []string{"saya alergi kacang", "tinggal di Medan"}},
		{"tôi bị dị ứng đậu phộng và sống ở Huế", []string{"tôi bị dị ứng đậu phộng"}},
		{"मुझे मूंगफली से एलर्जी है और दिल्ली में रहता हूँ", []string{"मुझे मूंगफली से एलर्जी है", "दिल्ली में रहता हूँ"}},
		{"у меня аллергия на орехи, мёд и молоко", []string{"у меня аллергия на орехи", "у меня аллергия на мёд", "у меня аллергия на молоко"}},
	} {
		var got []string
		slots := map[string]bool{}
		for _, c := range e.Extract(Input{Text: tc.text, Time: monday}).Candidates {
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

// TestValueEndsBeforeTheNextVerb reads texts that go on with a statement of their
// own: the value that fills the slot, which another language repeats, has none of
// it.
func TestValueEndsBeforeTheNextVerb(t *testing.T) {
	e := newEngine(t)
	for text, want := range map[string][]string{
		"I live in Leeds and work as an engineer at Arup.": {"leeds", "arup", "engineer"},
		"I work at Arup and live in Leeds.":                {"arup", "leeds"},
	} {
		var got []string
		for _, c := range candidates(e, "en "+text) {
			got = append(got, c.Value)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
