package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestTerm bounds a term in bytes: what is longer (a data URL, a key dump)
// is nothing anybody searches for by its whole.
const longestTerm = 96

// Terms returns the terms under which a text is indexed, in order and with
// repeats: words folded, without stop words, stemmed for the language (a word
// in a script the language does not use is stemmed for the leading language of
// that script). Identifiers, versions, numbers and paths come whole and in
// parts. Scripts without spaces come as pairs of characters, Han also as single
// characters; hangul as words and pairs.
func Terms(s, lang string) []string {
	l := find(lang)
	a := analyser{lang: l, langs: []*language{l}}
	a.analyse(Normalize(s))
	return a.terms
}

// QueryTerms returns the distinct terms to look up for a query that may be in
// any of the languages, a subset of the [Terms] of a text that contains it.
// Unlike Terms it leaves out single Han characters where a pair says more, and
// whatever is a stop word in one of the languages.
func QueryTerms(q string, langs ...string) []string {
	if len(langs) == 0 {
		langs = []string{Undetermined}
	}
	q = Normalize(q)
	a := analyser{query: true}
	for _, l := range langs {
		a.langs = append(a.langs, find(l))
	}
	for _, l := range a.langs {
		a.lang = l
		a.analyse(q)
	}
	return distinct(a.terms)
}

func distinct(terms []string) []string {
	seen := make(map[string]struct{}, len(terms))
	kept := terms[:0]
	for _, t := range terms {
		if _, ok := seen[t]; !ok {
			seen[t] = struct{}{}
			kept = append(kept, t)
		}
	}
	return kept
}

type analyser struct {
	lang  *language
	query bool
	langs []*language // that the text may be in; lang is one of them
	terms []string
}

func (a *analyser) analyse(s string) {
	segs := Segments(s)
	for i := 0; i < len(segs); {
		t := segs[i]
		switch {
		case t.Kind == Emoji:
			a.add(t.Norm)
			i++
		case t.Kind == Word && wordScript(t.Text).unspaced():
			i = a.unspacedRun(segs, i)
		case t.Kind == Word || t.Kind == Number:
			i = a.compound(s, segs, i)
		default:
			i++
		}
	}
}

func (a *analyser) add(term string) {
	if term != "" && len(term) <= longestTerm {
		a.terms = append(a.terms, term)
	}
}

// compound adds the words from segs[i] on that are joined by single characters
// (gen-itgc, a/b.go, 10:30, x@y.org): the whole, then each of them. It returns
// the index after the last.
func (a *analyser) compound(s string, segs []Token, i int) int {
	end := i
	for end+2 < len(segs) && joined(segs[end], segs[end+1], segs[end+2]) {
		end += 2
	}
	if end > i {
		a.whole(Fold(s[segs[i].Start:segs[end].End]))
	}
	for ; i <= end; i += 2 {
		a.token(s, segs[i])
	}
	return end + 1
}

// whole adds joined words as one term unless they are listed as a stop word.
func (a *analyser) whole(norm string) {
	if lex := lexiconFor(norm, a.lang); !lex.isStop(lex.spell(norm)) {
		a.add(norm)
	}
}

func joined(left, mid, right Token) bool {
	return len(mid.Text) == 1 && strings.Contains(`-_./\:@#+&=~`, mid.Text) &&
		left.End == mid.Start && mid.End == right.Start &&
		(right.Kind == Word || right.Kind == Number) && !wordScript(right.Text).unspaced()
}

// token adds one word or number with the signs that belong to its name (C++,
// C#, .NET).
func (a *analyser) token(s string, t Token) {
	if sign := trailingSign(s[t.End:]); sign != "" && t.Kind == Word {
		a.add(t.Norm + sign)
		if utf8.RuneCountInString(t.Norm) == 1 {
			return // "c" would find every other C
		}
	}
	if leadingDot(s[:t.Start]) && t.Kind == Word {
		a.add("." + t.Norm)
	}
	if strings.ContainsFunc(t.Norm, unicode.IsDigit) || strings.ContainsAny(t.Norm, "._:,") {
		a.add(t.Norm)
		if joined := ungrouped(t.Norm); joined != "" {
			a.add(joined)
		}
		a.parts(t.Text)
		return
	}
	a.word(t.Norm)
	if t.Text != t.Norm && camel(t.Text) {
		a.parts(t.Text)
	}
}

