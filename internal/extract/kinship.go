package extract

import "strings"

// "Put Mia to bed, she's my youngest, and asked Otis (my husband) about Rex, our
// spaniel": whatever else a turn says, a name beside a word for a relative or an
// animal tells whose it is. Frames need not foresee what stands around the pair.

// kinClass is what a member of a class makes of the name beside it.
type kinClass struct {
	class, fact string
	many        bool // it may stand for several: "our kids, Mia and Tom"
}

var kinClasses = []kinClass{
	{"brood", "close", true}, {"kin_close", "close", false}, {"kin_other", "relative", false},
	{"herd", "pet", true}, {"pet", "pet", false},
}

// kinship adds the pairs of a sentence that no frame has found.
func (b *builder) kinship(s span) {
	from, to := b.clauses[s.from].from, b.clauses[s.to-1].to
	for _, r := range kinClasses {
		for i := from; i < to; {
			kin, ok := b.classIn(r.class, i, to)
			if !ok {
				break
			}
			i = kin.to
			if !b.claimed(r, kin, span{from, to}) {
				continue
			}
			if x, ok := b.pair(r, kin, to); ok && b.holds(&x) {
				b.found = append(b.found, &x)
			}
		}
	}
}

// claimed reports whether the speaker means a relative or animal of their own:
// where the language has them say so (class ours), a word of theirs stands in
// the sentence, or the relative begins its clause.
func (b *builder) claimed(r kinClass, kin, sentence span) bool {
	if b.theirs(kin) || b.tokens[kin.from].masked || b.ambiguous(kin) {
		return false
	}
	return b.pack.classes["ours"] == nil || b.has("ours", sentence.from, sentence.to) || r.fact != "pet" && b.firstOf(kin.from) ||
		r.many && kin.from > 0 && b.article(kin.from-1) && b.sets(kin.to)
}

// ambiguous reports whether a word means a relative only behind "my", or with a
// name set off: "alte Filme", "the old man".
func (b *builder) ambiguous(kin span) bool {
	to, ok := b.classHere("bare", kin.from)
	return ok && to == kin.to && b.possessor(kin.from) == kin.from && !b.sets(kin.to)
}

// theirs reports whether whose it is stands with a word for a relative: "his
// wife", "Tom's old cat", "the wife of Tom".
func (b *builder) theirs(kin span) bool {
	if b.begins("owner", kin.to) || kin.to > kin.from+1 && b.begins("owner", kin.to-1) {
		return true
	}
	const reach = 4 // tokens of a possessor and an adjective
	for i := max(kin.from-reach, 0); i < kin.from; i++ {
		to, ok := b.classHere("possessor", i)
		if ok && b.clauseOf[i] == b.clauseOf[kin.from] && (to == kin.from || to == kin.from-1 && !b.begins("ours", to)) {
			return true
		}
	}
	return false
}

// pair finds the name beside a word for a relative.
func (b *builder) pair(r kinClass, kin span, limit int) (x match, ok bool) {
	name, ok := b.nameBehind(r, kin, limit)
	if !ok {
		name, ok = b.nameBefore(r, kin)
	}
	if !ok || b.related(name) {
		return match{}, false
	}
	label := ""
	if ways := b.members(b.pack.classes[r.class], kin.from); len(ways) > 0 {
		label = ways[0].label
	}
	whole := span{min(b.possessor(kin.from), name.from), max(kin.to, name.to)}
	x = match{
		fact: b.pack.beside[r.fact], spans: []span{whole}, gaps: []span{whole}, clauses: b.touched([]span{whole}),
		caps: []capture{{name: "kin", from: kin.from, to: kin.to, label: label}, {name: "x", from: name.from, to: name.to}},
	}
	if r.many {
		x.spans[0].to = b.moreNames(x.spans[0].to, limit)
		x.clauses = b.touched(x.spans)
	}
	return x, true
}

// related reports whether a frame has told who bears a name.
func (b *builder) related(name span) bool {
	for _, x := range b.found {
		if c, ok := x.capture("x"); ok && x.fact.Category == b.pack.beside["close"].Category && c.from < name.to && name.from < c.to {
			return true
		}
	}
	return false
}

// possessor returns where "my" begins before a word for a relative.
func (b *builder) possessor(kin int) int {
	for i := max(kin-2, 0); i < kin; i++ {
		if b.begins("ours", i) && b.clauseOf[i] == b.clauseOf[kin] {
			return i
		}
	}
	return kin
}

