package contextblock

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// view is a text as its shape is looked for: in small letters, without what
// cannot be seen, with the brackets and spaces that escaping for HTML or JSON
// and typographic programs have changed put back. It knows where each of its
// bytes came from.
type view struct {
	text string
	at   []int // source offset of every byte and of the end; nil: the identity
}

func (v *view) source(i int) int {
	if v.at == nil {
		return i
	}
	return v.at[i]
}

func newView(s string) *view {
	if plain(s) {
		return &view{text: strings.ToLower(s)}
	}
	v := &view{at: make([]int, 0, len(s)+1)}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch r {
		case '&':
			if ref, size := characterReference(s[i:]); size > 0 {
				r, n = ref, size
			}
		case '\\':
			if ref, size := unicodeEscape(s[i:]); size > 0 {
				r, n = ref, size
			}
		}
		if r == utf8.RuneError && n == 1 {
			out = append(out, s[i]) // a broken byte is part of no shape
		} else if r = fold(r); r >= 0 {
			out = utf8.AppendRune(out, r)
		}
		for len(v.at) < len(out) {
			v.at = append(v.at, i)
		}
		i += n
	}
	v.text, v.at = string(out), append(v.at, len(s))
	return v
}

// plain reports whether a text only needs its capitals lowered.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == '&' || s[i] == '\\' {
			return false
		}
	}
	return true
}

// fold returns the plain form of a character, -1 of what cannot be seen.
func fold(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r - 'A' + 'a'
	case r < utf8.RuneSelf:
		return r
	case r == '＜', r == '﹤':
		return '<'
	case r == '＞', r == '﹥':
		return '>'
	case r == '\u0085':
		return '\n'
	case unicode.In(r, unicode.Zl, unicode.Zp):
		return '\n'
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Pd, r):
		return '-'
	case r == '\u034F', unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		return -1
	}
	return r
}

// characterReference decodes the reference of HTML that s begins with, however
// often its ampersand was escaped.
func characterReference(s string) (rune, int) {
	rest := s[1:]
	for strings.HasPrefix(rest, "amp;") {
		rest = rest[len("amp;"):]
	}
	if end := strings.IndexByte(rest[:min(len(rest), len("#x10FFFF;"))], ';'); end >= 0 {
		text := html.UnescapeString("&" + rest[:end+1])
		if r, n := utf8.DecodeRuneInString(text); n == len(text) {
			return r, len(s) - len(rest) + end + 1
		}
	}
	if n := len(s) - len(rest); n > 1 {
		return '&', n
	}
	return 0, 0
}

// unicodeEscape decodes the escape of JSON that s begins with, however often it
// was quoted.
func unicodeEscape(s string) (rune, int) {
	n := 1
	for n < len(s) && n < maxQuoted && s[n] == '\\' {
		n++
	}
	end := n + len("u003c")
	if len(s) < end || s[n] != 'u' {
		return 0, 0
	}
	r, err := strconv.ParseUint(s[n+1:end], 16, 16)
	if err != nil || !utf8.ValidRune(rune(r)) {
		return 0, 0
	}
	return rune(r), end
}

// maxQuoted is how many backslashes may stand before an escape: four rounds of
// quoting.
const maxQuoted = 15
