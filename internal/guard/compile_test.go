package guard

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

var update = flag.Bool("update", false, "write rules/words.txt")

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
	if *update {
		if err := os.WriteFile("rules/words.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if wordsFile != b.String() {
		t.Error("rules/words.txt is not made of rules/words.toml: run go generate ./internal/guard")
	}
}
