package text

import "unicode"

// script is the writing system of a letter, as far as analysis depends on it.
type script uint8

const (
	otherScript script = iota
	latin
	cyrillic
	arab
	devanagari
	han
	kana
	hangul
	// southeast stands for the scripts written without spaces (Thai, Lao,
	// Khmer, Burmese), which are indexed like Han.
	southeast
	scripts
)

func (s script) String() string {
	return [scripts]string{"other", "latin", "cyrillic", "arab", "devanagari", "han", "kana", "hangul", "southeast"}[s]
}

func scriptOf(r rune) script {
	switch {
	case r < 0x80:
		if 'a' <= r|0x20 && r|0x20 <= 'z' {
			return latin
		}
		return otherScript
	case r < 0x250 || 0x1E00 <= r && r < 0x1F00:
		if unicode.IsLetter(r) {
			return latin
		}
		return otherScript
	case 0x400 <= r && r < 0x530:
		return cyrillic
	case 0x4E00 <= r && r < 0xA000:
		return han
	case 0xAC00 <= r && r < 0xD7B0:
		return hangul
	case 0x3041 <= r && r < 0x3100 || r == 'ー':
		return kana
	}
	return rareScriptOf(r)
}

func rareScriptOf(r rune) script {
	switch {
	case unicode.Is(unicode.Arabic, r):
		return arab
	case unicode.Is(unicode.Devanagari, r):
		return devanagari
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		return kana
	case unicode.Is(unicode.Hangul, r):
		return hangul
	case unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return southeast
	case unicode.Is(unicode.Latin, r):
		return latin
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillic
	}
	return otherScript
}

// unspaced reports whether words of the script run into each other, so that
// only pairs of characters can be indexed.
func (s script) unspaced() bool { return s == han || s == kana || s == southeast }

// wordScript is the script of the first letter of s.
func wordScript(s string) script {
	for _, r := range s {
		if sc := scriptOf(r); sc != otherScript {
			return sc
		}
	}
	return otherScript
}

func isMark(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Mc) }
