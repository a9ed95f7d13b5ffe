package command

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci/internal/compiletest"
	"github.com/locimem/loci/internal/wordtable"
)

// What the program reads is what the lists say; `go generate` makes it so.
func TestWishesAreCompiled(t *testing.T) {
	compiletest.File(t, "offrecord.txt", offRecordFile, compiled(t), "./internal/command")
}

// compiled writes the lists as offrecord.txt has them.
func compiled(t *testing.T) string {
	type entry struct {
		part   part
		lang   string
		tokens []string
	}
	var all []entry
	for _, file := range []string{"words.toml", "offrecord.toml"} {
		for lang, lists := range lists(t, file) {
			for name, does := range partNames {
				for _, raw := range lists[name] {
					e := entry{part: does, lang: lang}
					for _, sign := range []struct {
						mark string
						cut  func(string, string) (string, bool)
						is   part
					}{{".", strings.CutPrefix, opens}, {".", strings.CutSuffix, closes}, {"*", strings.CutSuffix, goesOn}} {
						rest, ok := sign.cut(raw, sign.mark)
						if raw = rest; ok {
							e.part |= sign.is
						}
					}
					ending, isEnding := strings.CutPrefix(raw, endsIn)
					e.tokens = wishTokens(ending)
					if isEnding {
						e.tokens[0] = endsIn + e.tokens[0]
					}
					all = append(all, e)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(len(b.tokens), len(a.tokens)), cmp.Compare(a.lang, b.lang), cmp.Compare(a.part, b.part),
			slices.Compare(a.tokens, b.tokens))
	})
	var entries []wordtable.Entry
	for _, e := range all {
		value := append([]string{e.lang, fmt.Sprintf("%x", e.part)}, e.tokens[1:]...)
		entries = append(entries, wordtable.Entry{Word: e.tokens[0], Value: strings.Join(value, " ")})
	}
	return wordtable.Write(entries)
}

func lists(t *testing.T, file string) (langs map[string]map[string][]string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = toml.Unmarshal(data, &langs)
	}
	if err != nil {
		t.Fatal(err)
	}
	return langs
}

// A list that no part is named by would be left out without a word, and a head
// longer than a label never found.
func TestListsAreRead(t *testing.T) {
	for lang, lists := range lists(t, "offrecord.toml") {
		for name := range maps.Keys(lists) {
			if _, ok := partNames[name]; !ok {
				t.Errorf("%s: nothing reads the list %q", lang, name)
			}
		}
	}
	for head := range words().heads {
		if n := utf8.RuneCountInString(head); n > longestLabel {
			t.Errorf("%q has %d characters", head, n)
		}
	}
}
