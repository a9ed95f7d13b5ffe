package resolve

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

//go:embed concepts.toml
var conceptsFile string

// vocabulary names, by group of slots, what folded words mean, and with which
// words a meaning is said.
type vocabulary struct {
	concepts map[string]map[string]string
	sorted   map[string][]string // the words of a group
	words    map[string][]string
}

var concepts = sync.OnceValue(func() vocabulary {
	groups := read[map[string]map[string]string]("concepts.toml", conceptsFile)
	v := vocabulary{map[string]map[string]string{}, map[string][]string{}, map[string][]string{}}
	for group, entries := range groups {
		v.concepts[group] = map[string]string{}
		for concept, list := range entries {
			for word := range strings.SplitSeq(list, ",") {
				word = text.Fold(strings.TrimSpace(word))
				v.concepts[group][word] = concept
				v.words[concept] = append(v.words[concept], word)
			}
		}
		v.sorted[group] = slices.Sorted(maps.Keys(v.concepts[group]))
	}
	return v
})

// slotGroups says in which groups of concepts the values of a slot are looked
// up; those of qualified slots are part of the address.
var slotGroups = map[string]struct {
	groups    []string
	qualified bool
}{
	"allergy":      {[]string{"allergen", "food"}, true},
	"diet":         {[]string{"diet", "food"}, true},
	"likes":        {[]string{"food"}, true},
	"condition":    {[]string{"condition"}, true},
	"home_city":    {[]string{"place"}, false},
	"home_country": {[]string{"place"}, false},
	"origin":       {[]string{"place"}, false},
}

// Concept returns a slot and its value under the name that they have in every
// language, so that what is said in one meets what is known from another.
func Concept(slot loci.Slot, value, lang string) (loci.Slot, string) {
	if slot.Name() == tool {
		return ofKind(slot, value), value
	}
	in := slotGroups[slot.Name()]
	for _, group := range in.groups {
		if concept, ok := conceptOf(group, value, lang); ok {
			if in.qualified {
				slot.Attribute = slot.Name() + ":" + concept
			}
			return slot, concept
		}
	}
	return slot, value
}

// tool is the slot, and the group of concepts, of what one uses.
const tool = "tool"

// ofKind returns the slot of the kind of thing that a value names, by any of its
// words: a red Honda Civic is a car, Firefox a browser.
func ofKind(slot loci.Slot, value string) loci.Slot {
	said := text.Fold(value)
	for _, word := range append([]string{said}, strings.Fields(said)...) {
		if kind, ok := concepts().concepts[tool][word]; ok {
			slot.Attribute = tool + ":" + kind
			break
		}
	}
	return slot
}

// conceptOf returns the concept of a group that a value is a word for, if only
// an inflected one: грибов is said of грибы.
func conceptOf(group, value, lang string) (string, bool) {
	if concept, ok := concepts().concepts[group][text.Fold(value)]; ok || value == "" {
		return concept, ok
	}
	stem := stemOf(text.Fold(value), lang)
	first, _ := utf8.DecodeRuneInString(stem)
	for _, word := range concepts().sorted[group] {
		if strings.HasPrefix(word, string(first)) && stemOf(word, lang) == stem {
			return concepts().concepts[group][word], true
		}
	}
	return "", false
}

// stemOf returns a folded value with each of its words cut to its stem.
func stemOf(value, lang string) string {
	words := strings.Fields(value)
	for i, w := range words {
		words[i] = text.Stem(w, lang)
	}
	return strings.Join(words, " ")
}

// Words returns the words of all languages for a value: those by which it may
// have been said, itself among them.
func Words(value string) []string { return append([]string{value}, concepts().words[value]...) }
