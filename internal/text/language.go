package text

import (
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/turkish"
)

// Undetermined is the language of a text that gives no clue.
const Undetermined = "und"

// language is one language the analyser knows. Languages without a Snowball
// stemmer are stemmed by the affix lists of their data file.
type language struct {
	code     string
	scripts  []script
	snowball func(*snowballstem.Env) bool
	// romanised: chats use Latin letters as well, mixed with English, so that
	// such words vote for the language but are stemmed as English.
	romanised bool
	// tonal: every mark makes another word, so that a word without marks is
	// taken literally as a stop word, and indexed both with and without.
	tonal bool

	once sync.Once
	lex  *lexicon
}

// languages holds the most widely used language of a script before the others:
// it stands in for words of that script inside a text of another one.
var languages = []*language{
	{code: "en", scripts: []script{latin}, snowball: english.Stem},
	{code: "es", scripts: []script{latin}, snowball: spanish.Stem},
	{code: "pt", scripts: []script{latin}, snowball: portuguese.Stem},
	{code: "fr", scripts: []script{latin}, snowball: french.Stem},
	{code: "de", scripts: []script{latin}, snowball: german.Stem},
	{code: "it", scripts: []script{latin}, snowball: italian.Stem},
	{code: "nl", scripts: []script{latin}, snowball: dutch.Stem},
	{code: "pl", scripts: []script{latin}},
	{code: "ru", scripts: []script{cyrillic}, snowball: russian.Stem},
	{code: "uk", scripts: []script{cyrillic}},
	{code: "uz", scripts: []script{latin, cyrillic}},
	{code: "tg", scripts: []script{cyrillic}},
	{code: "tr", scripts: []script{latin}, snowball: turkish.Stem},
	{code: "ar", scripts: []script{arab}, snowball: arabic.Stem},
	{code: "fa", scripts: []script{arab}},
	{code: "ur", scripts: []script{arab}},
	{code: "hi", scripts: []script{devanagari}, romanised: true},
	{code: "zh", scripts: []script{han}},
	{code: "ja", scripts: []script{kana, han}},
	{code: "ko", scripts: []script{hangul}},
	{code: "id", scripts: []script{latin}},
	{code: "vi", scripts: []script{latin}, tonal: true},
}

// find returns the language of a BCP 47 tag, of which only the first subtag
// counts, or nil.
func find(tag string) *language {
	base, _, _ := strings.Cut(tag, "-")
	for _, l := range languages {
		if strings.EqualFold(l.code, base) {
			return l
		}
	}
	return nil
}

func (l *language) writes(s script) bool {
	for _, own := range l.scripts {
		if own == s {
			return true
		}
	}
	return false
}

// lexicon returns the language's data, parsed on first use.
func (l *language) lexicon() *lexicon {
	l.once.Do(func() { l.lex = readLexicon(l) })
	return l.lex
}

// none is the lexicon of languages without data: it changes no word.
var none = &lexicon{}

func lexiconOf(tag string) *lexicon {
	if l := find(tag); l != nil {
		return l.lexicon()
	}
	return none
}

// lexiconFor returns the lexicon by which a word is treated in a text of the
// language: the language's own, or the leading one of the word's script.
func lexiconFor(word string, l *language) *lexicon {
	s := wordScript(word)
	if l != nil && l.writes(s) {
		return l.lexicon()
	}
	for _, l := range languages {
		if l.scripts[0] == s {
			return l.lexicon()
		}
	}
	return none
}
