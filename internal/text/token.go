package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

// Kind says what a token is.
type Kind uint8

// The kinds of token. A token with a letter in it is a Word, whatever else it
// holds ("3pm", "v1.2.3"); one with digits and no letter is a Number.
const (
	Other Kind = iota
	Word
	Number
	Punct
	Emoji
)

// Token is a piece of a text. Start and End are byte offsets into the string
// that was cut, so Text == s[Start:End]; Norm is Fold(Text).
type Token struct {
	Text, Norm string
	Start, End int
	Kind       Kind
}

// Tokens returns the words and numbers of s by the rules of UAX #29. Han,
// hiragana and the scripts of South-East Asia come one character at a time,
// katakana and hangul in runs. An apostrophe of any kind between letters does
// not end a word.
func Tokens(s string) []Token {
	tokens := slices.DeleteFunc(Split(s), func(t Token) bool { return t.Kind != Word && t.Kind != Number })
	return normed(tokens)
}

// Segments is [Tokens] with punctuation, emoji and other symbols between the
// words; only whitespace and invisible characters are left out.
func Segments(s string) []Token { return normed(Split(s)) }

func normed(tokens []Token) []Token {
	for i := range tokens {
		tokens[i].Norm = Fold(tokens[i].Text)
	}
	return tokens
}

// Split is [Segments] without Norm, for those who fold by rules of their own.
func Split(s string) []Token {
	out := make([]Token, 0, len(s)/4+1)
	it := words.FromString(s)
	for it.Next() {
		t := Token{Start: it.Start(), End: it.End()}
		t.Text = s[t.Start:t.End]
		if t.Kind = kindOf(t.Text); t.Kind == blank {
			continue
		}
		if n := len(out); n >= 2 && joinsTick(out[n-2], out[n-1], t) {
			out = out[:n-1]
			out[n-2].End = t.End
			out[n-2].Text = s[out[n-2].Start:t.End]
			continue
		}
		out = append(out, t)
	}
	return out
}

// joinsTick reports whether mid is a backtick or an acute accent typed as the
// apostrophe of one word: UAX #29 knows neither.
func joinsTick(left, mid, right Token) bool {
	return (mid.Text == "`" || mid.Text == "´") &&
		left.Kind == Word && right.Kind == Word &&
		left.End == mid.Start && mid.End == right.Start
}

// blank marks what is no token at all.
const blank Kind = 255

func kindOf(s string) Kind {
	kind := blank
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z'), r >= utf8.RuneSelf && isLetter(r):
			return Word
		case unicode.Is(unicode.Nd, r):
			kind = Number
		case kind != blank || unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Mn):
		case isEmoji(r):
			kind = Emoji
		case unicode.IsPunct(r) || r < utf8.RuneSelf && unicode.IsSymbol(r):
			kind = Punct
		default:
			kind = Other
		}
	}
	return kind
}

// isLetter is unicode.IsLetter, and quick for the most common letters of Chinese
// and Japanese.
func isLetter(r rune) bool {
	return r >= 'ぁ' && r <= 'ゖ' || r >= 'ァ' && r <= 'ヺ' || r >= '一' && r <= '鿿' || unicode.IsLetter(r)
}

func isEmoji(r rune) bool {
	return 0x1F000 <= r && r < 0x1FB00 || 0x2600 <= r && r < 0x27C0 || 0x2B00 <= r && r < 0x2C00 ||
		strings.ContainsRune("⌚⌛⏩⏪⏰⏳", r)
}
