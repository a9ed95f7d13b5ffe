package retrieve

import (
	"slices"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// A query may be a whole pasted document. What it asks for stands at its
// beginning or its end, so the middle of what is too long goes.
const (
	maxQuery = 16 << 10 // bytes that are read
	maxTerms = 256      // distinct terms that are looked up
	maxLangs = 4        // in which a word is stemmed
	fewWords = 3        // of which a query rarely shows its language
)

// Analysis is what a query asks for.
type Analysis struct {
	Lang  string   // the likeliest language of the query
	Terms []string // distinct; none if the query says nothing but stop words
	query string
	langs []string // in which words are stemmed
	words map[string]bool
	dates []Interval
}

// Analyse reads a query that may be in its own language or in one that the
// user usually writes in. Where a query of few words does not show its language,
// they are stemmed in every language that they may be in.
func Analyse(query string, usual ...string) Analysis {
	query = middleOut(query)
	tokens := text.Tokens(query)
	langs := distinct(append(text.Candidates(query, usual...), usual...))
	a := Analysis{Lang: langs[0], query: query, langs: langs[:min(len(langs), maxLangs)], words: map[string]bool{}}
	if len(tokens) <= fewWords && a.Lang == text.Undetermined {
		a.langs = distinct(append(langs, text.Possible(query)...))
		for _, l := range a.langs { // apart, as no language's stop words are another's
			a.Terms = append(a.Terms, text.QueryTerms(query, l)...)
		}
		slices.Sort(a.Terms)
		a.Terms = slices.Compact(a.Terms)
	} else {
		a.Terms = text.QueryTerms(query, a.langs...)
	}
	if n := len(a.Terms); n > maxTerms {
		a.Terms = slices.Concat(a.Terms[:maxTerms/2], a.Terms[n-maxTerms/2:])
	}
	for _, t := range tokens {
		a.words[t.Norm] = true
	}
	return a
}

// Postings returns the request for what the analysis needs.
func (a Analysis) Postings(kind loci.DocKind, scopes []loci.Scope) loci.PostingsQuery {
	return loci.PostingsQuery{Scopes: scopes, Kind: kind, Terms: a.Terms, Rarest: maxScored}
}

// Names reports whether the query names a speaker, by any word of the name.
func (a Analysis) Names(speaker string) bool {
	for _, t := range text.Tokens(speaker) {
		if a.words[t.Norm] && utf8.RuneCountInString(t.Norm) > 1 {
			return true
		}
	}
	return false
}

// middleOut keeps the beginning and the end of a query that is too long.
func middleOut(s string) string {
	if len(s) <= maxQuery {
		return s
	}
	head, tail := maxQuery/2, len(s)-maxQuery/2
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + "\n" + s[tail:]
}
