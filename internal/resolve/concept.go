package resolve

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

//go:embed concepts.toml
var conceptsFile string

// vocabulary names, by group of slots, what folded words mean, and with which
// words a meaning is said.
type vocabulary struct {
	concepts map[string]map[string]string
	words    map[string][]string
}

var concepts = sync.OnceValue(func() vocabulary {
	var groups map[string]map[string]string
	if err := toml.Unmarshal([]byte(conceptsFile), &groups); err != nil {
		panic(fmt.Sprintf("resolve: concepts.toml: %v", err)) // embedded: a test reads it
	}
	v := vocabulary{map[string]map[string]string{}, map[string][]string{}}
	for group, entries := range groups {
		v.concepts[group] = map[string]string{}
		for concept, list := range entries {
			for word := range strings.SplitSeq(list, ",") {
				word = text.Fold(strings.TrimSpace(word))
				v.concepts[group][word] = concept
				v.words[concept] = append(v.words[concept], word)
			}
		}
	}
	return v
})

// slotGroups says in which group of concepts the values of a slot are; those
// of qualified slots are part of the address.
var slotGroups = map[string]struct {
	group     string
	qualified bool
}{
	"allergy":      {"allergy", true},
	"diet":         {"diet", true},
	"condition":    {"condition", true},
	"home_city":    {"place", false},
	"home_country": {"place", false},
	"origin":       {"place", false},
}

// Concept returns a slot and its value under the name that they have in every
// language, so that what is said in one meets what is known from another.
func Concept(slot loci.Slot, value string) (loci.Slot, string) {
	in, ok := slotGroups[slot.Name()]
	if !ok {
		return slot, value
	}
	concept, ok := concepts().concepts[in.group][text.Fold(value)]
	if !ok {
		return slot, value
	}
	if in.qualified {
		slot.Attribute = slot.Name() + ":" + concept
	}
	return slot, concept
}

// Words returns the words of all languages for a value: those by which it may
// have been said, itself among them.
func Words(value string) []string { return append([]string{value}, concepts().words[value]...) }
