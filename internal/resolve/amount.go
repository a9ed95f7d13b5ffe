package resolve

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

//go:embed amounts.toml
var amountsFile string

// nowWords are the words that say of an amount no more than that it is so now.
var nowWords = sync.OnceValue(func() phrases { return readPhrases(read[map[string]string]("amounts.toml", amountsFile)) })

var number = regexp.MustCompile(`\p{Nd}+(?:[.,]\p{Nd}+)?`)

// otherNumbers reports whether each of two statements names a number that the
// other does not: 40 mg of what was 20 mg is no repetition. One that only leaves
// numbers out, or adds some, may be one; and an allergy is one whatever year or
// level it is told with.
func otherNumbers(a, b loci.Memory) bool {
	na, nb := number.FindAllString(text.Fold(a.Text), -1), number.FindAllString(text.Fold(b.Text), -1)
	lacks := func(of, in []string) bool {
		return slices.ContainsFunc(of, func(n string) bool { return !slices.Contains(in, n) })
	}
	return a.Slot.Name() != allergy && lacks(na, nb) && lacks(nb, na)
}

// Amount returns the address, within the slot of two statements of one value, of
// the second where it tells another amount of something else: 6 units at lunch
// beside 4 at breakfast. Of the same thing it takes the first one's place.
func Amount(known, fresh loci.Memory) (address string, ok bool) {
	what := amountOf(fresh)
	if !sameValue(known, fresh) || !otherNumbers(known, fresh) || slices.Equal(amountOf(known), what) {
		return "", false
	}
	return strings.Join(what, "_"), true
}

// amountOf returns the terms that say what an amount is of and when.
func amountOf(m loci.Memory) []string {
	return nowWords().cut(number.ReplaceAllString(m.Text, " "), m.Lang)
}
