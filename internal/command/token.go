package command

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/internal/wordtable"
)

// term is one entry of a list.
type term struct {
	lang  string
	rest  string // its words behind the first
	words int
	part  part
}

// offrecord.txt is made of offrecord.toml and of the verbs of forgetting in
// words.toml: the entries by the words that they begin with, as wishTokens reads
// them, the longest first. Every prompt is asked whether it is off the record
// before it is answered, mostly by a new process, and folding all entries took
// that 3 ms.
//
//go:generate go test -run TestWishesAreCompiled -update
//go:embed offrecord.txt
var offRecordFile string

var wishWords = sync.OnceValue(func() wordtable.Table { return wordtable.New(offRecordFile) })

// endsIn stands before what is only the end of a word.
const endsIn = "*"

// token is a word of a message, or a sign of punctuation.
type token struct {
	word  string
	terms []term // that begin with it, the longest first
}

// read returns the tokens of a message.
func read(message string) []token {
	words := wishTokens(message)
	tokens := make([]token, len(words))
	known := map[string][]term{}
	for i, word := range words {
		terms, is := known[word]
		if !is {
			terms = termsOf(word)
			known[word] = terms
		}
		tokens[i] = token{word, terms}
	}
	return tokens
}

func termsOf(word string) (terms []term) {
	for entry := range wishWords().Of(word) {
		terms = append(terms, readTerm(entry))
	}
	return terms
}

// readTerm reads "en 1 a record of", whose first word is known.
func readTerm(entry string) term {
	lang, entry, _ := strings.Cut(entry, " ")
	hex, rest, _ := strings.Cut(entry, " ")
	p, _ := strconv.ParseUint(hex, 16, 32) // as compiled writes it
	t := term{lang: lang, rest: rest, words: 1, part: part(p)}
	if rest != "" {
		t.words += 1 + strings.Count(rest, " ")
	}
	return t
}

// at reports whether a term stands at i, where its first word does.
func (t term) at(tokens []token, i int) bool {
	for rest := t.rest; rest != ""; {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		if i++; i == len(tokens) || tokens[i].word != word {
			return false
		}
	}
	return true
}

func (t token) begins(wanted part) bool {
	return slices.ContainsFunc(t.terms, func(t term) bool { return t.part&wanted != 0 })
}

// stops reports whether a clause ends with a token.
func (t token) stops() bool {
	for _, r := range t.word {
		return !wordRune(r)
	}
	return true
}

func (t token) comma() bool { return strings.ContainsAny(t.word, ",،、，") }

func (t token) colon() bool { return t.word == ":" || t.word == "：" }

// wishTokens splits a text into words and signs of punctuation, without what many
// people do not type: apostrophes and marks, as in "dont save that". Of scripts
// without spaces every character is a word.
func wishTokens(s string) []string {
	s = strings.ReplaceAll(s, "\n", " . ")
	s = strings.ReplaceAll(text.FoldMarks(s, ""), "'", "")
	var out []string
	start := -1
	end := func(i int) {
		if start >= 0 {
			out = append(out, s[start:i])
		}
		start = -1
	}
	for i, r := range s {
		word := wordRune(r)
		switch {
		case word && !unspaced(r) || r == '-' && start >= 0:
			if start < 0 {
				start = i
			}
			continue
		case r == '\u200c' && start >= 0: // a joint inside a Persian word
			continue
		}
		end(i)
		if word || unicode.IsPunct(r) {
			out = append(out, string(r))
		}
	}
	end(len(s))
	return out
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) }

// unspaced reports whether r is of a script without spaces between words.
func unspaced(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
