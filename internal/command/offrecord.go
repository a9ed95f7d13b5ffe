package command

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/locimem/loci/internal/text"
)

// part is what words do in a wish to be off the record.
type part uint16

const (
	keep       part = 1 << iota // a verb of keeping
	put                         // a verb that is one beside mind: "put … in your memory"
	mind                        // where what is kept is
	not                         // what negates them
	unkept                      // the two in one word
	forget                      // a verb of forgetting
	it                          // what is not to be kept
	said                        // the same, and nothing but what was said
	with                        // what may stand among these
	place                       // what comes after them where something else is kept somewhere else
	tell                        // who comes before them where they are told and not asked for
	off                         // a wish by itself
	aside                       // one before a colon
	polite                      // what may stand around a wish that says nothing else
	everything                  // with a verb of forgetting, all that is known
)

// inRun are the parts of which a run of words is a wish.
const inRun = keep | put | mind | not | unkept | forget | it | said | with

// partNames are the parts as offrecord.toml and words.toml name them.
var partNames = map[string]part{
	"keep": keep, "put": put, "mind": mind, "not": not, "unkept": unkept, "forget": forget, "it": it, "said": said, "with": with, "place": place,
	"tell": tell, "off": off, "aside": aside, "please": polite, "everything": everything,
}

// term is one entry of a list.
type term struct {
	lang   string
	words  []string
	part   part
	goesOn bool // whatever follows belongs to it: "what I …"
	opens  bool // it begins its clause
	closes bool // it ends its clause: "keep this private", not "… private key"
}

// offrecord.txt is made of offrecord.toml and of the verbs of forgetting in
// words.toml: a line for each entry, its words as wishTokens reads them. Every
// prompt is asked whether it is off the record before it is answered, mostly by a
// new process, and folding all entries took that 3 ms.
//
//go:generate go test -run TestWishesAreCompiled -update
//go:embed offrecord.txt
var offRecordFile string

// wishWords are the terms by their first word, the longest first.
var wishWords = sync.OnceValue(func() map[string][]term {
	terms := make(map[string][]term, 2048)
	for line := range strings.Lines(offRecordFile) {
		name, line, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		lang, line, _ := strings.Cut(line, "\t")
		signs, entry, _ := strings.Cut(line, "\t")
		t := term{lang: lang, words: strings.Split(entry, " "), part: partNames[name]}
		if signs != "" {
			t.opens, t.closes, t.goesOn = strings.Contains(signs, "^"), strings.Contains(signs, "$"), strings.Contains(signs, "*")
		}
		terms[t.words[0]] = append(terms[t.words[0]], t)
	}
	return terms
})

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

// stops reports whether a clause ends with a token.
func stops(token string) bool {
	for _, r := range token {
		return !wordRune(r)
	}
	return true
}

func comma(token string) bool { return strings.ContainsAny(token, ",،、，") }

func colon(token string) bool { return token == ":" || token == "：" }

// OffTheRecord reports whether a message asks not to be remembered.
func OffTheRecord(message string) bool {
	tokens := wishTokens(message)
	if headedAside(tokens) || len(wishes(tokens)) > 0 {
		return true
	}
	joined := withoutCommas(tokens)
	return len(joined) < len(tokens) && len(wishes(joined)) > 0
}

// withoutCommas lets a wish reach over a comma: "merk dir nicht, was ich …".
func withoutCommas(tokens []string) []string {
	return slices.DeleteFunc(slices.Clone(tokens), comma)
}

// longestWish is how many bytes a message may have that is a wish and nothing else.
const longestWish = 320

// onlyWish reports whether a message is nothing but the wish that something be
// off the record.
func onlyWish(message string) bool {
	if len(message) > longestWish {
		return false
	}
	tokens := withoutCommas(wishTokens(message))
	found := wishes(tokens)
	for i, token := range tokens {
		asked := slices.ContainsFunc(found, func(w span) bool { return w.from <= i && i < w.to })
		if !asked && !stops(token) && !isPolite(token) {
			return false
		}
	}
	return len(found) > 0
}

func isPolite(token string) bool {
	return slices.ContainsFunc(wishWords()[token], func(t term) bool { return t.part == polite })
}

// longestHead is how many tokens may stand before the colon of an aside.
const longestHead = 14

// headedAside reports whether a message begins with a colon after words that all
// belong to the wish that what follows be off the record.
func headedAside(tokens []string) bool {
	at := slices.IndexFunc(tokens, colon)
	if at < 1 || at > longestHead || at == len(tokens)-1 {
		return false
	}
	return slices.ContainsFunc(langsOf(tokens[:at], aside|keep|put|unkept|forget), func(lang string) bool {
		all, only := parts(tokens[:at], lang, inRun|aside|polite)
		return only && (all&aside != 0 || all.refuses() || all&forget != 0 && all&not == 0 && all&(it|said) != 0)
	})
}

// isEverything reports whether a message is nothing but the wish that all that is
// known be forgotten.
func isEverything(message string) bool {
	if len(message) > longestWish {
		return false
	}
	tokens := slices.DeleteFunc(wishTokens(message), stops)
	return slices.ContainsFunc(langsOf(tokens, forget), func(lang string) bool {
		all, only := parts(tokens, lang, forget|everything|with|polite)
		return only && all&forget != 0 && all&everything != 0
	})
}

// langsOf returns the languages in which a token begins a term of a part wanted.
func langsOf(tokens []string, wanted part) []string {
	var langs []string
	for _, token := range tokens {
		for _, t := range wishWords()[token] {
			if t.part&wanted != 0 && !slices.Contains(langs, t.lang) {
				langs = append(langs, t.lang)
			}
		}
	}
	return langs
}

// parts returns what tokens do in a language, and whether all of them do what is
// wanted; commas do not count.
func parts(tokens []string, lang string, wanted part) (all part, only bool) {
	for i := 0; i < len(tokens); {
		h := match(tokens, i, lang, wanted)
		if h.words == 0 && !comma(tokens[i]) {
			return all, false
		}
		all |= h.parts
		i += max(h.words, 1)
	}
	return all, true
}
