package guard

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// disguises undo ways of writing a text so that people or models still read it
// and filters do not. Each reports whether the text has what it undoes.
var disguises = []func(string) (string, bool){lookalikes, leet, dotApart, unescaped, backwards, rot13}

// lookalike maps letters of other scripts to the Latin ones they look like.
var lookalike = strings.NewReplacer(
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ѕ", "s", "ј", "j", "ԁ", "d", "һ", "h", "ӏ", "l", "к", "k", "м", "m", "т", "t", "н", "h", "в", "b", "ѵ", "v", "ԛ", "q", "ԝ", "w",
	"А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Х", "X", "І", "I", "Ѕ", "S",
	"α", "a", "ο", "o", "ε", "e", "ι", "i", "ν", "v", "ρ", "p", "τ", "t", "υ", "u", "κ", "k", "Ι", "I", "Ο", "O",
	"ɡ", "g", "ı", "i", "ⅼ", "l", "ꮯ", "c",
)

// styled maps letters in small capitals, which compatibility folding leaves
// alone.
var styled = strings.NewReplacer(
	"ᴀ", "a", "ʙ", "b", "ᴄ", "c", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ɪ", "i", "ᴊ", "j", "ᴋ", "k", "ʟ", "l", "ᴍ", "m",
	"ɴ", "n", "ᴏ", "o", "ᴘ", "p", "ꞯ", "q", "ʀ", "r", "ꜱ", "s", "ᴛ", "t", "ᴜ", "u", "ᴠ", "v", "ᴡ", "w", "ʏ", "y", "ᴢ", "z",
)

// boxes are the first of runs of A to Z in circles, squares and flags.
var boxes = []rune{0x1F150, 0x1F170, 0x1F1E6}

// lookalikes needs letters of another script among Latin ones, or styled ones:
// text all in one script is what it seems.
func lookalikes(s string) (string, bool) {
	var latin, other bool
	for _, r := range s {
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || unicode.In(r, unicode.Cyrillic, unicode.Greek) || r > 0x24F && unicode.Is(unicode.Latin, r)
		if unboxed(r) != r {
			latin, other = true, true
		}
	}
	if !latin || !other {
		return "", false
	}
	return strings.Map(unboxed, styled.Replace(lookalike.Replace(s))), true
}

func unboxed(r rune) rune {
	for _, first := range boxes {
		if r >= first && r < first+26 {
			return 'a' + r - first
		}
	}
	return r
}

// parted is a word whose letters stand apart by one mark each.
var parted = expression(`(?:\pL[.\-_*·|~/+]){3,}\pL`)

func dotApart(s string) (string, bool) {
	if !marksApart(s) {
		return "", false
	}
	found := false
	out := parted().ReplaceAllStringFunc(s, func(word string) string {
		found = true
		return strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) {
				return -1
			}
			return r
		}, word)
	})
	return out, found
}

// marksApart reports whether two marks stand a letter from each other, which
// is cheaper to see than a word taken apart.
func marksApart(s string) bool {
	last := -utf8.UTFMax - 2
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(".-_*|~/+\xb7", s[i]) >= 0 { // the last byte of ·
			if gap := i - last; gap >= 2 && gap <= utf8.UTFMax+1 {
				return true
			}
			last = i
		}
	}
	return false
}

// numbered is a character that a link, a page or a program writes by its
// number.
var numbered = expression(`%[0-9A-Fa-f]{2}|&#?\w{2,8};|\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})`)

// unescaped reads what the escapes of links, pages and programs stand for.
func unescaped(s string) (string, bool) {
	if !strings.ContainsAny(s, `%&\`) {
		return "", false
	}
	out := numbered().ReplaceAllStringFunc(s, func(escape string) string {
		if escape[0] == '&' {
			return html.UnescapeString(escape)
		}
		digits := escape[1:]
		if escape[0] == '\\' {
			digits = escape[2:]
		}
		n, _ := strconv.ParseUint(digits, 16, 16)
		if escape[0] == '%' {
			return string([]byte{byte(n)}) // bytes of UTF-8
		}
		return string(rune(n))
	})
	return out, out != s && utf8.ValidString(out)
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
