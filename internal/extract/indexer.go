package extract

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
)

// indexer makes the index of a pack while it is compiled. Its features are
// numbered as they come; seal puts them in the order of the index.
type indexer struct {
	whole, begin, exact map[string]feature
	ends                []ending
	spelled             map[string]feature // literals as written
	sets                map[string]feature // features that stand for one of several
	of                  map[feature][]given
	classes             int     // features below it are those of classes
	size                []int32 // of each feature: how many words have it
	labels              []string
	links               map[feature][]link
}

// given is a feature that counts for something where certain words follow.
type given struct {
	feature
	then initials
}

// common is how many words have a feature that no list gives them.
const common = 1 << 20

func newIndexer() *indexer {
	return &indexer{
		whole: map[string]feature{}, begin: map[string]feature{}, exact: map[string]feature{},
		spelled: map[string]feature{}, links: map[feature][]link{},
		sets: map[string]feature{}, of: map[feature][]given{},
		size: []int32{capital: common, numeral: common, mark: common},
	}
}

// label returns the number of a label.
func (x *indexer) label(s string) int32 {
	if at := slices.Index(x.labels, s); at >= 0 {
		return int32(at)
	}
	x.labels = append(x.labels, s)
	return int32(len(x.labels) - 1)
}

// add makes a new feature.
func (x *indexer) add(size int32) feature {
	x.size = append(x.size, size)
	return feature(len(x.size) - 1)
}

func (x *indexer) link(from given, to feature, how int32) {
	x.links[from.feature] = append(x.links[from.feature], link{to, how, from.then})
	x.size[to] += x.size[from.feature]
}

// literal returns the feature of a word as packs write it: whole, walk*, *ing, =é.
func (x *indexer) literal(lit string) feature {
	f, ok := x.spelled[lit]
	if !ok {
		f = x.folded(lit)
		x.spelled[lit] = f
	}
	return f
}

func (x *indexer) folded(lit string) feature {
	if lit[0] == '=' {
		return x.entry(x.exact, strings.ToLower(lit[1:]))
	}
	if stem, ok := strings.CutSuffix(lit, "*"); ok {
		return x.entry(x.begin, foldLiteral(stem))
	}
	if ends, ok := affixes(lit); ok {
		f := x.add(1)
		x.ends = append(x.ends, ending{ends, f})
		return f
	}
	return x.entry(x.whole, foldLiteral(lit))
}

func (x *indexer) entry(words map[string]feature, key string) feature {
	f, ok := words[key]
	if !ok {
		f = x.add(1)
		words[key] = f
	}
	return f
}

// anyOf returns the feature of what has one of several.
func (x *indexer) anyOf(of []given) feature {
	slices.SortFunc(of, func(a, b given) int { return cmp.Or(cmp.Compare(a.feature, b.feature), cmp.Compare(a.then, b.then)) })
	if of = slices.Compact(of); len(of) == 1 && of[0].then == anyInitials {
		return of[0].feature
	}
	var key []byte
	for _, f := range of {
		key = binary.LittleEndian.AppendUint32(key, uint32(f.feature))
		key = binary.LittleEndian.AppendUint64(key, uint64(f.then))
	}
	set, ok := x.sets[string(key)]
	if !ok {
		set = x.add(0)
		x.sets[string(key)] = set
		x.of[set] = slices.Clone(of)
		for _, f := range of {
			x.link(f, set, begins)
		}
	}
	return set
}

// seal returns the index, and what has become of each feature's number: first
// come the classes, then the literals table by table, then the sets, of which
// only those remain that are needed.
func (x *indexer) seal(needed map[feature]bool) (*index, []feature) {
	number := make([]feature, 0, len(x.size)) // old numbers in the new order
	for f := range x.classes {
		number = append(number, feature(f))
	}
	sealed := &index{classes: x.classes, labels: x.labels, sizes: sizes(x.begin)}
	sealed.whole, number = newDict(x.whole, number)
	sealed.begin, number = newDict(x.begin, number)
	sealed.exact, number = newDict(x.exact, number)
	slices.SortStableFunc(x.ends, func(a, b ending) int { return cmp.Compare(a.last(), b.last()) })
	for _, e := range x.ends {
		sealed.ends = append(sealed.ends, ending{e.affix, feature(len(number))})
		number = append(number, e.feature)
	}
	number = append(number, x.neededSets(needed)...)

	renumbered := make([]feature, len(x.size))
	for now, was := range number {
		renumbered[was] = feature(now)
	}
	sealed.features = len(number)
	sealed.read = make([]atomic.Pointer[[]link], len(number))
	for now, was := range number {
		var own []link
		for _, l := range x.links[was] {
			if to := renumbered[l.to]; to != always {
				own = append(own, link{to, l.how, l.then})
			}
		}
		slices.SortStableFunc(own, func(a, b link) int { return cmp.Compare(a.to, b.to) })
		sealed.read[now].Store(&own)
	}
	return sealed, renumbered
}

// neededSets returns the sets that are needed, and those that they hold. A set is
// made after what it holds.
func (x *indexer) neededSets(needed map[feature]bool) []feature {
	needed = maps.Clone(needed)
	var kept []feature
	for _, set := range slices.Backward(slices.Sorted(maps.Values(x.sets))) {
		if !needed[set] {
			continue
		}
		kept = append(kept, set)
		for _, f := range x.of[set] {
			needed[f.feature] = true
		}
	}
	slices.Reverse(kept)
	return kept
}

// newDict makes a table of words, and appends their features in its order.
func newDict(words map[string]feature, number []feature) (dict, []feature) {
	if len(words) == 0 {
		return dict{}, number
	}
	buckets := 1
	for buckets < len(words) {
		buckets *= 2
	}
	order := slices.SortedFunc(maps.Keys(words), func(a, b string) int {
		return cmp.Or(cmp.Compare(bucket(a, buckets), bucket(b, buckets)), cmp.Compare(a, b))
	})
	d := dict{words: strings.Join(order, ""), ends: []int32{0}, buckets: make([]int32, buckets+1), first: feature(len(number))}
	for _, w := range order {
		number = append(number, words[w])
		d.ends = append(d.ends, d.ends[len(d.ends)-1]+int32(len(w)))
		d.buckets[bucket(w, buckets)+1]++
	}
	for i := range buckets {
		d.buckets[i+1] += d.buckets[i]
	}
	return d, number
}

// sizes returns how long words are, the longest first.
func sizes(words map[string]feature) []int {
	var all []int
	for w := range words {
		all = append(all, len(w))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.Reverse(all)
	return all
}
