package resolve_test

import (
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

// TestOppositesAreWhole reads the table: each line has two sides, and every
// language of the packs has some.
func TestOppositesAreWhole(t *testing.T) {
	table, err := resolve.NewOpposites()
	if err != nil {
		t.Fatal(err)
	}
	for lang, word := range map[string]string{
		"en": "dark", "pt": "escuro", "es": "oscuro", "fr": "sombre", "de": "dunkel", "it": "scuro", "nl": "donker", "pl": "ciemny",
		"ru": "тёмный", "uk": "темний", "uz": "qisqa", "tg": "гарм", "tr": "koyu", "fa": "تیره", "ur": "گرم", "ar": "بارد", "hi": "ठंडा",
		"zh": "简短", "ja": "短い", "ko": "짧은", "id": "gelap", "vi": "nóng",
	} {
		if m := said(word, 0, func(m *loci.Memory) { m.Lang = lang }); len(table.Sides(m)) == 0 {
			t.Errorf("%s: %q is on no side", lang, word)
		}
	}
	for _, bad := range []string{"vim", "vim|", "|", "a,|b"} {
		if _, err := resolve.NewOpposites(bad); err == nil {
			t.Errorf("%q is taken for a pair", bad)
		}
	}
}
