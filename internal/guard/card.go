package guard

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed rules/cards.toml
var cardsFile string

// cardBrand is the numbers that one network issues.
type cardBrand struct {
	Kind    string
	Ranges  []string
	Lengths []int
	Context bool
}

func (b *cardBrand) issued(number string) bool {
	for _, r := range b.Ranges {
		lo, hi, _ := strings.Cut(r, "-")
		if p := number[:len(lo)]; p >= lo && p <= hi {
			return true
		}
	}
	return false
}

type cardFile struct {
	Words  []string
	Other  []string
	Brands []cardBrand `toml:"brand"`
}

var cardRules = sync.OnceValue(func() *cardFile {
	var f cardFile
	mustDecode(cardsFile, &f)
	for i := range f.Words {
		f.Words[i] = foldString(f.Words[i])
	}
	for i := range f.Other {
		f.Other[i] = foldString(f.Other[i])
	}
	return &f
})

func containsWord(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
