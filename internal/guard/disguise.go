package guard

import (
	"strings"
	"unicode"
)

// disguises undo ways of writing a text so that people or models still read it
// and filters do not. Each reports whether the text has what it undoes.
var disguises = []func(string) (string, bool){lookalikes, leet, backwards, rot13}

// lookalike maps letters of other scripts to the Latin ones they look like.
var lookalike = strings.NewReplacer(
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ѕ", "s", "ј", "j", "ԁ", "d", "һ", "h", "ӏ", "l", "к", "k", "м", "m", "т", "t", "н", "h", "в", "b", "ѵ", "v", "ԛ", "q", "ԝ", "w",
	"А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Х", "X", "І", "I", "Ѕ", "S",
	"α", "a", "ο", "o", "ε", "e", "ι", "i", "ν", "v", "ρ", "p", "τ", "t", "υ", "u", "κ", "k", "Ι", "I", "Ο", "O",
	"ɡ", "g", "ı", "i", "ⅼ", "l", "ꮯ", "c",
)

// lookalikes needs Latin letters beside the others: text all in one script is
// what it seems.
func lookalikes(s string) (string, bool) {
	var latin, other bool
	for _, r := range s {
		latin = latin || r < 0x250 && unicode.IsLetter(r)
		other = other || unicode.In(r, unicode.Cyrillic, unicode.Greek) || r == 'ɡ' || r == 'ı'
	}
	if !latin || !other {
		return "", false
	}
	return lookalike.Replace(s), true
}

var leetLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i", "|", "i", "8", "b", "9", "g")

func leet(s string) (string, bool) {
	if !strings.ContainsAny(s, "013457@$!|89") {
		return "", false
	}
	return leetLetters.Replace(s), true
}

func backwards(s string) (string, bool) {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	return string(rs), true
}

func rot13(s string) (string, bool) {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, s), true
}
