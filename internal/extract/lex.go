package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci/internal/text"
)

// tokenKind is what a token is made of.
type tokenKind uint8

const (
	word tokenKind = iota
	number
	punct
	emoji
	newline
)

// token is a word, a number, one punctuation mark, a pictogram or a line end,
// with its place in the turn. A hyphen inside a word separates two tokens and
// is none itself ("trata-me"), and so does the seam between digits and letters
// ("7pm"); an apostrophe inside a word belongs to it ("can't" is cant).
type token struct {
	norm       string // as frames are compared: no case, accents, apostrophes
	lower      string // case folded, with its accents
	start, end int    // bytes in the turn
	kind       tokenKind
	upper      bool // begins with a capital, or with the second letter one: iFood
	caseless   bool // its script knows no capitals
	spaced     bool // white space or a line end stands before it
	masked     bool // not the user's own claim: code, quotation, task text
}

// emphasis reports whether a token sets off what follows: "**", "__".
func emphasis(t *token) bool { return t.kind == punct && strings.Contains("*_", t.norm) }

// spoken reports whether a token is a word or a number.
func (t *token) spoken() bool { return t.kind == word || t.kind == number }

// capital reports whether a token is written like a name.
func (t *token) capital() bool {
	return t.kind == word && (t.upper || t.caseless)
}

// lex cuts a text into tokens. With elide an apostrophe ends a word: French
// j'aime, Italian l'ora.
func lex(src string, elide bool) []token {
	segments := text.Split(src)
	out := make([]token, 0, len(segments)+8)
	last := 0
	for i, seg := range segments {
		gap := src[last:seg.Start]
		last = seg.End
		if strings.ContainsAny(gap, "\n\r\u2028\u2029") {
			out = append(out, token{norm: "\n", start: seg.Start - 1, end: seg.Start, kind: newline})
		} else if gap != "" && i > 0 && pauses(segments[i-1].Text, seg.Text) {
			out = append(out, token{norm: ",", start: seg.Start - len(gap), end: seg.Start, kind: punct})
		}
		spaced := i > 0 && gap != ""
		switch seg.Kind {
		case text.Word, text.Number:
			out = split(out, seg, elide, spaced)
		case text.Emoji:
			out = append(out, token{norm: seg.Text, start: seg.Start, end: seg.End, kind: emoji, spaced: spaced})
		default:
			if seg.Text == "-" && inCompound(segments, i) {
				continue
			}
			out = append(out, token{norm: marks.Replace(seg.Text), start: seg.Start, end: seg.End, kind: punct, spaced: spaced})
		}
	}
	return out
}

// pauses reports whether a space between two segments is a comma left out: in
// scripts without spaces that is what people type one for.
func pauses(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return ideographic(last) && ideographic(first)
}

// enumerates is the form of the mark that joins the items of a list and never
// separates clauses, in languages that have one.
const enumerates = "、"

// ideographic reports whether a letter belongs to a script whose words are
// written together, of which a token holds only a part.
func ideographic(r rune) bool {
	const first = '⺀'
	return r >= first && (eastAsian(r) && r < '가' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana))
}

// weight is how much of a word a token is, in halves: an ideograph is half a
// word, a run of katakana is a whole one.
func (t *token) weight() int {
	r, size := utf8.DecodeRuneInString(t.lower)
	if size == len(t.lower) && ideographic(r) {
		return 1
	}
	return 2
}

// marks gives the punctuation of other scripts its Latin form, so that frames
// and rules name a mark once.
var marks = strings.NewReplacer("،", ",", "、", ",", "，", ",", "؛", ";", "；", ";", "：", ":", "؟", "?", "？", "?", "！", "!", "（", "(", "）", ")")

// lex cuts a text by the rules of the pack's language.
func (p *pack) lex(src string) []token {
	tokens := p.join(lex(src, p.elide))
	for i := range tokens {
		t := &tokens[i]
		switch {
		case t.kind == word && len(p.letters) > 0:
			t.norm = p.respell(t)
		case t.kind == punct && p.enumeration != "" && src[t.start:t.end] == p.enumeration:
			t.norm = enumerates
		}
	}
	tokens = p.detach(tokens)
	ends := func(t token) bool { return t.kind == word && strings.HasSuffix(t.lower, "'"+p.clitic) }
	if p.clitic == "" || !slices.ContainsFunc(tokens, ends) {
		return tokens
	}
	out := make([]token, 0, len(tokens)+4)
	for _, t := range tokens {
		if !ends(t) || len(t.lower) == len(p.clitic)+1 {
			out = append(out, t)
			continue
		}
		raw := src[t.start:t.end]
		cut := strings.LastIndexFunc(raw, func(r rune) bool { return !unicode.IsLetter(r) })
		head := newToken(raw[:cut], t.start, false, t.spaced)
		if p.lists("joined", &head) {
			out = append(out, t)
			continue
		}
		out = append(out, head, newToken(raw[cut:], t.start+cut, false, false))
	}
	return out
}

// join makes one token of a prefix written apart and the word after it:
// "می خورم" is می‌خورم.
func (p *pack) join(tokens []token) []token {
	if len(p.prefixes) == 0 {
		return tokens
	}
	out := tokens[:0]
	for _, t := range tokens {
		n := len(out) - 1
		if n >= 0 && t.kind == word && out[n].kind == word && slices.Contains(p.prefixes, out[n].norm) {
			out[n].norm += t.norm
			out[n].lower += t.lower
			out[n].end = t.end
			continue
		}
		out = append(out, t)
	}
	return out
}

