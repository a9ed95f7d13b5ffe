package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func texts(toks []Token) []string {
	var out []string
	for _, t := range toks {
		out = append(out, t.Text)
	}
	return out
}

func TestTokens(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		want []string
	}{
		"plain":              {"Hello, world! (yes)", []string{"Hello", "world", "yes"}},
		"apostrophe":         {"don't don’t l'eau", []string{"don't", "don’t", "l'eau"}},
		"Uzbek apostrophes":  {"o'zbek oʻzbek o‘zbek o`zbek o´zbek", []string{"o'zbek", "oʻzbek", "o‘zbek", "o`zbek", "o´zbek"}},
		"code quotes":        {"run `make` now", []string{"run", "make", "now"}},
		"decimals":           {"38.101 and 1,000", []string{"38.101", "and", "1,000"}},
		"han by character":   {"我喜欢", []string{"我", "喜", "欢"}},
		"katakana run":       {"コーヒー", []string{"コーヒー"}},
		"hangul run":         {"커피를 좋아해", []string{"커피를", "좋아해"}},
		"Devanagari names":   {"अनीता और राज", []string{"अनीता", "और", "राज"}},
		"decomposed name":    {"Joa\u0303o", []string{"Joa\u0303o"}},
		"Cyrillic name":      {"Инна.", []string{"Инна"}},
		"no words":           {"?! … 🙂", nil},
		"half a surrogate":   {"hi \xed\xa0\xbd", []string{"hi"}},
		"Persian half-space": {"می\u200cروم خانه", []string{"می\u200cروم", "خانه"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, texts(Tokens(c.in))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSegments(t *testing.T) {
	got := Segments("No 3pm, I’d say 15:30 👨\u200d👩\u200d👧 ™")
	want := []Token{
		{Text: "No", Norm: "no", Start: 0, End: 2, Kind: Word},
		{Text: "3pm", Norm: "3pm", Start: 3, End: 6, Kind: Word},
		{Text: ",", Norm: ",", Start: 6, End: 7, Kind: Punct},
		{Text: "I’d", Norm: "i'd", Start: 8, End: 13, Kind: Word},
		{Text: "say", Norm: "say", Start: 14, End: 17, Kind: Word},
		{Text: "15", Norm: "15", Start: 18, End: 20, Kind: Number},
		{Text: ":", Norm: ":", Start: 20, End: 21, Kind: Punct},
		{Text: "30", Norm: "30", Start: 21, End: 23, Kind: Number},
		{Text: "👨\u200d👩\u200d👧", Norm: "👨👩👧", Start: 24, End: 42, Kind: Emoji},
		{Text: "™", Norm: "tm", Start: 43, End: 46, Kind: Other},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
