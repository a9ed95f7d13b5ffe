package guard

import "strings"

// literals finds many fixed strings in one pass. Rules hang from literals, so
// that a text which holds none of them costs a table lookup per byte and no
// regular expression runs.
type literals struct {
	pairs   [1 << 10]uint64       // bit set of first two bytes
	buckets map[[3]byte][]literal // by first three bytes
	short   map[[2]byte][]literal // literals of two bytes
}

// literal is one string and the rule it belongs to.
type literal struct {
	text string
	rule int
}

// add registers a literal of two bytes or more, in folded lower case. Shorter
// ones would be found everywhere: a rule file that holds one is broken.
func (x *literals) add(text string, rule int) {
	if len(text) < 2 {
		panic("guard: embedded rules: literal too short: " + text)
	}
	if x.buckets == nil {
		x.buckets = make(map[[3]byte][]literal)
		x.short = make(map[[2]byte][]literal)
	}
	p := uint(text[0])<<8 | uint(text[1])
	x.pairs[p>>6] |= 1 << (p & 63)
	if len(text) == 2 {
		k := [2]byte{text[0], text[1]}
		x.short[k] = append(x.short[k], literal{text, rule})
		return
	}
	k := [3]byte{text[0], text[1], text[2]}
	x.buckets[k] = append(x.buckets[k], literal{text, rule})
}

// each calls found for every literal in s, in order of position.
func (x *literals) each(s string, found func(l literal, pos int)) {
	for i := 0; i+2 <= len(s); i++ {
		p := uint(s[i])<<8 | uint(s[i+1])
		if x.pairs[p>>6]&(1<<(p&63)) == 0 {
			continue
		}
		for _, l := range x.short[[2]byte{s[i], s[i+1]}] {
			found(l, i)
		}
		if i+3 > len(s) {
			return
		}
		for _, l := range x.buckets[[3]byte{s[i], s[i+1], s[i+2]}] {
			if strings.HasPrefix(s[i:], l.text) {
				found(l, i)
			}
		}
	}
}
