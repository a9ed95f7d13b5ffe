package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Valid repairs s so that every store and encoder takes it: each invalid byte,
// each encoded surrogate and each NUL becomes U+FFFD. Whitespace is untouched.
func Valid(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			size = invalidLen(s[i:])
			b.WriteRune(utf8.RuneError)
		case r == 0:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// invalidLen is the length of the invalid sequence at the start of s. Half a
// surrogate pair takes three bytes and is one broken character, not three.
func invalidLen(s string) int {
	if len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 3
	}
	return 1
}

// Normalize returns the form in which text is stored: valid UTF-8, NFC, every
// run of whitespace (line breaks included) one space, none at the ends.
func Normalize(s string) string {
	s = norm.NFC.String(Valid(s))
	if tidy(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// tidy reports whether s already has single plain spaces only.
func tidy(s string) bool {
	space := true
	for _, r := range s {
		if !unicode.IsSpace(r) {
			space = false
			continue
		}
		if r != ' ' || space {
			return false
		}
		space = true
	}
	return !space || s == ""
}
