package extract

import (
	"slices"
	"unicode/utf8"
)

// opening says how a pattern may begin: most places where it is tried are
// dismissed by that.
type opening struct {
	initials initials  // of the words that it may begin with
	classes  []feature // whose members it may begin with, or how its first word is written
}

// anyhow is the opening of what no word and no class announces.
var anyhow = opening{initials: anyInitials}

// mostClasses is how many classes an opening names: it must be quick to ask for.
const mostClasses = 8

// or returns the opening of what may begin in either way.
func (o opening) or(p opening) opening {
	all := opening{initials: o.initials | p.initials}
	if all.initials == anyInitials {
		return anyhow
	}
	all.classes = slices.Concat(o.classes, p.classes)
	slices.Sort(all.classes)
	if all.classes = slices.Compact(all.classes); len(all.classes) > mostClasses {
		return anyhow
	}
	return all
}

// opens reports whether what opens so may begin at pos.
func (m *matcher) opens(o *opening, pos int) bool {
	return o.initials&m.senses.initials[pos] != 0 || len(o.classes) > 0 && m.begun(o.classes, pos)
}

func (m *matcher) begun(classes []feature, pos int) bool {
	for _, class := range classes {
		if m.senses.begins(class, pos) {
			return true
		}
	}
	return false
}

// next returns the first place of [from, to) where what opens so may begin, or to.
func (m *matcher) next(o *opening, from, to int) int {
	if o.initials == 0 && len(o.classes) == 1 {
		return m.senses.next(o.classes[0], from, to)
	}
	for from < to && !m.opens(o, from) {
		from++
	}
	return from
}

// initials is a set of the first two letters of words, many to a bit.
type initials uint64

const (
	anyInitials = ^initials(0)
	noInitials  = initials(1) << 63 // those of what is no word
)

// list returns the numbers of the bits that are set.
func (s initials) list() (all []int) {
	for i := range 64 {
		if s&(1<<i) != 0 {
			all = append(all, i)
		}
	}
	return all
}

func initialsOf(word string) initials {
	first, size := utf8.DecodeRuneInString(word)
	second, _ := utf8.DecodeRuneInString(word[size:])
	return 1 << (uint32(first*31+second) % 63)
}
