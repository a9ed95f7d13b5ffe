package resolve

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

//go:embed reversed.toml
var reversedFile string

// readOrderWords returns the words, by language, that an order has whatever it
// is about.
var readOrderWords = sync.OnceValue(func() map[string][]string {
	var file map[string]string
	if err := toml.Unmarshal([]byte(reversedFile), &file); err != nil {
		panic(fmt.Sprintf("resolve: reversed.toml: %v", err)) // embedded: a test reads it
	}
	words := map[string][]string{}
	for lang := range maps.Keys(file) {
		words[lang] = wordsOf(file[lang])
		slices.SortStableFunc(words[lang], func(a, b string) int { return len(b) - len(a) }) // the fuller phrase first
	}
	return words
})

// MayReverse reports whether a statement is an order, which may tell the
// assistant to do what another tells it not to do.
func MayReverse(fresh loci.Memory) bool {
	return fresh.Kind == loci.Procedural && !fresh.Slot.Filled() && fresh.Status == loci.Active
}

// reversed returns the orders that a new one takes back: "stop answering in
// German" ends "from now on answer in German".
func reversed(fresh loci.Memory, related []loci.Memory, now time.Time) []loci.Memory {
	if !MayReverse(fresh) {
		return nil
	}
	what := ordered(fresh)
	var out []loci.Memory
	for _, m := range related {
		opposed := m.Kind == fresh.Kind && m.Lang == fresh.Lang && affirmed(m) != affirmed(fresh) && m.StatusAt(now) == loci.Active
		if opposed && len(what) > 0 && slices.Equal(what, ordered(m)) {
			out = append(out, m)
		}
	}
	return out
}

// ordered returns the terms that say what an order is about.
func ordered(m loci.Memory) []string {
	said := spaced(m.Text)
	for _, w := range readOrderWords()[m.Lang] {
		said = strings.ReplaceAll(said, find(w, m.Lang), " ")
	}
	return terms(said, m.Lang)
}
