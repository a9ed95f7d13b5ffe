package guard

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci/internal/compiletest"
)

// What the program reads is what the lists say; `go generate` makes it so.
func TestWordsAreCompiled(t *testing.T) {
	var langs map[string]map[string][]string
	source, err := os.ReadFile("rules/words.toml")
	if err == nil {
		err = toml.Unmarshal(source, &langs)
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, lang := range slices.Sorted(maps.Keys(langs)) {
		for _, list := range slices.Sorted(maps.Keys(langs[lang])) {
			b.WriteString(lang + "\t" + list)
			for _, word := range langs[lang][list] {
				b.WriteString("\t" + foldString(word))
			}
			b.WriteString("\n")
		}
	}
	compiletest.File(t, "rules/words.txt", wordsFile, b.String(), "./internal/guard")
}
