package guard

import "strings"

// literals finds many fixed strings in one pass. Rules hang from literals, so
// that a text which holds none of them costs a table lookup per byte and no
// regular expression runs.
type literals struct {
	seen    [1 << 10]uint64      // bit set over a hash of the first bytes
	buckets map[uint32][]literal // by first three bytes
	short   map[uint32][]literal // literals of two bytes
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
		x.buckets, x.short = make(map[uint32][]literal), make(map[uint32][]literal)
	}
	into, key := x.buckets, pair(text)
	if len(text) == 2 {
		into = x.short
	} else {
		key |= uint32(text[2]) << 16
	}
	x.mark(key)
	into[key] = append(into[key], literal{text, rule})
}

func pair(s string) uint32 { return uint32(s[0]) | uint32(s[1])<<8 }

func slot(key uint32) uint32 { return key * 0x9E3779B1 >> 16 }

func (x *literals) mark(key uint32)     { x.seen[slot(key)>>6] |= 1 << (slot(key) & 63) }
func (x *literals) has(key uint32) bool { return x.seen[slot(key)>>6]&(1<<(slot(key)&63)) != 0 }

// each calls found for every literal in s, in order of position.
func (x *literals) each(s string, found func(l literal, pos int)) {
	for i := 0; i+2 <= len(s); i++ {
		key := pair(s[i:])
		if x.has(key) {
			for _, l := range x.short[key] {
				found(l, i)
			}
		}
		if i+3 > len(s) {
			return
		}
		if key |= uint32(s[i+2]) << 16; !x.has(key) {
			continue
		}
		for _, l := range x.buckets[key] {
			if strings.HasPrefix(s[i:], l.text) {
				found(l, i)
			}
		}
	}
}
