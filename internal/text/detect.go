package text

import (
	"slices"
	"unicode/utf8"
)

// Detect returns the BCP 47 base language of a text, or "und". Where the text
// leaves it open, the first of the usual languages that fits its script wins.
func Detect(s string, usual ...string) string {
	return Candidates(s, usual...)[0]
}

// Candidates returns the one to three most probable languages, best first, for
// engines that can try several; only ["und"] when nothing is known.
func Candidates(s string, usual ...string) []string {
	toks := Tokens(s[:cutLen(s)])
	script := dominantScript(toks)
	if !slices.ContainsFunc(toks, func(t Token) bool { return t.Kind == Word }) {
		return fallback(usual)
	}
	b := ballotFor(script)
	switch len(b.langs) {
	case 0:
		return []string{Undetermined}
	case 1:
		return []string{b.langs[0].code}
	}
	scores := b.count(toks)
	if slices.Max(scores) < enough {
		clear(scores)
		b.lead(scores, script)
	}
	b.favour(scores, usual)
	if slices.Max(scores) == 0 {
		return []string{Undetermined}
	}
	return b.rank(scores)
}

// sample is how much of a text is looked at: a language shows early.
const sample = 1024

func cutLen(s string) int {
	if len(s) <= sample {
		return len(s)
	}
	n := sample
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// fallback answers for texts without words.
func fallback(usual []string) []string {
	for _, u := range usual {
		if l := find(u); l != nil {
			return []string{l.code}
		}
	}
	return []string{Undetermined}
}

// dominantScript weighs Latin at a third, since names of programs and brands are
// Latin in every language, and Han and Hangul at double: a character is half a word.
func dominantScript(toks []Token) script {
	var letters [scripts]int
	for _, t := range toks {
		for _, r := range t.Text {
			letters[scriptOf(r)] += 3
		}
	}
	letters[otherScript] = 0
	letters[latin] /= 3
	letters[han] *= 2
	letters[hangul] *= 2
	if letters[kana] > 0 && letters[kana]*10 >= letters[han] {
		letters[kana] += letters[han] // Japanese is written in both
	}
	best := otherScript
	for s, n := range letters {
		if n > letters[best] {
			best = script(s)
		}
	}
	return best
}

// Possible returns every language that may be written in the script of s, for
// engines that can let the text's own words decide where Detect cannot.
func Possible(s string) []string {
	var out []string
	for _, l := range ballotFor(dominantScript(Tokens(s[:cutLen(s)]))).langs {
		out = append(out, l.code)
	}
	return out
}
