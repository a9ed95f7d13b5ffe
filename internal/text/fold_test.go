package text

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// TestFoldMeets lists pairs that must compare equal.
func TestFoldMeets(t *testing.T) {
	for name, c := range map[string][2]string{
		"case":                {"São PAULO", "sÃo paulo"},
		"decomposed":          {"São", "Sa\u0303o"},
		"full width":          {"ＡＢＣ１２３", "abc123"},
		"sharp s":             {"STRASSE", "straße"},
		"capital sharp s":     {"STRAẞE", "straße"},
		"final sigma":         {"ΣΑΣ", "σας"},
		"Turkish capital":     {"İstanbul", "istanbul"},
		"curly apostrophe":    {"don’t", "don't"},
		"Uzbek turned comma":  {"Oʻzbek", "o'zbek"},
		"modifier apostrophe": {"maʼno", "ma'no"},
		"opening quote":       {"o‘zbek", "o'zbek"},
		"backtick":            {"o`zbek", "o'zbek"},
		"acute accent":        {"o´zbek", "o'zbek"},
		"prime":               {"oʹzbek", "o'zbek"},
		"zero width":          {"می\u200cروم", "میروم"},
		"soft hyphen":         {"co\u00adop", "coop"},
		"emoji variation":     {"☕️", "☕"},
		"Arabic and Persian":  {"كتابي", "کتابی"},
		"tatweel":             {"مـــرحبا", "مرحبا"},
		"Arabic digits":       {"١٢٣", "123"},
		"Persian digits":      {"۱۲۳", "123"},
		"Devanagari digits":   {"२०२५", "2025"},
	} {
		t.Run(name, func(t *testing.T) {
			if a, b := Fold(c[0]), Fold(c[1]); a != b {
				t.Errorf("Fold(%q) = %q, Fold(%q) = %q", c[0], a, c[1], b)
			}
		})
	}
}

// TestFoldKeeps lists pairs that only FoldMarks, or nothing, may unite.
func TestFoldKeeps(t *testing.T) {
	for _, c := range [][2]string{{"são", "sao"}, {"año", "ano"}, {"ё", "е"}, {"й", "и"}, {"कि", "क"}, {"ı", "i"}} {
		if Fold(c[0]) == Fold(c[1]) {
			t.Errorf("Fold unites %q and %q", c[0], c[1])
		}
	}
}

func TestFoldMarks(t *testing.T) {
	for _, c := range []struct{ in, lang, want string }{
		{"São João", "pt", "sao joao"},
		{"Łódź", "pl", "lodz"},
		{"Đà Nẵng", "vi", "da nang"},
		{"Iğdır", "tr", "igdir"},
		{"smørrebrød œuvre", "fr", "smorrebrod oeuvre"},
		{"ёлка", "ru", "елка"},
		{"зо\u0301лото", "ru", "золото"},
		{"йод", "ru", "йод"},
		{"їжак", "uk", "їжак"},
		{"ўзбек", "uz", "ўзбек"},
		{"мӯйсафед", "tg", "муйсафед"},
		{"مُحَمَّد", "ar", "محمد"},
		{"أحمد", "ar", "احمد"},
		{"किताब", "hi", "किताब"},
		{"ज़रूरी", "hi", "जरूरी"},
		{"पेड़", "mr", "पेड\u093c"},
		{"が", "ja", "が"},
		{"한국", "ko", "한국"},
	} {
		if got := FoldMarks(c.in, c.lang); got != c.want {
			t.Errorf("FoldMarks(%q, %s) = %q, want %q", c.in, c.lang, got, c.want)
		}
	}
}

// What is told without the tables is what they say.
func TestCommonSignsFoldAsTheTablesSay(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if got := foldRare(r); settled(r) && got != r {
			t.Errorf("%U folds to %U", r, got)
		}
		if isSpace(r) != unicode.IsSpace(r) {
			t.Errorf("%U: a space: %v", r, isSpace(r))
		}
		if r < firstMark && unicode.Is(unicode.Mn, r) {
			t.Errorf("%U is a mark", r)
		}
		if got := bare(string(r), r); got == r {
			if base, rest := utf8.DecodeRune(norm.NFD.PropertiesString(string(r)).Decomposition()); rest > 0 && optional(base, mark(r)) {
				t.Errorf("%U keeps its mark", r)
			}
		}
	}
}

// mark is the last part of a letter.
func mark(r rune) rune {
	last, _ := utf8.DecodeLastRune(norm.NFD.PropertiesString(string(r)).Decomposition())
	return last
}
