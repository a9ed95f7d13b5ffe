package guard

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed rules/hints.toml
var hintsFile string

// hintLists are small word lists that several rules share.
type hintLists struct {
	Blank       []string // words that stand in for a value
	Placeholder []string // pieces of what is written where a value would stand
	Phone       []string // words beside a telephone number
	Seed        []string // words beside a recovery phrase
}

var hints = sync.OnceValue(func() *hintLists {
	var h hintLists
	mustDecode(hintsFile, &h)
	for _, list := range [][]string{h.Blank, h.Placeholder, h.Phone, h.Seed} {
		for i := range list {
			list[i] = foldString(list[i])
		}
	}
	return &h
})

// traits says what a word is made of.
type traits struct {
	digits, upper, lower, symbols, joiners, other int
	shifts                                        int // changes between capital, small letter and digit
}

// symbol characters are what people put into passwords and hardly ever into
// words; joiners occur in names, paths and identifiers as well.
const (
	symbolChars = "!@#$%^&*+=~?|<>{}[]\\\";,"
	joinerChars = "_-./:()"
)

func traitsOf(s string) traits {
	var t traits
	last := byte(0)
	for _, r := range s {
		kind := byte(0)
		switch {
		case r >= 'a' && r <= 'z': // the commonest
			t.lower++
			kind = 'l'
		case r >= '0' && r <= '9':
			t.digits++
			kind = 'd'
		case r < utf8.RuneSelf && strings.ContainsRune(symbolChars, r):
			t.symbols++
		case r < utf8.RuneSelf && strings.ContainsRune(joinerChars, r):
			t.joiners++
		case unicode.IsUpper(r):
			t.upper++
			kind = 'u'
		case unicode.IsLetter(r):
			t.lower++
			kind = 'l'
		default:
			t.other++
		}
		if last != 0 && kind != 0 && kind != last {
			t.shifts++
		}
		last = kind
	}
	return t
}

func (t traits) letters() int { return t.upper + t.lower }

// mixed reports whether the value of a known format is random enough to be one:
// letters with digits, or where a format may do without digits, letters in both
// cases; and not the same few characters over and over.
func mixed(s string, lettersDo bool) bool {
	t := traitsOf(s)
	switch {
	case distinct(s) < min(len(s)/2, 6), t.letters() == 0:
		return false
	case t.digits > 0:
		return true
	case lettersDo:
		return t.upper >= 2
	}
	return len(s) >= 16 && t.shifts*100 >= len(s)*42 // words change case less often
}

func distinct(s string) int {
	var seen [256]bool
	n := 0
	for i := 0; i < len(s); i++ {
		if !seen[s[i]] {
			seen[s[i]] = true
			n++
		}
	}
	return n
}

// randomKey reports whether a word looks drawn at random: long, letters and
// digits, and changing between them far more often than words and identifiers
// do.
func randomKey(s string, minLen int) bool {
	t := traitsOf(s)
	n := t.digits + t.letters()
	switch {
	case n < minLen || t.other > 0 || n*10 < len(s)*8:
		return false
	case t.digits > 0 && t.letters() > 0:
		return t.shifts*10 >= n*3
	}
	return n >= 24 && t.letters() == n && t.shifts*10 >= n*4
}

// placeholder reports whether a value only stands for one.
func placeholder(s string) bool {
	l, h := strings.ToLower(s), hints()
	if strings.HasPrefix(s, "$") || strings.HasPrefix(s, "<") || strings.HasPrefix(s, "%") && strings.HasSuffix(s, "%") || strings.IndexByte(s, opaque) >= 0 {
		return true
	}
	return slices.Contains(h.Blank, l) || containsWord(l, h.Placeholder) || distinct(l) <= 2
}