func trailingSign(rest string) string {
	for _, sign := range []string{"++", "#"} {
		if after, ok := strings.CutPrefix(rest, sign); ok {
			if r, _ := utf8.DecodeRuneInString(after); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return sign
			}
		}
	}
	return ""
}

// leadingDot reports whether a single dot, itself at the start of a word, ends s.
func leadingDot(s string) bool {
	before, ok := strings.CutSuffix(s, ".")
	return ok && (before == "" || strings.HasSuffix(before, " "))
}

// ungrouped returns the digits of a number written in groups of thousands
// ("1,000" → "1000"), or "".
func ungrouped(norm string) string {
	groups := strings.Split(norm, ",")
	if len(groups) < 2 || len(groups[0]) > 3 {
		return ""
	}
	for i, g := range groups {
		if i > 0 && len(g) != 3 || strings.ContainsFunc(g, func(r rune) bool { return r < '0' || r > '9' }) {
			return ""
		}
	}
	return strings.Join(groups, "")
}

func camel(s string) bool {
	lower := false
	for _, r := range s {
		if lower && unicode.IsUpper(r) {
			return true
		}
		lower = unicode.IsLower(r)
	}
	return false
}

// part adds a piece of an identifier or number; single characters say nothing.
func (a *analyser) part(piece string) {
	if utf8.RuneCountInString(piece) < 2 {
		return
	}
	if norm := Fold(piece); strings.ContainsFunc(norm, unicode.IsDigit) {
		a.add(norm)
	} else {
		a.word(norm)
	}
}

// parts adds the pieces of an identifier or number, cut at punctuation, between
// digits and letters and at the humps of camelCase (HTTPServer → HTTP, Server).
func (a *analyser) parts(s string) {
	runes := []rune(s)
	start := 0
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && classOf(runes[i]) != separator && (i == start || !hump(runes, i)) {
			continue
		}
		if i > start && i-start < len(runes) {
			a.part(string(runes[start:i]))
		}
		start = i
		if i < len(runes) && classOf(runes[i]) == separator {
			start++
		}
	}
}

type class uint8

const (
	separator class = iota
	digit
	lower
	upper
)

func classOf(r rune) class {
	switch {
	case unicode.IsDigit(r):
		return digit
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r), unicode.IsMark(r), r == '\'', r == '’':
		return lower
	}
	return separator
}

// hump reports whether a new part begins at runes[i].
func hump(runes []rune, i int) bool {
	prev, cur := classOf(runes[i-1]), classOf(runes[i])
	switch {
	case (prev == digit) != (cur == digit):
		return true
	case prev == lower && cur == upper:
		return true
	case prev == upper && cur == upper:
		return i+1 < len(runes) && classOf(runes[i+1]) == lower
	}
	return false
}

// word adds the index form of a folded word.
func (a *analyser) word(norm string) {
	lex := lexiconFor(norm, a.lang)
	spelt := lex.spell(norm)
	if lex.isStop(spelt) || a.stopElsewhere(norm, lex) {
		return
	}
	term := lex.stem(unmark(spelt, lex))
	if wordScript(norm) == hangul {
		if lex.isStop(term) {
			return // a particle makes a function word no content word
		}
		a.pairs([]rune(spelt))
	}
	a.add(term)
}

// stopElsewhere reports whether a folded word is a stop word of a language of
// the text other than the one it is stemmed for: Hindi in Latin letters, or a
// query that may be in several languages.
func (a *analyser) stopElsewhere(norm string, stemmed *lexicon) bool {
	for _, l := range a.langs {
		if l == nil || l == stemmed.lang {
			continue
		}
		if lex := l.lexicon(); lex.isStop(lex.spell(norm)) {
			return true
		}
	}
	return false
}

func (a *analyser) pairs(runes []rune) {
	for i := 0; i+1 < len(runes); i++ {
		a.add(string(runes[i : i+2]))
	}
}