// nameBehind finds a name that follows: "Otis", ", Otis,", "is called Otis".
func (b *builder) nameBehind(r kinClass, kin span, limit int) (name span, ok bool) {
	pos := kin.to
	for pos+1 < limit && b.begins("ours", pos) {
		pos++ // "suami gue Bagas", "чоловік мій, Остап"
	}
	apposed := pos < limit && b.sets(pos)
	if apposed {
		pos++
	}
	to, called := b.classHere("called", pos)
	if called && to < limit {
		pos, apposed = to, false
	}
	name, ok = b.nameAt(pos, limit)
	if !ok && called && pos < limit && b.tokens[pos].upper {
		return span{pos, pos + 1}, true
	}
	if !ok || !called && (b.inTime(name.from) || r.fact == "pet" && !r.many && !apposed && b.headed(kin)) {
		return span{}, false
	}
	closed := b.analysis.ended(name.to) || b.sets(name.to) || r.many && b.joins(name.to)
	return name, !apposed || closed
}

// headed reports whether a word for an animal is written as part of a name:
// "Chicken Pot Pie".
func (b *builder) headed(kin span) bool {
	return b.tokens[kin.from].upper && !b.firstOf(kin.from) && b.possessor(kin.from) == kin.from
}

// nameBefore finds a name that stands before: "Otis, my husband,", "Otis (my
// husband)", "Otis is my husband", "put Mia to bed, she's my youngest".
func (b *builder) nameBefore(r kinClass, kin span) (name span, ok bool) {
	apposed := kin.from > 0 && b.sets(kin.from-1)
	if !b.analysis.ended(kin.to) && !b.sets(kin.to) && !(r.many && apposed) {
		return span{}, false
	}
	const reach = 2 // tokens: "my little"
	for at := kin.from; at > 0 && kin.from-at <= reach; at-- {
		end, said := at, false
		for i := max(at-3, 0); i < at; i++ {
			if to, ok := b.classHere("being", i); ok && to == at {
				end, said = i, true
				break
			}
		}
		marked := end > 0 && b.sets(end-1)
		if marked {
			end--
		}
		if name, ok = b.nameEnding(end); ok && (marked || said) {
			for r.many && b.joins(name.from-1) {
				before, ok := b.nameEnding(name.from - 1)
				if !ok {
					break
				}
				name.from = before.from
			}
			return name, true
		}
		if marked && said {
			return b.onlyName(end)
		}
	}
	return span{}, false
}

// sets reports whether a mark sets an apposition off.
func (b *builder) sets(pos int) bool {
	return pos < len(b.tokens) && b.tokens[pos].kind == punct && strings.Contains(",:()、，–—-", b.tokens[pos].norm)
}

// nameAt returns the name that begins at a token: in a script without capitals
// only one of class given is known for one.
func (b *builder) nameAt(pos, limit int) (span, bool) {
	if pos >= limit || b.tokens[pos].masked {
		return span{}, false
	}
	from := pos
	if to, ok := b.classHere("honour", pos); ok && to < limit {
		pos = to
	}
	to, ok := b.classHere("given", pos)
	if !ok {
		ends := b.names(pos)
		if ends.n == 0 || !b.tokens[pos].upper || b.loud(pos) || b.begins("places", pos) {
			return span{}, false
		}
		to = ends.at[ends.n-1]
	}
	if end, ok := b.classHere("honour", to); ok {
		to = end
	}
	return span{from, to}, true
}

// loud reports whether a word is all in capitals, as hardly a name is: "LOL".
func (b *builder) loud(pos int) bool {
	w := b.verbatim(pos, pos+1)
	return len(w) > 1 && w == strings.ToUpper(w) && b.tokens[pos].upper
}

// joins reports whether a word joins the names of a list.
func (b *builder) joins(pos int) bool { return b.begins("and", pos) || b.begins("with", pos) }

// nameEnding returns the name that ends before a token.
func (b *builder) nameEnding(to int) (name span, ok bool) {
	for from := to - 1; from >= 0 && b.clauseOf[to-1] >= 0 && to-from <= longestName && b.clauseOf[from] == b.clauseOf[to-1]; from-- {
		got, found := b.nameAt(from, to)
		if !found || got.to != to {
			break
		}
		name, ok = got, true
	}
	return name, ok
}

// onlyName returns the name in the clause that ends before a token, if it has
// one name alone.
func (b *builder) onlyName(to int) (name span, ok bool) {
	if to == 0 || b.clauseOf[to-1] < 0 {
		return span{}, false
	}
	for i := b.clauses[b.clauseOf[to-1]].first; i < to; i++ {
		got, found := b.nameAt(i, to)
		if !found {
			continue
		}
		if ok {
			return span{}, false
		}
		name, ok, i = got, true, got.to-1
	}
	return name, ok
}

// moreNames returns where a list that a name begins ends: "Mia, Tom and Ida".
func (b *builder) moreNames(to, limit int) int {
	for {
		next := to
		if next < limit && b.sets(next) {
			next++
		}
		if b.joins(next) {
			next++
		}
		name, ok := b.nameAt(next, limit)
		if next == to || !ok {
			return to
		}
		to = name.to
	}
}
