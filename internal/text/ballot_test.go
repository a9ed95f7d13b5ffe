package text

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/locimem/loci/internal/compiletest"
	"github.com/locimem/loci/internal/wordtable"
)

// What the program reads is what the languages' data says; `go generate` makes it
// so.
func TestBallotsAreCompiled(t *testing.T) {
	var b strings.Builder
	for s := range scripts {
		words, clues, letters := collect(t, s)
		if len(words) == 0 {
			continue
		}
		fmt.Fprintf(&b, "[%s words]\n%s\n[%s clues]\n%s[%s letters]\n%s", s, wordtable.Write(words), s, clues, s, letters)
	}
	b.WriteString("[]\n")
	compiletest.File(t, "ballots.txt", ballotsFile, b.String(), "./internal/text")
}

// collect returns the evidence for the languages of a script, words as a table
// has them and the rest in lines.
func collect(t *testing.T, s script) (words []wordtable.Entry, clues, letters string) {
	word, clue, letter := map[string]voters{}, map[string]voters{}, map[string]voters{}
	for i, l := range writtenIn(s) {
		me := voters(1) << i
		for section, line := range dataLines(l.code) {
			for w := range strings.FieldsSeq(line) {
				switch section {
				case "stop", "hint":
					for _, form := range forms(Fold(w)) {
						word[form] |= me
					}
				case "clue":
					clue[w] |= me
				case "letters":
					for _, r := range w {
						letter[string(r)] |= me
					}
				}
			}
		}
	}
	for w, v := range sorted(t, word) {
		words = append(words, wordtable.Entry{Word: w, Value: fmt.Sprintf("%x", v)})
	}
	for c, v := range sorted(t, clue) {
		clues += fmt.Sprintf("%s %x\n", c, v)
	}
	for l, v := range sorted(t, letter) {
		letters += fmt.Sprintf("%s %x\n", l, v)
		if utf8.RuneCountInString(l) != 1 {
			t.Errorf("%s: %q is no letter", s, l)
		}
	}
	return words, clues, letters
}

// forms returns a word also as hasty people type it.
func forms(w string) []string {
	return []string{w, strings.ReplaceAll(w, "'", ""), unmark(w, none)}
}

// sorted yields evidence in order. None may look like what divides the file.
func sorted(t *testing.T, all map[string]voters) func(func(string, voters) bool) {
	return func(yield func(string, voters) bool) {
		for _, w := range slices.Sorted(maps.Keys(all)) {
			if strings.ContainsAny(w, "[ \t\n") || w == "" {
				t.Errorf("%q cannot stand in ballots.txt", w)
			}
			if !yield(w, all[w]) {
				return
			}
		}
	}
}
