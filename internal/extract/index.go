package extract

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// feature is something that a token can stand for: a literal, one of a set of
// literals, the beginning of a member of a word class. Those of the classes
// come first, so that they make a small set of bits.
type feature int32

const (
	always feature = iota // every token has it: what no word announces
	never                 // none has it
	firstClass
)

// index knows the features of every word that a pack names. It decides which
// frames can match a sentence at all, and where a class can begin: most are
// never tried.
type index struct {
	whole, begin, exact map[string]feature
	ends                []ending
	sizes               []int              // lengths of the keys of begin, the longest first
	spelled             map[string]feature // literals that had to be folded, as written
	sets                map[string]feature // features that stand for one of several
	classes             int                // features below it are those of classes
	size                []int32            // of each feature: how many words have it
	labels              []string           // of members

	added []link // until it is sealed
	links []link // by the feature they lead from
	from  []int32
}

type ending struct {
	affix
	feature
}

// link says that what has one feature has another, and for a class, how.
type link struct {
	from, to feature
	how      int32 // a phrase of the class, or one of the constants
	label    int32 // of a member
}

const (
	begins = -1 - iota // a member may begin so
	member             // it is a member by itself
)

// newIndex returns an index with room for a pack of so many bytes.
func newIndex(size int) *index {
	return &index{
		whole: make(map[string]feature, size/25), begin: map[string]feature{}, exact: map[string]feature{},
		spelled: map[string]feature{}, sets: map[string]feature{},
		size: make([]int32, firstClass, size/20+int(firstClass)), added: make([]link, 0, size/10),
	}
}

// label returns the number of a label.
func (x *index) label(s string) int32 {
	if at := slices.Index(x.labels, s); at >= 0 {
		return int32(at)
	}
	x.labels = append(x.labels, s)
	return int32(len(x.labels) - 1)
}

// add makes a new feature.
func (x *index) add(size int32) feature {
	x.size = append(x.size, size)
	return feature(len(x.size) - 1)
}

func (x *index) link(l link) {
	x.added = append(x.added, l)
	if l.to < feature(x.classes) {
		x.size[l.to] += x.size[l.from]
	}
}

// literal returns the feature of a word as packs write it: whole, walk*, *ing, =é.
func (x *index) literal(lit string) feature {
	if f, ok := x.whole[lit]; ok { // its keys are folded, so the literal is
		return f
	}
	if plain(lit) {
		f := x.add(1)
		x.whole[lit] = f
		return f
	}
	f, ok := x.spelled[lit]
	if !ok {
		f = x.foldedLiteral(lit)
		x.spelled[lit] = f
	}
	return f
}

func (x *index) foldedLiteral(lit string) feature {
	if lit[0] == '=' {
		return x.entry(x.exact, strings.ToLower(lit[1:]))
	}
	if stem, ok := strings.CutSuffix(lit, "*"); ok {
		stem = foldLiteral(stem)
		if at, known := slices.BinarySearchFunc(x.sizes, len(stem), func(a, b int) int { return b - a }); !known {
			x.sizes = slices.Insert(x.sizes, at, len(stem))
		}
		return x.entry(x.begin, stem)
	}
	if ends, ok := affixes(lit); ok {
		f := x.add(1)
		x.ends = append(x.ends, ending{ends, f})
		return f
	}
	return x.entry(x.whole, foldLiteral(lit))
}

func (x *index) entry(words map[string]feature, key string) feature {
	f, ok := words[key]
	if !ok {
		f = x.add(1)
		words[key] = f
	}
	return f
}

// anyOf returns the feature of what has one of several.
func (x *index) anyOf(of []feature) feature {
	slices.Sort(of)
	if of = slices.Compact(of); len(of) == 1 {
		return of[0]
	}
	key := make([]byte, 0, 64)
	for _, f := range of {
		key = append(key, byte(f), byte(f>>8), byte(f>>16))
	}
	set, ok := x.sets[string(key)]
	if !ok {
		set = x.add(0)
		x.sets[string(key)] = set
		for _, f := range of {
			x.link(link{from: f, to: set, how: begins})
			x.size[set] += x.size[f]
		}
	}
	return set
}

// seal sorts the links by where they lead from, in the order they were added.
func (x *index) seal() {
	x.from = make([]int32, len(x.size)+1)
	for i := range x.added {
		x.from[x.added[i].from+1]++
	}
	for i := 1; i < len(x.from); i++ {
		x.from[i] += x.from[i-1]
	}
	next := slices.Clone(x.from)
	x.links = make([]link, len(x.added))
	for _, l := range x.added {
		x.links[next[l.from]] = l
		next[l.from]++
	}
	x.added, x.spelled, x.sets = nil, nil, nil
}

func (x *index) linksOf(f feature) []link { return x.links[x.from[f]:x.from[f+1]] }

// literals appends the literals that a token is.
func (x *index) literals(t *token, out []feature) []feature {
	if f, ok := x.whole[t.norm]; ok {
		out = append(out, f)
	}
	if len(x.exact) > 0 {
		if f, ok := x.exact[t.lower]; ok {
			out = append(out, f)
		}
	}
	for _, n := range x.sizes {
		if n <= len(t.norm) {
			if f, ok := x.begin[t.norm[:n]]; ok {
				out = append(out, f)
			}
		}
	}
	for _, e := range x.ends {
		if e.of(t.norm) {
			out = append(out, e.feature)
		}
	}
	return out
}

// knows reports whether a word is listed, as it is or by a beginning; what is
// shorter than three letters would be the rest of too much.
func (x *index) knows(norm string) bool {
	if utf8.RuneCountInString(norm) < 3 {
		return false
	}
	if _, ok := x.whole[norm]; ok {
		return true
	}
	return slices.ContainsFunc(x.sizes, func(n int) bool {
		if n > len(norm) || utf8.RuneCountInString(norm[:n]) < 2 {
			return false
		}
		_, ok := x.begin[norm[:n]]
		return ok
	})
}

// holds reports whether a token is a member of a class by itself.
func (x *index) holds(class feature, t *token) bool {
	for _, lit := range x.literals(t, nil) {
		for _, l := range x.linksOf(lit) {
			if l.to == class && l.how == member {
				return true
			}
		}
	}
	return false
}
