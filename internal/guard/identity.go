package guard

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/locimem/loci"
)

//go:embed rules/identity.toml
var identityFile string

// idRule is one kind of identity number.
type idRule struct {
	Kind    string
	Words   []string
	Pattern string
	Shapes  []string
	Pad     int
	Sums    []checkSum
	Rule    string

	re func() *regexp.Regexp
}

type identityRules struct {
	IBAN map[string]int // length by country
	IDs  []idRule       `toml:"id"`

	words  phrases
	shapes map[string]*idRule
}

var identities = sync.OnceValue(func() *identityRules {
	var r identityRules
	mustDecode(identityFile, &r)
	r.shapes = make(map[string]*idRule)
	for i := range r.IDs {
		id := &r.IDs[i]
		id.re = expression(id.Pattern)
		for _, w := range id.Words {
			r.words.add(w, i, 0)
		}
		for _, s := range id.Shapes {
			r.shapes[s] = id
		}
	}
	return &r
})

// valid reports whether a number, separators and all, passes its check.
func (r *idRule) valid(s string) bool {
	c := compact(s)
	for len(c) < r.Pad {
		c = "0" + c
	}
	for _, sum := range r.Sums {
		if !sum.holds(c) {
			return false
		}
	}
	check := checkRules[r.Rule]
	return distinct(c) > 1 && (check == nil || check(c))
}

// compact keeps the letters, as capitals, and the digits.
func compact(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z':
			return r
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		}
		return -1
	}, s)
}

// idBefore and idAfter are how far around its word a number is looked for.
const (
	idBefore = 48
	idAfter  = 72
)

// identity looks for numbers beside the words that announce them.
func (s *scanner) identity() {
	r, v := identities(), s.v
	r.words.each(v, func(p *phrase, at span) {
		id := &r.IDs[p.rule]
		from, to := window(v.text, at.start-idBefore, at.end+idAfter)
		for _, m := range id.re().FindAllStringIndex(v.text[from:to], 4) {
			if value := v.text[from+m[0] : from+m[1]]; id.valid(value) {
				s.add(loci.ClassIdentity, id.Kind, from+m[0], from+m[1])
			}
		}
	})
}

// window clips a range to the text and widens it to whole words, up to a point.
func window(t string, from, to int) (int, int) {
	from, to = max(from, 0), min(to, len(t))
	for n := 0; from > 0 && from < len(t) && (n < 32 && isWordByte(t[from-1]) || t[from]&0xC0 == 0x80); n++ {
		from--
	}
	for n := 0; to < len(t) && (n < 32 && isWordByte(t[to]) || t[to]&0xC0 == 0x80); n++ {
		to++
	}
	return from, to
}