// detach makes two tokens of a word that a proclitic stands in, where the pack
// knows the rest and not the whole: "والسمك" is و السمك, ولد is one word.
func (p *pack) detach(tokens []token) []token {
	if len(p.proclitics) == 0 {
		return tokens
	}
	out := make([]token, 0, len(tokens)+8)
	for _, t := range tokens {
		for _, head := range p.proclitics {
			rest := strings.TrimPrefix(t.norm, head)
			if len(rest) == len(t.norm) || t.kind != word || !strings.HasPrefix(t.lower, head) || !p.index.knows(rest) || p.index.knows(t.norm) {
				continue
			}
			first := t
			first.norm, first.lower, first.end = head, head, t.start+len(head)
			t.norm, t.lower, t.start, t.spaced = rest, t.lower[len(head):], first.end, false
			out = append(out, first)
		}
		out = append(out, t)
	}
	return out
}

// respell writes a word of the language's second script in its first.
func (p *pack) respell(t *token) string {
	if ascii(t.norm) {
		return t.norm
	}
	var b strings.Builder
	for i, r := range t.lower {
		letter := string(r)
		if to, ok := p.letters["^"+letter]; ok && i == 0 {
			b.WriteString(to)
		} else if to, ok := p.letters[letter]; ok {
			b.WriteString(to)
		} else {
			b.WriteString(letter)
		}
	}
	return foldLiteral(b.String())
}

// plain reports whether a word is surely its own folded form already: small
// letters of the basic Latin and Cyrillic alphabets, ё aside, and what knows
// neither case nor marks.
func plain(s string) bool {
	for _, r := range s {
		latin := r >= 'a' && r <= 'z'
		cyrillic := r >= 'а' && r <= 'я' || r > 'Ґ' && r < 'ӿ' && r%2 == 1
		if !latin && !cyrillic && !uncased(r) {
			return false
		}
	}
	return true
}

// eastAsian reports whether a letter is a common one of Chinese, Japanese or
// Korean writing.
func eastAsian(r rune) bool {
	return r >= '一' && r <= '鿿' || r >= 'ぁ' && r <= 'ゖ' || r >= 'ァ' && r <= 'ー' && r != '・' || r >= '가' && r <= '힣'
}

// uncased reports whether a letter belongs to a script without capitals, and is
// its own folded form.
func uncased(r rune) bool {
	arabic := r >= 'ا' && r <= 'غ' || r >= 'ف' && r <= 'و' || r == 'ي' || r == 'پ' || r == 'چ' || r == 'ژ' || r == 'گ'
	devanagari := r >= 'ऀ' && r <= 'ॗ'
	return arabic || devanagari || eastAsian(r)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// inCompound reports whether the i-th segment touches words on both sides.
func inCompound(segs []text.Token, i int) bool {
	return i > 0 && i+1 < len(segs) &&
		segs[i-1].End == segs[i].Start && segs[i].End == segs[i+1].Start &&
		segs[i-1].Kind != text.Punct && segs[i+1].Kind == text.Word
}

// split appends the tokens of one segment: cut where digits meet letters, and
// after an eliding apostrophe.
func split(out []token, seg text.Token, elide, spaced bool) []token {
	start := 0
	digits := false
	flush := func(end int) {
		if end > start {
			out = append(out, newToken(seg.Text[start:end], seg.Start+start, digits, spaced))
			spaced, start = false, end
		}
	}
	for i, r := range seg.Text {
		size := utf8.RuneLen(r)
		switch {
		case unicode.IsDigit(r):
			if !digits {
				flush(i)
			}
			digits = true
		case digits && (unicode.IsLetter(r) || i+size == len(seg.Text)):
			flush(i)
			digits = false
		case elide && strings.ContainsRune("'’ʼ", r):
			flush(i + size)
		}
	}
	flush(len(seg.Text))
	return out
}

// branded reports whether a word is written like a brand: iFood, eBay.
func branded(raw string) bool {
	return len(raw) > 3 && raw[0] >= 'a' && raw[0] <= 'z' && raw[1] >= 'A' && raw[1] <= 'Z' && raw[2] >= 'a' && raw[2] <= 'z'
}

func newToken(raw string, start int, digits, spaced bool) token {
	t := token{start: start, end: start + len(raw), spaced: spaced, lower: raw, norm: raw}
	if plain(raw) {
		first, _ := utf8.DecodeRuneInString(raw)
		t.caseless = uncased(first)
		return t
	}
	t.lower = text.Fold(raw)
	if digits {
		t.kind, t.norm = number, t.lower
		return t
	}
	first, _ := utf8.DecodeRuneInString(raw)
	t.upper = unicode.IsUpper(first) || branded(raw)
	t.caseless = !t.upper && unicode.IsLetter(first) && !unicode.IsLower(first)
	t.norm = foldLiteral(t.lower)
	return t
}

// foldLiteral brings a word into the form of token.norm.
func foldLiteral(s string) string {
	if plain(s) {
		return s
	}
	folded := text.FoldMarks(s, "")
	if strings.Contains(folded, "'") {
		folded = strings.ReplaceAll(folded, "'", "")
	}
	return folded
}
