package text

import "strings"

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
// any of the languages. For one language they are a subset of the [Terms] of a
// text that contains the query's words. Unlike Terms it leaves out single Han
// characters where a pair says more, and whatever is a stop word in one of the
// languages.
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

// whole adds what is not to be stemmed as one term, unless it is listed
// as a stop word.
func (a *analyser) whole(norm string) {
	if lex := lexiconFor(norm, a.lang); !lex.isStop(lex.spell(norm)) {
		a.add(unmark(norm, lex))
	}
}

func joined(left, mid, right Token) bool {
	return len(mid.Text) == 1 && strings.Contains(`-_./\:@#+&=~`, mid.Text) &&
		left.End == mid.Start && mid.End == right.Start &&
		(right.Kind == Word || right.Kind == Number) && !wordScript(right.Text).unspaced()
}

// word adds the index form of a folded word.
func (a *analyser) word(norm string) {
	if len(norm) > longestTerm {
		return // before a stemmer has to chew on it
	}
	lex := lexiconFor(norm, a.lang)
	spelt := lex.spell(norm)
	if lex.isStop(spelt) || a.stopElsewhere(norm, lex) {
		return
	}
	term := lex.stem(unmark(spelt, lex))
	hangulWord := wordScript(norm) == hangul
	if hangulWord && lex.isStop(term) {
		return // a particle makes a function word no content word
	}
	a.add(term)
	if hangulWord {
		a.pairs([]rune(spelt), term)
	}
	if lex.lang != nil && lex.lang.tonal && term != spelt {
		a.add(spelt)
	}
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

// pairs adds the pairs of characters of a word, except one that is its term.
func (a *analyser) pairs(word []rune, term string) {
	for i := 0; i+1 < len(word); i++ {
		if pair := string(word[i : i+2]); pair != term {
			a.add(pair)
		}
	}
}
