package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// read reads an embedded file. One that cannot be read is a fault of the build; a
// test reads each.
func read[T any](name, file string) (t T) {
	if err := toml.Unmarshal([]byte(file), &t); err != nil {
		panic(fmt.Sprintf("resolve: %s: %v", name, err))
	}
	return t
}

// phrases are words by language, in the form that texts are searched in, the
// longest first.
type phrases map[string][]string

// readPhrases reads lists of words that are separated by commas.
func readPhrases(lists ...map[string]string) phrases {
	all := phrases{}
	for _, list := range lists {
		for lang, words := range list {
			for word := range strings.SplitSeq(words, ",") {
				all[lang] = append(all[lang], find(spaced(word), lang))
			}
		}
	}
	for _, words := range all {
		slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	}
	return all
}

// in reports whether a text has one of the words.
func (p phrases) in(said, lang string) bool {
	said = spaced(said)
	return slices.ContainsFunc(p[lang], func(w string) bool { return strings.Contains(said, w) })
}

// cut returns the terms of a text without the words.
func (p phrases) cut(said, lang string) []string {
	said = spaced(said)
	for _, w := range p[lang] {
		said = strings.ReplaceAll(said, w, " ")
	}
	return terms(said, lang)
}

// spaced sets the words of a text apart, folded.
func spaced(s string) string { return " " + strings.Join(tokens(s), " ") + " " }

// unspaced are the languages that write words without a space or with endings
// that belong to none.
var unspaced = []string{"zh", "ja", "ko"}

// find returns a word of a language in the form that it is looked for in.
func find(word, lang string) string {
	if slices.Contains(unspaced, lang) {
		return strings.TrimSpace(word)
	}
	return word
}
