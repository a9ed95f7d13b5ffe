package retrieve

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

//go:embed slots.toml
var slotsFile string

// slotWords holds, by slot name and language, the words under which people ask
// for what fills the slot.
var slotWords = sync.OnceValue(func() map[string]map[string]string {
	words := map[string]map[string]string{}
	if err := toml.Unmarshal([]byte(slotsFile), &words); err != nil {
		panic(fmt.Sprintf("retrieve: slots.toml: %v", err)) // embedded: a test reads it
	}
	return words
})

// MemoryTerms returns what a memory is indexed under, in ascending order, and
// its length: the terms of its text, its key, and the words for its slot in its
// language, the user's usual ones and English, so that a question in one meets
// a fact told in the other. Only the text counts for the length.
func MemoryTerms(m loci.Memory, usual ...string) ([]loci.TermCount, int) {
	lang := m.Lang
	if lang == "" {
		lang = text.Detect(m.Text, usual...)
	}
	terms := text.Terms(m.Text, lang)
	length := len(terms)
	key := text.Terms(m.Key, lang)
	for _, term := range text.Terms(m.Key, text.Detect(m.Key, usual...)) { // which need not be the text's language
		if !slices.Contains(key, term) {
			key = append(key, term)
		}
	}
	terms = append(terms, key...)
	if m.Slot.Filled() {
		_, which, _ := strings.Cut(m.Slot.Attribute, ":")
		terms = append(terms, text.Terms(strings.ReplaceAll(which, "_", " "), lang)...)
		names := slotWords()[asked(m)]
		for _, l := range distinct(append([]string{lang, "en"}, usual...)) {
			terms = append(terms, text.Terms(names[l], l)...)
		}
	}
	if m.Slot.Subject != loci.SelfSubject {
		terms = append(terms, text.Terms(m.Slot.Subject, lang)...)
	}
	return count(terms), length
}

// asked names the table of the words under which people ask for what a memory
// says: a dislike fills the slot of a taste, and some languages tell the
// relatives by marriage apart.
func asked(m loci.Memory) string {
	name := m.Slot.Name()
	switch {
	case name == "likes" && m.Polarity == loci.Negated:
		return "dislikes"
	case strings.HasSuffix(name, "_in_law"):
		return "in_law"
	}
	return name
}

// TurnTerms returns what a turn is indexed under, in ascending order, and its
// length: the terms of its text and its speaker's name.
func TurnTerms(t loci.Turn, usual ...string) ([]loci.TermCount, int) {
	lang := text.Detect(t.Text, usual...)
	terms := append(text.Terms(t.Text, lang), text.Terms(t.Speaker, lang)...)
	return count(terms), len(terms)
}

// count sorts terms and counts the repeats.
func count(terms []string) []loci.TermCount {
	slices.Sort(terms)
	var out []loci.TermCount
	for _, t := range terms {
		if n := len(out); n > 0 && out[n-1].Term == t {
			out[n-1].TF++
		} else {
			out = append(out, loci.TermCount{Term: t, TF: 1})
		}
	}
	return out
}

// base is the first subtag of a language tag.
func base(lang string) string {
	first, _, _ := strings.Cut(strings.ToLower(lang), "-")
	return first
}

// distinct keeps the base language of each tag, once.
func distinct(langs []string) []string {
	var out []string
	for _, l := range langs {
		if l = base(l); l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}
