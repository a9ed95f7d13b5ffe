package guard

import (
	"unicode"
	"unicode/utf8"
)

// unmixed returns the view in which words of Latin letters that have some of
// Greek or Cyrillic among them are all Latin, nil if there are none.
func (v *view) unmixed() *view {
	if !hasMixed(v.text) {
		return nil
	}
	f := folder{at: make([]int32, 0, len(v.text)+1)}
	for i := 0; i < len(v.text); {
		end := wordEnd(v.text, i)
		mixed := hasMixed(v.text[i:end])
		for i < end {
			r, n := utf8.DecodeRuneInString(v.text[i:])
			if mixed {
				r, _ = utf8.DecodeRuneInString(lookalike.Replace(string(r)))
			}
			f.rune(r, v.source(i, i).start)
			i += n
		}
	}
	return &view{text: f.text.String(), lower: f.lower.String(), at: append(f.at, int32(v.source(len(v.text), len(v.text)).start))}
}

// hasMixed reports whether a letter of ASCII stands beside one of Greek or
// Cyrillic: both are of two bytes, of which the first tells.
func hasMixed(t string) bool {
	for i := 0; i+1 < len(t); i++ {
		if c := t[i]; c < 0xCD || c > 0xD4 {
			continue
		}
		if i > 0 && asciiLetter(t[i-1]) || i+2 < len(t) && asciiLetter(t[i+2]) {
			return true
		}
	}
	return false
}

func asciiLetter(c byte) bool { return isLower(c) || isUpper(c) }

// wordEnd returns the end of the letters at i, or of what else stands there.
func wordEnd(t string, i int) int {
	for end := i; end < len(t); {
		r, n := utf8.DecodeRuneInString(t[end:])
		switch {
		case unicode.IsLetter(r):
			end += n
		case end == i:
			return i + n
		default:
			return end
		}
	}
	return len(t)
}
