package timex

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text in the form in which words are compared: lower case, ASCII
// digits, no Latin accents (unless the language needs its marks), one spelling
// for letters that keyboards confuse. off[i] is the source offset of byte i.
type folded struct {
	text []byte
	off  []int32
}

// variants maps punctuation and letters to the one that the word lists use.
// Zero drops the rune.
var variants = map[rune]rune{
	'‘': '\'', '’': '\'', 'ʻ': '\'', 'ʼ': '\'', '`': '\'', '´': '\'', 'ʹ': '\'',
	'–': '-', '—': '-', '−': '-', '‐': '-', '‑': '-', '〜': '~', '～': '~', '－': '-',
	'：': ':', '／': '/', '，': ',', '、': ',', '،': ',', '。': '.', '．': '.', '（': '(', '）': ')', '・': ' ',
	'\u00a0': ' ', '\u202f': ' ', '\u3000': ' ', '\u2009': ' ', '\t': ' ', '\n': '\n', '\r': '\n',
	'ё': 'е', 'ı': 'i', 'ß': 's', 'ł': 'l', 'ø': 'o',
	'أ': 'ا', 'إ': 'ا', 'آ': 'ا', 'ٱ': 'ا', 'ی': 'ي', 'ى': 'ي', 'ې': 'ي', 'ک': 'ك', 'ہ': 'ه', 'ھ': 'ه', 'ۀ': 'ه', 'ة': 'ه', 'ۃ': 'ه',
	'ـ': 0, '\u200c': 0, '\u200d': 0, '\u200e': 0, '\u200f': 0, '\u00ad': 0, 'ٔ': 0,
	'\u093c': 0, 'ँ': 'ं', '\u0929': 'न', '\u0931': 'र', '\u0958': 'क', '\u0959': 'ख', '\u095a': 'ग', '\u095b': 'ज', '\u095c': 'ड',
	'\u095d': 'ढ', '\u095e': 'फ', '\u095f': 'य',
}

// digitZeros are the zeros of the decimal digits we read.
var digitZeros = []rune{'٠', '۰', '०', '০', '０'}

func fold(s string, marks bool) folded {
	f := folded{make([]byte, 0, len(s)+8), make([]int32, 0, len(s)+9)}
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			} else if c == '\t' {
				c = ' '
			}
			f.text = append(f.text, c)
			f.off = append(f.off, int32(i))
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		f.add(r, int32(i), marks)
		i += size
	}
	f.off = append(f.off, int32(len(s)))
	return f
}

func (f *folded) add(r rune, at int32, marks bool) {
	if r >= 'а' && r <= 'я' || r >= 'ぁ' && r <= 'ヺ' || r >= '一' && r <= '鿿' { // most letters of these scripts have no variants
		f.put(r, at)
		return
	}
	if v, ok := variants[r]; ok {
		r = v
	}
	for _, zero := range digitZeros {
		if zero <= r && r <= zero+9 {
			r = '0' + r - zero
		}
	}
	r = unicode.ToLower(r)
	switch {
	case r == 0, isArabicMark(r), !marks && isLatinMark(r):
		return
	case isAccentedLatin(r):
		var buf [utf8.UTFMax]byte
		n := utf8.EncodeRune(buf[:], r)
		d := norm.NFD.Properties(buf[:n]).Decomposition()
		if d == nil {
			break
		}
		for len(d) > 0 {
			part, size := utf8.DecodeRune(d)
			if marks || !isLatinMark(part) {
				f.put(part, at)
			}
			d = d[size:]
		}
		return
	}
	f.put(r, at)
}

func (f *folded) put(r rune, at int32) {
	before := len(f.text)
	f.text = utf8.AppendRune(f.text, r)
	for range len(f.text) - before {
		f.off = append(f.off, at)
	}
}

func isLatinMark(r rune) bool     { return 0x300 <= r && r <= 0x36f }
func isArabicMark(r rune) bool    { return 0x64b <= r && r <= 0x65f || r == 0x670 }
func isAccentedLatin(r rune) bool { return 0xc0 <= r && r < 0x250 || 0x1e00 <= r && r < 0x1f00 }
