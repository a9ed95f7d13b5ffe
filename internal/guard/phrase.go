package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// phrase is a word or several that a rule looks for in prose.
type phrase struct {
	text string // folded
	open bool   // may go on: parol, parolim, parolingiz
	rule int
	set  int // which of the rule's word lists it is in
}

// phrases finds many phrases in one pass, as whole words.
type phrases struct {
	index literals
	all   []phrase
}

// newPhrase reads a folded phrase as rule files write it; a star at the end lets it
// go on.
func newPhrase(folded string, rule, set int) phrase {
	text, open := strings.CutSuffix(folded, "*")
	return phrase{text, open, rule, set}
}

// add registers a phrase of a rule file.
func (x *phrases) add(word string, rule, set int) {
	p := newPhrase(foldString(word), rule, set)
	x.index.add(p.text, len(x.all))
	x.all = append(x.all, p)
}

// each calls found for every phrase in the view, in order of position.
func (x *phrases) each(v *view, found func(p *phrase, at span)) {
	x.index.each(v.lower, func(l literal, pos int) {
		p := &x.all[l.rule]
		if end, ok := p.match(v, pos); ok {
			found(p, span{pos, end})
		}
	})
}

// maxEnding is how many bytes an open phrase may go on for.
const maxEnding = 24

// match returns where the phrase at pos ends, endings included, and whether it
// stands as a word of its own.
func (p *phrase) match(v *view, pos int) (int, bool) {
	t := v.lower
	before, _ := utf8.DecodeLastRuneInString(t[:pos])
	first, _ := utf8.DecodeRuneInString(p.text)
	if pos > 0 && (unicode.IsLetter(before) || unicode.IsDigit(before)) && !v.gap(pos) && !v.humps(pos) && !unspacedRune(before) && unicode.IsLetter(first) && !unspacedRune(first) {
		return 0, false
	}
	end := pos + len(p.text)
	last, _ := utf8.DecodeLastRuneInString(p.text)
	for limit := end + maxEnding; end < len(t) && unicode.IsLetter(last) && !unspacedRune(last); {
		r, n := utf8.DecodeRuneInString(t[end:])
		if unspacedRune(r) || !unicode.IsLetter(r) && !(p.open && r == '\'') || v.gap(end) {
			break
		}
		if !p.open || end >= limit {
			return 0, false
		}
		end += n
	}
	return end, true
}

// humps reports whether a part of a name begins at i: apiToken, ETSYToken.
func (v *view) humps(i int) bool {
	t := v.text
	return isUpper(t[i]) && (!isUpper(t[i-1]) || i+1 < len(t) && isLower(t[i+1]))
}

// unspacedRune reports whether r belongs to a script that writes words without
// spaces between them, or with particles glued on.
func unspacedRune(r rune) bool {
	return r >= 0x2E80 && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}
