package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which strings are compared: NFKC, case folded, every
// apostrophe as ', every decimal digit as ASCII, invisible characters and the
// Arabic tatweel removed, Arabic and Persian spellings of ya, kaf and ha
// unified. Diacritics stay. The Turkish İ folds to a plain i.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ReplaceAll(strings.ToLower(s), "`", "'")
	}
	// NFKC would take the acute accent typed as an apostrophe apart.
	s = compose(norm.NFKC, strings.ReplaceAll(s, "´", "'"))
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch r = foldRune(r); r {
		case dropped:
		case 'ß':
			b.WriteString("ss")
		default:
			b.WriteRune(r)
		}
	}
	return compose(norm.NFKC, b.String())
}

// dropped stands for a rune that a folded string does not contain.
const dropped = -1

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if r == '`' {
			return '\''
		}
		return unicode.ToLower(r)
	}
	if settled(r) {
		return r
	}
	return foldRare(r)
}

// settled reports whether r is one of the common signs that fold to themselves,
// which is told without tables.
func settled(r rune) bool {
	switch {
	case r < 0x400:
		return 0xDF <= r && r < 0x100
	case r < 0x900:
		return 0x430 <= r && r < 0x460 || 0x621 <= r && r < 0x63B || 0x641 <= r && r < 0x649
	case r < 0x3000:
		return r < 0x964 || 0x1EA1 <= r && r < 0x1F00 && r&1 == 1
	}
	return 0x3041 <= r && r < 0x3097 || 0x30A1 <= r && r < 0x30FB || 0x4E00 <= r && r < 0xA000 || 0xAC00 <= r && r < 0xD7A4
}

func foldRare(r rune) rune {
	switch r {
	case '’', '‘', '‛', 'ʻ', 'ʼ', 'ʽ', 'ʹ', 'ʾ', 'ʿ', '′':
		return '\''
	case 'İ':
		return 'i'
	case 'ς':
		return 'σ'
	case 'ی', 'ى':
		return 'ي'
	case 'ک':
		return 'ك'
	case 'ہ':
		return 'ه'
	case 'ـ':
		return dropped
	}
	switch {
	case unicode.IsLetter(r):
		return unicode.ToLower(r)
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return dropped
	case unicode.Is(unicode.Nd, r):
		return '0' + digitValue(r)
	}
	return unicode.ToLower(r) // letter-like signs: Ⓐ, Ⅳ
}

// digitValue relies on Unicode's promise that the ten digits of a script are
// contiguous: ranges of category Nd hold whole decades only.
func digitValue(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if lo := rune(t.Lo); r >= lo && r <= rune(t.Hi) {
			return (r - lo) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if lo := rune(t.Lo); r >= lo && r <= rune(t.Hi) {
			return (r - lo) % 10
		}
	}
	return 0
}

// FoldMarks is [Fold] without the marks that people leave out when they type:
// those of Latin and Greek letters, Arabic and Hebrew vowel signs, the stress
// accent and the dots of ё in Cyrillic. Marks that make another letter (й, ї,
// ў, everything Indic) stay, unless the language's data lists them as optional.
func FoldMarks(s, lang string) string {
	return unmark(Fold(s), lexiconOf(lang))
}

// unmark removes optional marks from a folded string.
func unmark(s string, lex *lexicon) string {
	if isASCII(s) {
		return s
	}
	if lex.marks != nil {
		s = lex.marks.Replace(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	base := rune(0)
	for i, r := range s {
		if r >= firstMark && unicode.Is(unicode.Mn, r) {
			if !optional(base, r) {
				b.WriteRune(r)
			}
			continue
		}
		base = bare(s[i:], r)
		writeBase(&b, base)
	}
	return compose(norm.NFC, b.String())
}

// firstMark is the lowest mark there is.
const firstMark = 0x300

// bare returns the letter r at the start of s without its marks if all of them
// are optional, else r.
func bare(s string, r rune) rune {
	if r < 0xC0 || 0x410 <= r && r < 0x450 { // the short i is a letter of its own
		return r
	}
	if sc := scriptOf(r); sc.unspaced() || sc == hangul || sc == devanagari {
		return r
	}
	parts := norm.NFD.PropertiesString(s).Decomposition()
	if len(parts) == 0 {
		return r
	}
	base, size := utf8.DecodeRune(parts)
	for _, mark := range string(parts[size:]) {
		if !optional(base, mark) {
			return r
		}
	}
	return base
}

// writeBase writes a letter; some Latin letters carry a stroke that Unicode
// does not decompose.
func writeBase(b *strings.Builder, r rune) {
	switch r {
	case 'ł':
		b.WriteByte('l')
	case 'ø':
		b.WriteByte('o')
	case 'đ', 'ð':
		b.WriteByte('d')
	case 'ı':
		b.WriteByte('i')
	case 'ħ':
		b.WriteByte('h')
	case 'æ':
		b.WriteString("ae")
	case 'œ':
		b.WriteString("oe")
	default:
		b.WriteRune(r)
	}
}

// optional reports whether a writer may leave the mark out of the letter.
func optional(base, mark rune) bool {
	switch scriptOf(base) {
	case latin, arab:
		return true
	case cyrillic:
		return mark == '\u0301' || mark == '\u0300' || mark == '\u0308' && base == 'е'
	}
	return unicode.In(base, unicode.Greek, unicode.Hebrew)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
