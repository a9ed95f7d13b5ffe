package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// span is a byte range of a text.
type span struct{ start, end int }

// view is a text rewritten so that one set of rules can read every way of
// writing the same thing: compatibility forms, digits of any script, typographic
// punctuation and accents are folded, what cannot be seen is dropped. It knows
// where each of its bytes came from, so that a match is reported and redacted
// in the text as given.
type view struct {
	text  string  // folded, case kept
	lower string  // text in lower case; same length, same offsets
	at    []int32 // source offset of every byte and of the end; nil: the identity
	whole *span   // of a decoded view: everything came from this source span
}

// opaque stands in a view for what rules must not read: broken bytes and
// secrets that were found before. It is part of no word and no value.
const opaque = '\x00'

// source maps a range of the view to the range of the source.
func (v *view) source(start, end int) span {
	switch {
	case v.whole != nil:
		return *v.whole
	case v.at == nil:
		return span{start, end}
	}
	return span{int(v.at[start]), int(v.at[end])}
}

// gap reports whether the source has something between byte i-1 and byte i
// that the view does not show. A gap separates words.
func (v *view) gap(i int) bool {
	return v.at != nil && i > 0 && v.text[i-1] < utf8.RuneSelf && v.at[i]-v.at[i-1] > 1
}

// startsToken reports whether an identifier can start at byte i.
func (v *view) startsToken(i int) bool {
	return i == 0 || !isWordByte(v.text[i-1]) || v.gap(i)
}

// newView folds a text. The spans in hidden, sorted and apart, are shown as
// opaque.
func newView(text string, hidden []span) *view {
	if len(hidden) == 0 && plainASCII(text) {
		return &view{text: text, lower: strings.ToLower(text)}
	}
	f := folder{at: make([]int32, 0, len(text)+1)}
	f.text.Grow(len(text))
	f.lower.Grow(len(text))
	for i := 0; i < len(text); {
		if len(hidden) > 0 && i == hidden[0].start {
			f.rune(opaque, i)
			i, hidden = hidden[0].end, hidden[1:]
			continue
		}
		switch text[i] {
		case '[':
			if n := labelLen(text[i:]); n > 0 {
				f.rune(opaque, i)
				i += n
				continue
			}
		case '\\':
			if r, n := escaped(text[i:]); n > 0 && invisible(r) {
				i += n
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		f.fold(r, i)
		i += n
	}
	return &view{text: f.text.String(), lower: f.lower.String(), at: append(f.at, int32(len(text)))}
}

// plainASCII reports whether folding would leave the text as it is.
func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf, c == 0x7f, c < ' ' && c != '\n' && c != '\t' && c != '\r':
			return false
		case c == '[' && labelLen(s[i:]) > 0, c == '\\' && strings.HasPrefix(s[i:], escapeOpen):
			return false
		}
	}
	return true
}

type folder struct {
	text, lower strings.Builder
	at          []int32
}

func (f *folder) rune(r rune, at int) {
	if r < utf8.RuneSelf {
		c := byte(r)
		f.text.WriteByte(c)
		if isUpper(c) {
			c += 'a' - 'A'
		}
		f.lower.WriteByte(c)
		f.at = append(f.at, int32(at))
		return
	}
	size := utf8.RuneLen(r)
	f.text.WriteRune(r)
	l := unicode.ToLower(r)
	if utf8.RuneLen(l) != size {
		l = r
	}
	f.lower.WriteRune(l)
	for range size {
		f.at = append(f.at, int32(at))
	}
}

func (f *folder) fold(r rune, at int) {
	if plain(r) {
		f.rune(r, at)
	} else {
		f.rare(r, at)
	}
}

// plain reports whether r is one of the common signs that fold to themselves:
// most of a text is, and they are told without tables.
func plain(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= ' ' && r != 0x7f || r == '\n' || r == '\t' || r == '\r'
	case r < 0x600: // Cyrillic, but for the short i
		return r >= 0x410 && r < 0x450 && r|0x20 != 0x439
	case r < 0x900: // Arabic, but for what carries a hamza
		return r >= 0x627 && r <= 0x63A || r >= 0x641 && r <= 0x64A || r >= 0x679 && r <= 0x6BF || r == 0x6C1 || r == 0x6CC || r == 0x6D2
	case r < 0x3041: // Devanagari
		return r >= 0x905 && r <= 0x928 || r >= 0x92A && r <= 0x930 || r >= 0x935 && r <= 0x939 || r >= 0x93E && r <= 0x940
	case r < 0x3100: // kana that are never voiced, and vowels; small ones among them
		r = (r - 0x3041) % 0x60
		return r <= 0x09 || r >= 0x29 && r <= 0x2E || r >= 0x3D && r <= 0x52
	}
	return r >= 0x4E00 && r < 0xA000 || r >= 0xAC00 && r <= 0xD7A3 // Hangul syllables stay whole
}

func (f *folder) rare(r rune, at int) {
	switch {
	case r == utf8.RuneError, r == 0:
		f.rune(opaque, at)
	case r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
		f.rune('\n', at)
	case invisible(r), unicode.Is(unicode.Mn, r):
	case unicode.Is(unicode.Zs, r):
		f.rune(' ', at)
	case unicode.Is(unicode.Nd, r):
		f.rune('0'+digitValue(r), at)
	case unicode.Is(unicode.Pd, r), r == '\u2212':
		f.rune('-', at)
	case foldPunct[r] != 0:
		f.rune(foldPunct[r], at)
	default:
		f.decompose(r, at)
	}
}

func (f *folder) decompose(r rune, at int) {
	var buf [utf8.UTFMax]byte
	d := norm.NFKD.Properties(buf[:utf8.EncodeRune(buf[:], r)]).Decomposition()
	if d == nil {
		f.rune(r, at)
		return
	}
	for len(d) > 0 {
		q, n := utf8.DecodeRune(d)
		f.fold(q, at) // what a decomposition yields has none itself
		d = d[n:]
	}
}

// foldPunct writes typographic punctuation of any script the ASCII way.
var foldPunct = map[rune]rune{
	'‘': '\'', '’': '\'', '‚': '\'', '‹': '\'', '›': '\'', 'ʻ': '\'', 'ʼ': '\'', 'ʹ': '\'', '′': '\'',
	'“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '「': '"', '」': '"', '『': '"', '』': '"',
	'。': '.', '۔': '.', '।': '.', '၊': ',', '、': ',', '،': ',', '؛': ';', '؟': '?', '։': '.',
	'→': '=', '⇒': '=', 'ｰ': '-',
}

// digitValue returns the value of a decimal digit of any script: every range
// of Nd is a run of tens that starts at a zero.
func digitValue(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if lo, hi := rune(t.Lo), rune(t.Hi); r >= lo && r <= hi {
			return (r - lo) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if lo, hi := rune(t.Lo), rune(t.Hi); r >= lo && r <= hi {
			return (r - lo) % 10
		}
	}
	return 0
}

// foldString folds a word of a rule file the way texts are folded.
func foldString(s string) string {
	if plainASCII(s) || strings.IndexFunc(s, func(r rune) bool { return !plain(r) || r == '[' || r == '\\' }) < 0 {
		return strings.ToLower(s)
	}
	return newView(s, nil).lower
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
