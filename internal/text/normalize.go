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
	s = compose(norm.NFC, Valid(s))
	if tidy(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// Compose returns valid UTF-8 in NFC and changes nothing else: the form of
// labels, which are compared byte for byte.
func Compose(s string) string { return compose(norm.NFC, Valid(s)) }

// tidy reports whether s already has single plain spaces only.
func tidy(s string) bool {
	space := true
	for _, r := range s {
		if !isSpace(r) {
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

// isSpace is unicode.IsSpace, without tables for letters.
func isSpace(r rune) bool {
	if r > ' ' && r < 0x85 || r > 0xA0 && r < 0x1680 || r > 0x3000 {
		return false
	}
	return unicode.IsSpace(r)
}

// compose brings s into a composed normal form; most text already is in it,
// which is cheaper to see than to compute.
func compose(form norm.Form, s string) string {
	for _, r := range s {
		if !stable(r) {
			return form.String(s)
		}
	}
	return s
}

// stable reports whether r is one of the common letters that both NFC and NFKC
// leave alone, in any company of their like.
func stable(r rune) bool {
	switch {
	case r < 0x80:
		return true
	case r < 0x400:
		return 0xC0 <= r && r < 0x132 || 0x14A <= r && r < 0x17F
	case r < 0x1E00:
		return r < 0x482 || 0x621 <= r && r < 0x64B || 0x679 <= r && r < 0x6C0
	}
	return 0x1EA0 <= r && r < 0x1EFA || 0x3041 <= r && r < 0x3095 || 0x30A1 <= r && r < 0x30FB ||
		0x4E00 <= r && r < 0xA000 || 0xAC00 <= r && r < 0xD7A4
}
