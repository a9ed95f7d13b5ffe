package contextblock

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci/internal/text"
)

var (
	// reference matches what unescape decodes.
	reference = pattern(`&(?:lt|gt|amp|#x[0-9A-F]{1,6});`)
	// dangerous matches what only means something in company: a code fence, a
	// control token of a chat template ([INST]), one of our own marks.
	dangerous = pattern("`{3,}|" + `\[/?[A-Z_]{3,}\]|(?i:\((?:` + markPattern + `)\))`)
)

// escape writes a text so that it stays one visible line which ends neither
// the fence nor itself. unescape takes it back.
func escape(s string) string {
	s = text.Valid(s)
	var b strings.Builder
	b.Grow(len(s) + 16)
	var ends [][]int
	if strings.ContainsAny(s, "`[(") {
		ends = dangerous().FindAllStringIndex(s, -1)
	}
	prev := rune(0)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		next := rune(0)
		for _, next = range s[i+size:] {
			break
		}
		for len(ends) > 0 && i >= ends[0][1] {
			ends = ends[1:]
		}
		special := len(ends) > 0 && i >= ends[0][0] && (i == ends[0][0] || r == '`')
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&' && startsReference(s[i:]):
			b.WriteString("&amp;")
		case special, unsafe(prev, r, next):
			fmt.Fprintf(&b, "&#x%X;", r)
		default:
			b.WriteString(s[i : i+size])
		}
		prev, i = r, i+size
	}
	return b.String()
}

// escapeName writes an id or a label, which stand between brackets and are told
// apart by a space: imported ones may hold anything.
func escapeName(s string) string {
	var b strings.Builder
	for _, r := range text.Valid(s) {
		if r == '_' || r == '-' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#x%X;", r)
		}
	}
	return b.String()
}

func startsReference(s string) bool {
	at := reference().FindStringIndex(s[:min(len(s), len("&#x10FFFF;"))])
	return at != nil && at[0] == 0
}

// unsafe reports whether a character hides, turns or breaks a line, or passes
// for an angle bracket.
func unsafe(prev, r, next rune) bool {
	switch r {
	case '＜', '＞', '﹤', '﹥':
		return true
	case zwj, zwnj:
		return !joinable(prev) || !joinable(next)
	}
	if unicode.Is(unicode.Variation_Selector, r) {
		return r > 0xFFFF || !joinable(prev) && !strings.ContainsRune(keycaps, prev) || unicode.Is(unicode.Variation_Selector, prev)
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point)
}

const (
	zwnj = '\u200C'
	zwj  = '\u200D'
	// keycaps are the plain characters that a variation selector turns into
	// an emoji.
	keycaps = "0123456789#*"
)

// joinable reports whether a joiner may stand beside r: inside words of scripts
// that join, and inside emoji.
func joinable(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.So, unicode.Sk) ||
		unicode.Is(unicode.Variation_Selector, r) || unicode.In(r, unicode.Sm, unicode.Po) && r > unicode.MaxASCII
}

// unescape decodes what escape wrote.
func unescape(s string) string {
	return reference().ReplaceAllStringFunc(s, func(ref string) string {
		switch ref {
		case "&lt;":
			return "<"
		case "&gt;":
			return ">"
		case "&amp;":
			return "&"
		}
		n, err := strconv.ParseUint(ref[len("&#x"):len(ref)-1], 16, 32)
		if err != nil || !utf8.ValidRune(rune(n)) {
			return ref
		}
		return string(rune(n))
	})
}
