package guard

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// minSpaced is how many single characters in a row, each apart from the next
// by one space, count as one spaced-out word.
const minSpaced = 12

// joined returns the view with wrapped and spaced-out values put together
// again, nil if there are none. A line break counts as a wrap only between two
// pieces that look like parts of a key, so that the words of prose stay apart.
func (v *view) joined() *view {
	var drop []int // bytes to leave out, ascending
	t := v.text
	for i := 0; i < len(t); {
		switch {
		case t[i] == '\n':
			i = wrap(t, i, &drop)
		case t[i] == ' ' && i > 0:
			i = spacedOut(t, i, &drop)
		default:
			i++
		}
	}
	if len(drop) == 0 {
		return nil
	}
	return v.without(drop)
}

func (v *view) without(drop []int) *view {
	n := len(v.text) - len(drop)
	text, lower, at := make([]byte, 0, n), make([]byte, 0, n), make([]int32, 0, n+1)
	for i := range len(v.text) {
		if len(drop) > 0 && i == drop[0] {
			drop = drop[1:]
			continue
		}
		text, lower = append(text, v.text[i]), append(lower, v.lower[i])
		at = append(at, int32(v.source(i, i).start))
	}
	return &view{text: string(text), lower: string(lower), at: append(at, int32(v.source(len(v.text), len(v.text)).start))}
}

// wrap looks at the line break at i, notes the bytes that a join drops, and
// returns where to go on.
func wrap(t string, i int, drop *[]int) int {
	start, end := i, i+1
	for start > 0 && (t[start-1] == '\r' || t[start-1] == ' ' || t[start-1] == '\\') {
		start--
	}
	for end < len(t) && (t[end] == ' ' || t[end] == '\t' || t[end] == '>') {
		end++
	}
	before, after := start, end
	for before > 0 && start-before < 256 && isKeyByte(t[before-1]) {
		before--
	}
	for after < len(t) && after-end < 256 && isKeyByte(t[after]) {
		after++
	}
	if keyPiece(t[before:start]) && keyRest(t[end:after]) || splitsPrefix(t[before:start], t[end:after]) {
		for k := start; k < end; k++ {
			if len(*drop) == 0 || k > (*drop)[len(*drop)-1] {
				*drop = append(*drop, k)
			}
		}
	}
	return end
}

// splitsPrefix reports whether a break stands inside the prefix of a token:
// the piece before it is the prefix's beginning, the one after it ends the
// prefix and is long enough for the rest.
func splitsPrefix(before, after string) bool {
	if len(before) > maxPrefix || len(after) < minEncoded {
		return false
	}
	for _, r := range secretRules().Tokens {
		for _, p := range r.Prefix {
			if rest, ok := strings.CutPrefix(p, before); ok && rest != "" && before != "" && !r.Near && strings.HasPrefix(after, rest) {
				return true
			}
		}
	}
	return false
}

// maxPrefix is the longest prefix of a token, in bytes.
const maxPrefix = 32

func isKeyByte(c byte) bool {
	return isWordByte(c) || c == '-' || c == '+' || c == '/' || c == '=' || c == '.'
}

// keyPiece reports whether s looks like a part of a key: letters mixed with
// digits or underscores, capitals in the middle of it, or many in a row.
func keyPiece(s string) bool {
	if strings.HasSuffix(s, "=") {
		return false // nothing follows the padding of a key
	}
	t := traitsOf(s)
	mixed := t.letters() > 0 && (t.digits > 0 || strings.Contains(s, "_")) || t.lower > 0 && t.upper >= 2
	return len(s) >= 4 && mixed || t.lower == 0 && t.upper >= 8
}

// keyRest reports whether s may be the second part of a wrapped key, which is
// sometimes all capitals or all digits.
func keyRest(s string) bool {
	t := traitsOf(s)
	return keyPiece(strings.TrimRight(s, "=")) || len(s) >= 4 && t.lower == 0 && t.upper+t.digits == len(s)
}

