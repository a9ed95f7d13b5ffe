package guard

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// MinRepeated is the shortest value, in bytes, that is looked for again: three
// digits of a card's code stand in any text.
const MinRepeated = 4

// CutRepeated cuts out of a scanned turn the values that kindOf knows, by a hash
// it may be: whole words of one of the sizes in bytes. The offsets of the
// findings are those of text as given.
func CutRepeated(text string, sizes []int, kindOf func(value string) (kind string)) (clean string, findings []loci.Finding) {
	sizes = slices.Clone(sizes)
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	slices.Reverse(sizes)        // the longest, of which a shorter one may be a part
	kinds := map[string]string{} // to hash a value costs more than all the rest, and words recur
	known := func(value string) string {
		kind, seen := kinds[value]
		if !seen {
			kind = kindOf(value)
			kinds[value] = kind
		}
		return kind
	}
	for i := 0; i < len(text); {
		if n := labelLen(text[i:]); n > 0 {
			i += n
			continue
		}
		_, step := utf8.DecodeRuneInString(text[i:])
		if edge(text, i) {
			for _, size := range sizes {
				if end := i + size; size > 0 && end <= len(text) && edge(text, end) {
					if kind := known(text[i:end]); kind != "" {
						findings = append(findings, loci.Finding{Class: loci.ClassSecret, Kind: kind, Start: i, End: end})
						step = size
						break
					}
				}
			}
		}
		i += step
	}
	return rewrite(text, findings), findings
}

// edge reports whether a value may begin or end at i: not between two letters or
// digits of a word, nor inside a character.
func edge(text string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i:])
	return i == 0 || i == len(text) || utf8.RuneStart(text[i]) && !(wordRune(before) && wordRune(after))
}

func wordRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unspacedRune(r)
}
