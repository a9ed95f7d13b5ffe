package extract

import (
	"slices"
	"sync/atomic"
	"unicode/utf8"
)

// feature is something that a token can stand for: a literal, one of a set of
// literals, the beginning of a member of a word class. Those of the classes
// come first, so that they make a small set of bits.
type feature int32

const (
	always  feature = iota // every token has it: what no word announces
	never                  // none has it
	capital                // it may be a name by how it is written
	numeral
	mark
	firstClass
)

// builtinFeature is what the first token of a builtin has; a time expression
// may begin with any.
func builtinFeature(name string) feature {
	switch name {
	case "cap", "proper":
		return capital
	case "num":
		return numeral
	case "mark":
		return mark
	}
	return always
}

// written appends the features that a token has by how it is written.
func (t *token) written(out []feature) []feature {
	switch {
	case t.capital():
		return append(out, always, capital)
	case t.kind == number:
		return append(out, always, numeral)
	case t.kind == punct:
		return append(out, always, mark)
	}
	return append(out, always)
}

// index knows the features of every word that a pack names. It decides which
// frames can match a sentence at all, and where a class can begin: most are
// never tried.
type index struct {
	whole, begin, exact dict
	ends                []ending   // by their last bytes
	last                [257]int32 // where the ends of each last byte begin
	sizes               []int      // lengths of the words of begin, the longest first
	classes             int        // features below it are those of classes
	features            int
	needed              bits                     // by frames
	labels              []string                 // of members
	read                []atomic.Pointer[[]link] // of each feature: its links, by what they lead to, once they have been asked for
	coded               string                   // all links as the pack has them: a text has few of its words
	from                []int32                  // where those of each feature begin in coded
	into                []class                  // the classes that they may lead to
}

// ending is a feature of the words that end, and begin, so.
type ending struct {
	affix
	feature
}

// last returns the byte that a word must end in.
func (a affix) last() byte {
	if a.suffix == "" {
		return 0
	}
	return a.suffix[len(a.suffix)-1]
}

// link says that what has one feature has another, and for a class, how: as a
// member by itself, or as what a phrase begins with.
type link struct {
	to   feature
	how  int32    // a phrase of the class, begins, or the member of a label
	then initials // of the words that must follow
}

// begins says that a member may begin so.
const begins = -1

// member says that a word is a member by itself, under a label.
func member(label int32) int32 { return begins - 1 - label }

// label returns the label of a member.
func (l link) label() (label int32, ok bool) { return begins - 1 - l.how, l.how < begins }

// depends reports whether what follows may decide whether a link counts: one to
// a phrase or a set.
func (x *index) depends(l link) bool { return l.how >= 0 || int(l.to) >= x.classes }

// linksOf returns the links that lead from a feature.
func (x *index) linksOf(f feature) []link {
	if known := x.read[f].Load(); known != nil {
		return *known
	}
	d := &decoder{data: x.coded[x.from[f]:x.from[f+1]]}
	links := d.links(x)
	x.read[f].Store(&links)
	return links
}

// linksTo returns the links that lead from one feature to another.
func (x *index) linksTo(f, to feature) []link {
	links := x.linksOf(f)
	lo, _ := slices.BinarySearchFunc(links, to, func(l link, to feature) int { return int(l.to - to) })
	end := lo
	for end < len(links) && links[end].to == to {
		end++
	}
	return links[lo:end]
}

// literals appends the literals that a token is.
func (x *index) literals(t *token, out []feature) []feature {
	if f := x.whole.feature(t.norm); f != never {
		out = append(out, f)
	}
	if f := x.exact.feature(t.lower); f != never {
		out = append(out, f)
	}
	for _, n := range x.sizes {
		if n <= len(t.norm) {
			if f := x.begin.feature(t.norm[:n]); f != never {
				out = append(out, f)
			}
		}
	}
	if t.norm != "" {
		last := t.norm[len(t.norm)-1]
		for _, e := range x.ends[x.last[last]:x.last[int(last)+1]] {
			if e.of(t.norm) {
				out = append(out, e.feature)
			}
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
	if x.whole.feature(norm) != never {
		return true
	}
	return slices.ContainsFunc(x.sizes, func(n int) bool {
		return n <= len(norm) && utf8.RuneCountInString(norm[:n]) >= 2 && x.begin.feature(norm[:n]) != never
	})
}

// holds reports whether a token is a member of a class by itself.
func (x *index) holds(class feature, t *token) bool {
	for _, lit := range x.literals(t, nil) {
		for _, l := range x.linksTo(lit, class) {
			if _, ok := l.label(); ok {
				return true
			}
		}
	}
	return false
}

// dict is a table of words that is found ready in a compiled pack: they stand in
// the order of their hashes, and their features count up from the first.
type dict struct {
	words   string
	ends    []int32 // where each word ends in words, behind a zero
	buckets []int32 // where the words of each hash begin, and the last end
	first   feature
}

// feature returns the feature of a word, never if it is not listed.
func (d *dict) feature(word string) feature {
	if len(d.buckets) == 0 {
		return never
	}
	at := bucket(word, len(d.buckets)-1)
	for i := d.buckets[at]; i < d.buckets[at+1]; i++ {
		if d.words[d.ends[i]:d.ends[i+1]] == word {
			return d.first + feature(i)
		}
	}
	return never
}

// bucket returns which of a power of two of buckets a word belongs to (FNV-1a).
func bucket(word string, buckets int) int {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return int(h) & (buckets - 1)
}
