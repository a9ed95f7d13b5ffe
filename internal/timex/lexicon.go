package timex

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// symbol is a terminal or non-terminal of the grammar.
type symbol int16

// entry is a form of the lexicon.
type entry struct {
	form string
	sym  symbol
	stem bool // the form goes on with any ending
	node *node
}

// lexicon finds the forms that begin at a place of a text.
type lexicon struct {
	entries []entry // sorted by form
	first   [257]int32
	short   [256]bool  // bytes that a form of less than a head begins with
	heads   [4096]bool // by their hashes: what longer forms begin with
}

// head is how many bytes of a form are looked at first: those of an ideograph.
const head = 3

// headHash returns which of the heads a text of at least so many bytes has.
func headHash(text []byte) int {
	return (int(text[0])*961 + int(text[1])*31 + int(text[2])) % 4096
}

// begins reports whether a form may begin at a place. At most places none does.
func (l *lexicon) begins(text []byte, i int) bool {
	return l.short[text[i]] || i+head <= len(text) && l.heads[headHash(text[i:])]
}

func newLexicon(entries []entry) lexicon {
	// Entries of one form keep the order of the files; sorting their numbers is
	// faster than a stable sort of the entries.
	order := make([]int32, len(entries))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		if c := strings.Compare(entries[a].form, entries[b].form); c != 0 {
			return c
		}
		return int(a - b)
	})
	sorted := make([]entry, len(entries))
	for i, n := range order {
		sorted[i] = entries[n]
	}
	l := lexicon{entries: sorted}
	for _, e := range sorted {
		if len(e.form) < head {
			l.short[e.form[0]] = true
		} else {
			l.heads[headHash([]byte(e.form))] = true
		}
	}
	for c := range 257 {
		l.first[c] = int32(sort.Search(len(sorted), func(i int) bool { return int(sorted[i].form[0]) >= c }))
	}
	return l
}

// match calls yield for every entry that text begins with at i, short to long.
func (l *lexicon) match(text []byte, i int, yield func(e *entry, end int)) {
	if !l.begins(text, i) {
		return
	}
	lo, hi := int(l.first[text[i]]), int(l.first[int(text[i])+1])
	for depth := 1; lo < hi; depth++ {
		for lo < hi && len(l.entries[lo].form) == depth {
			yield(&l.entries[lo], i+depth)
			lo++
		}
		if i+depth == len(text) {
			return
		}
		c := text[i+depth]
		if lo < hi && l.entries[lo].form[depth] == c && l.entries[hi-1].form[depth] == c {
			continue
		}
		lo = l.seek(lo, hi, depth, c)
		hi = l.seek(lo, hi, depth, c+1)
	}
}

// seek returns the first of the entries [lo, hi) that has no less than c at a
// depth up to which they are the same.
func (l *lexicon) seek(lo, hi, depth int, c byte) int {
	for lo < hi {
		if mid := (lo + hi) / 2; l.entries[mid].form[depth] < c {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// charClass groups characters so that a word ends where the class changes.
type charClass uint8

const (
	classSpace charClass = iota
	classPunct
	classDigit
	classLetter
	classIdeograph
)

func classOf(r rune) charClass {
	switch {
	case r == ' ':
		return classSpace
	case '0' <= r && r <= '9':
		return classDigit
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' {
			return classLetter
		}
		return classPunct
	case 0x3040 <= r && r <= 0x30ff, 0x3400 <= r && r <= 0x9fff, 0x20000 <= r && r <= 0x3ffff, r == '々', r == '〇':
		return classIdeograph
	case unicode.IsLetter(r), unicode.IsMark(r):
		return classLetter
	}
	return classPunct
}

// boundary tells whether a word may begin or end between text[:i] and text[i:].
func boundary(text []byte, i int) bool {
	if i == 0 || i == len(text) {
		return true
	}
	before, _ := utf8.DecodeLastRune(text[:i])
	after, _ := utf8.DecodeRune(text[i:])
	return separate(classOf(before), classOf(after))
}

// separate tells whether a word may begin or end between two characters.
func separate(before, after charClass) bool {
	return before != after || before == classIdeograph || before == classPunct || before == classSpace
}

// wordEnd returns the end of the letters that go on at i.
func wordEnd(text []byte, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		if classOf(r) != classLetter {
			break
		}
		i += size
	}
	return i
}

// token is an entry or a number found in a text.
type token struct {
	start, end int
	sym        symbol
	node       *node
}

// start says what may begin at a place that is not the beginning of a word.
type start uint8

const (
	startSuffix start = iota + 1 // right after a token: what is written onto words
	startNumber                  // right after "hundred": numbers, too
)

// scan returns the tokens of the text, by start.
func (l *language) scan(text []byte) []token {
	tokens := make([]token, 0, len(text)/8+32)
	starts := make([]start, len(text)+1)
	before := classSpace
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		class := classOf(r)
		if text[i] != ' ' && (starts[i] != 0 || separate(before, class)) {
			tokens = l.scanAt(text, i, tokens, starts)
		}
		before, i = class, i+size
	}
	return tokens
}

func (l *language) scanAt(text []byte, i int, tokens []token, starts []start) []token {
	if '0' <= text[i] && text[i] <= '9' {
		if i == 0 || text[i-1] < '0' || text[i-1] > '9' {
			tokens = l.scanNumber(text, i, tokens)
		}
	}
	inside := !boundary(text, i)
	// A word of the lexicon is not taken apart: "Wochenende" has no "Ende".
	whole := false
	if l.glue && !l.compounds {
		l.lex.match(text, i, func(e *entry, end int) { whole = whole || e.node.op >= opUnit && boundary(text, end) })
	}
	l.lex.match(text, i, func(e *entry, end int) {
		if inside && !l.compounds && !isSuffix(e.node) && !(starts[i] == startNumber && e.node.op == opNum) {
			return
		}
		if !boundary(text, end) {
			switch {
			case e.stem:
				end = wordEnd(text, end)
			case l.glue && (e.sym == l.sym.hundred || e.sym == l.sym.thousand):
				starts[end] = startNumber
			case l.glue && !whole:
				starts[end] = max(starts[end], startSuffix)
			default:
				return
			}
		}
		tokens = append(tokens, token{i, end, e.sym, e.node})
		// The dot of an abbreviation.
		if e.node.weak&weakWord != 0 && end < len(text) && text[end] == '.' {
			tokens = append(tokens, token{i, end + 1, e.sym, e.node})
		}
	})
	return tokens
}

// isSuffix tells the nodes whose words may be written onto others; numbers,
// months and weekdays are found in the middle of too many words.
func isSuffix(n *node) bool {
	return n.op == opWord || n.op == opPart || n.op == opUnit || n.op == opFrame && n.frame.any(mask(fPart, fHour))
}
