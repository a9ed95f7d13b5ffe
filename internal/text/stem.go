package text

import (
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
)

// Stem returns the index form of a folded word: spelling settled, marks
// removed, endings cut.
func Stem(norm, lang string) string {
	lex := lexiconFor(norm, find(lang))
	return lex.stem(unmark(lex.spell(norm), lex))
}

// stem cuts the endings off a spelt word without marks. It never returns an
// empty string for a word.
func (lex *lexicon) stem(w string) string {
	if lex.lang == nil || len(w) < 3 {
		return w
	}
	stemmed := ""
	if lex.lang.snowball != nil {
		env := snowballstem.NewEnv(lex.restore(w))
		lex.lang.snowball(env)
		stemmed = unmark(env.Current(), lex)
	} else {
		stemmed = lex.strip(w)
	}
	if stemmed == "" {
		return w
	}
	return stemmed
}

// restore puts back, on the endings that Snowball looks for, the accents that
// unmark took off. Words written with and without accents thus meet in one
// stem, and the stemmer still sees the endings it knows.
func (lex *lexicon) restore(w string) string {
	for _, a := range lex.accents {
		if strings.HasSuffix(w, a.old) {
			w = w[:len(w)-len(a.old)] + a.new
			break
		}
	}
	if lex.lang.code == "tr" {
		return dotless(w)
	}
	return w
}

// dotless writes i as ı after a back vowel, as Turkish vowel harmony asks;
// without it the stemmer does not see the endings of words typed in ASCII.
func dotless(w string) string {
	var b strings.Builder
	b.Grow(len(w) + 4)
	back := false
	for _, r := range w {
		switch r {
		case 'a', 'o', 'u':
			back = true
		case 'e', 'ö', 'ü':
			back = false
		case 'i':
			if back {
				r = 'ı'
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// strip takes affixes off, layer by layer, until nothing changes: endings pile
// up in agglutinative languages, and a stem that itself looks inflected must
// end the same whether or not a further ending followed it.
func (lex *lexicon) strip(w string) string {
	for _, layer := range lex.prefixes {
		w = cutPrefix(w, layer, lex.least)
	}
	for {
		before := w
		for _, layer := range lex.suffixes {
			w = cutSuffix(w, layer, lex.least)
		}
		if len(w) >= len(before) {
			return w
		}
	}
}

func cutSuffix(w string, layer []affix, least int) string {
	for _, a := range layer {
		if rest, ok := strings.CutSuffix(w, a.old); ok && utf8.RuneCountInString(rest+a.new) >= least {
			return rest + a.new
		}
	}
	return w
}

func cutPrefix(w string, layer []affix, least int) string {
	for _, a := range layer {
		if rest, ok := strings.CutPrefix(w, a.old); ok && utf8.RuneCountInString(a.new+rest) >= least {
			return a.new + rest
		}
	}
	return w
}
