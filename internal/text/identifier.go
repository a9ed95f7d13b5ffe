package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token adds one word or number with the signs that belong to its name (C++,
// C#, .NET).
func (a *analyser) token(s string, t Token) {
	if sign := trailingSign(s[t.End:]); sign != "" && t.Kind == Word {
		a.add(t.Norm + sign)
		if utf8.RuneCountInString(t.Norm) == 1 {
			return // "c" would find every other C
		}
	}
	if leadingDot(s[:t.Start]) && t.Kind == Word {
		a.add("." + t.Norm)
	}
	if strings.ContainsFunc(t.Norm, unicode.IsDigit) || strings.ContainsAny(t.Norm, "._:,") {
		a.whole(t.Norm)
		if joined := ungrouped(t.Norm); joined != "" {
			a.add(joined)
		}
		a.parts(t.Text)
		return
	}
	a.word(t.Norm)
	if t.Text != t.Norm && camel(t.Text) {
		a.parts(t.Text)
	}
}

func trailingSign(rest string) string {
	for _, sign := range []string{"++", "#"} {
		if after, ok := strings.CutPrefix(rest, sign); ok {
			if r, _ := utf8.DecodeRuneInString(after); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return sign
			}
		}
	}
	return ""
}

// leadingDot reports whether a single dot, itself at the start of a word, ends s.
func leadingDot(s string) bool {
	before, ok := strings.CutSuffix(s, ".")
	return ok && (before == "" || strings.HasSuffix(before, " "))
}

// ungrouped returns the digits of a number written in groups of thousands
// ("1,000" → "1000"), or "".
func ungrouped(norm string) string {
	groups := strings.Split(norm, ",")
	if len(groups) < 2 || len(groups[0]) > 3 {
		return ""
	}
	for i, g := range groups {
		if i > 0 && len(g) != 3 || strings.ContainsFunc(g, func(r rune) bool { return r < '0' || r > '9' }) {
			return ""
		}
	}
	return strings.Join(groups, "")
}

func camel(s string) bool {
	lower := false
	for _, r := range s {
		if lower && unicode.IsUpper(r) {
			return true
		}
		lower = unicode.IsLower(r)
	}
	return false
}

// part adds a piece of an identifier or number; single characters say nothing.
func (a *analyser) part(piece string) {
	if utf8.RuneCountInString(piece) < 2 {
		return
	}
	if norm := Fold(piece); strings.ContainsFunc(norm, unicode.IsDigit) {
		a.add(norm)
	} else {
		a.word(norm)
	}
}

// parts adds the pieces of an identifier or number, cut at punctuation, between
// digits and letters and at the humps of camelCase (HTTPServer → HTTP, Server).
func (a *analyser) parts(s string) {
	runes := []rune(s)
	start := 0
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && classOf(runes[i]) != separator && (i == start || !hump(runes, i)) {
			continue
		}
		if i > start && i-start < len(runes) {
			a.part(string(runes[start:i]))
		}
		start = i
		if i < len(runes) && classOf(runes[i]) == separator {
			start++
		}
	}
}

type class uint8

const (
	separator class = iota
	digit
	lower
	upper
)

func classOf(r rune) class {
	switch {
	case unicode.IsDigit(r):
		return digit
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r), unicode.IsMark(r), r == '\'', r == '’':
		return lower
	}
	return separator
}

// hump reports whether a new part begins at runes[i].
func hump(runes []rune, i int) bool {
	prev, cur := classOf(runes[i-1]), classOf(runes[i])
	switch {
	case (prev == digit) != (cur == digit):
		return true
	case prev == lower && cur == upper:
		return true
	case prev == upper && cur == upper:
		return i+1 < len(runes) && classOf(runes[i+1]) == lower
	}
	return false
}