// spacedOut looks at the space at i: in "k e y" the spaces between single
// characters are dropped, of two or more in a row one stays.
func spacedOut(t string, i int, drop *[]int) int {
	last, chars := i-1, 1 // the character before the space, so far the last of the run
	if last > 0 && isWordByte(t[last-1]) {
		return i + 1
	}
	var spaces []int
	for {
		next := last + 1
		for next < len(t) && t[next] == ' ' && next-last <= 4 {
			next++
		}
		if next == last+1 || !single(t, next) {
			break
		}
		if next-last == 2 {
			spaces = append(spaces, last+1)
		}
		for s := last + 2; s < next; s++ {
			spaces = append(spaces, s)
		}
		last = next
		chars++
	}
	if chars >= minSpaced || spelt(t, i-1, last+1) {
		*drop = append(*drop, spaces...)
	}
	return max(i, last) + 1
}

// spelt reports whether the characters apart in a part of a text spell a word
// for a credential.
func spelt(t string, start, end int) bool {
	return proseWords().names.has(strings.ToLower(strings.ReplaceAll(t[start:end], " ", "")))
}

// single reports whether a word of one character begins at i.
func single(t string, i int) bool {
	return i < len(t) && t[i] > ' ' && t[i] < utf8.RuneSelf && (i+1 == len(t) || !isWordByte(t[i]) || !isWordByte(t[i+1]))
}

// minEncoded is the shortest run that is tried for an encoding.
const minEncoded = 16

// decoded returns a view of every part of v that reads as text after one
// decoding step: base64 in both alphabets, hexadecimal, percent escapes and
// character references. What is decoded is not decoded again.
func (v *view) decoded() []*view {
	var out []*view
	t := v.text
	for i := 0; i < len(t); {
		if t[i] <= ' ' {
			i++
			continue
		}
		end := i
		for end < len(t) && t[end] > ' ' && t[end] != '"' {
			end++
		}
		if end-i >= minEncoded {
			out = v.decodeWord(i, end, out)
		}
		i = end + 1
	}
	return out
}

func (v *view) decodeWord(start, end int, out []*view) []*view {
	word := v.text[start:end]
	if strings.Count(word, "%") >= 4 {
		if d := unpercent(word); readable(d) {
			return append(out, v.inner(d, start, end))
		}
	}
	if strings.Count(word, "&#") >= 4 {
		if d := html.UnescapeString(word); readable(d) {
			return append(out, v.inner(d, start, end))
		}
	}
	for i := 0; i < len(word); {
		k := i
		for k < len(word) && (isWordByte(word[k]) || word[k] == '-' || word[k] == '+' || word[k] == '/') {
			k++
		}
		if k-i >= minEncoded {
			if d, ok := decodeRun(word[i:k]); ok {
				for k < len(word) && word[k] == '=' {
					k++
				}
				out = append(out, v.inner(d, start+i, start+k))
			}
		}
		i = k + 1
	}
	return out
}

func (v *view) inner(text string, start, end int) *view {
	s := v.source(start, end)
	d := newView(text, nil)
	d.whole = &s
	return d
}

func decodeRun(s string) (string, bool) {
	if d, err := hex.DecodeString(s); err == nil {
		return string(d), readable(string(d))
	}
	enc := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		enc = base64.RawURLEncoding
	}
	d, err := enc.DecodeString(s[:len(s)-len(s)%4])
	if err != nil || !readable(string(d)) {
		return "", false
	}
	if rest, err := enc.DecodeString(s); err == nil {
		d = rest
	}
	return string(d), true
}

func unpercent(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if b, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
				out = append(out, b[0])
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// readable reports whether decoded bytes are text.
func readable(s string) bool {
	if len(s) < 8 || !utf8.ValidString(s) {
		return false
	}
	good, all := 0, 0
	for _, r := range s {
		all++
		if unicode.IsPrint(r) || r == '\n' || r == '\t' {
			good++
		}
	}
	return good*10 >= all*9
}
