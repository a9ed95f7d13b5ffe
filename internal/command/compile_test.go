package command

import (
	"cmp"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

var update = flag.Bool("update", false, "write offrecord.txt")

// What the program reads is what the lists say; `go generate` makes it so.
func TestWishesAreCompiled(t *testing.T) {
	want := compiled(t)
	if *update {
		if err := os.WriteFile("offrecord.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if offRecordFile != want {
		t.Error("offrecord.txt is not made of these lists: run go generate ./internal/command")
	}
}

// compiled writes the lists as offrecord.txt has them, the longest entries first.
func compiled(t *testing.T) string {
	type entry struct {
		part              part
		name, lang, signs string
		tokens            []string
	}
	var all []entry
	for _, file := range []string{"words.toml", "offrecord.toml"} {
		for lang, lists := range lists(t, file) {
			for name, part := range partNames {
				for _, raw := range lists[name] {
					e := entry{part: part, name: name, lang: lang}
					for _, sign := range []struct {
						mark string
						cut  func(string, string) (string, bool)
						is   string
					}{{".", strings.CutPrefix, "^"}, {".", strings.CutSuffix, "$"}, {"*", strings.CutSuffix, "*"}} {
						rest, ok := sign.cut(raw, sign.mark)
						if raw = rest; ok {
							e.signs += sign.is
						}
					}
					e.tokens = wishTokens(raw)
					all = append(all, e)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(len(b.tokens), len(a.tokens)), cmp.Compare(a.lang, b.lang), cmp.Compare(a.part, b.part),
			cmp.Compare(a.signs, b.signs), slices.Compare(a.tokens, b.tokens))
	})
	var b strings.Builder
	for _, e := range all {
		b.WriteString(strings.Join([]string{e.name, e.lang, e.signs, strings.Join(e.tokens, " ")}, "\t") + "\n")
	}
	return b.String()
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
