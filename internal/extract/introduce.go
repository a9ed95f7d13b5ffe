package extract

import (
	"slices"
	"strings"
)

// People say who they are without verbs: "Wera here, 41, welder, Gdańsk". What
// the parts of such a run mean they show by their shape alone (facts with
// introduces), and only together: "Lisbon, 36, sunny" has the shapes of a name and
// an age as well.

// introduce keeps of the shapes those that make an introduction, and places
// beside a job: "I'm a welder | in Gdańsk".
func (b *builder) introduce() {
	if !slices.ContainsFunc(b.found, func(x *match) bool { return x.fact.Introduces }) {
		return
	}
	roles := make([][]role, len(b.clauses))
	for _, x := range b.found {
		c, ok := x.capture(x.fact.Value)
		if !ok || !x.settles() || x.fact.Slot == "" || b.clauseOf[c.from] < 0 {
			continue
		}
		if r := b.roleOf(x, c); r.plain() || b.likely(r) {
			roles[r.clause] = append(roles[r.clause], r)
		}
	}
	kept, beaten := map[*match]bool{}, map[*match]bool{}
	for i := 0; i < len(roles); i++ {
		if !b.presentable(i, roles[i]) {
			continue
		}
		from := i
		for b.goesOn(i+1, roles) {
			i++
		}
		b.keepRun(slices.Concat(roles[from:i+1]...), kept)
	}
	for _, rs := range roles {
		for _, r := range rs {
			if r.fills(homeSlot, originSlot) && !r.plain() && b.nextTo(r, rs, role.plain, jobSlot) {
				kept[r.match] = true
			}
			if kept[r.match] {
				r.loose = b.maybeFirm(r, rs)
				r.follow(rs)
				b.beat(r, rs, beaten)
			}
		}
	}
	b.found = slices.DeleteFunc(b.found, func(x *match) bool { return x.fact.Introduces && !kept[x] || beaten[x] })
}

// presentable reports whether an introduction may begin with a clause: the first
// that says something, what stands behind "about me:", or a fact told plainly.
func (b *builder) presentable(i int, rs []role) bool {
	if len(rs) == 0 || b.presented(i) || slices.ContainsFunc(rs, role.plain) {
		return len(rs) > 0
	}
	return !slices.ContainsFunc(b.clauses[:i], func(c clause) bool {
		return b.weight(c.from, c.to) > 2*longestGreeting || c.question || b.tokens[c.first].masked
	})
}

// longestGreeting is how many words a clause has that only greets.
const longestGreeting = 3

// weight returns the weight of tokens, see token.weight.
func (b *builder) weight(from, to int) (sum int) {
	for i := from; i < to; i++ {
		sum += b.tokens[i].weight()
	}
	return sum
}

// goesOn reports whether an introduction goes on with the clause at i: in a
// sentence of its own if that names nobody anew.
func (b *builder) goesOn(i int, roles [][]role) bool {
	if i >= len(roles) || len(roles[i]) == 0 {
		return false
	}
	before := &b.clauses[i-1]
	return before.sentence == b.clauses[i].sentence ||
		strings.Contains(".。!", before.ends) && !slices.ContainsFunc(roles[i], func(r role) bool { return r.fills(nameSlot) })
}

// presented reports whether the clause before says that its author is what follows.
func (m *matcher) presented(i int) bool {
	return i > 0 && (m.presentsSelf(&m.clauses[i-1]) || m.clauses[i-1].ends == "," && m.within("about_me", &m.clauses[i-1]))
}

// presentsSelf reports whether a clause leads to who its author is, whatever it
// asks: "who you're talking to:".
func (m *matcher) presentsSelf(c *clause) bool {
	return c.ends == ":" && m.has("about_me", c.from, c.to)
}

// keepRun keeps the parts of a run of clauses that make an introduction: it says
// so, one of them is told plainly, or they tell three things; and whose they are.
func (b *builder) keepRun(run []role, kept map[*match]bool) {
	if b.portrays(run) {
		for _, r := range run {
			r.void = true
		}
		return
	}
	said, told := b.presented(run[0].clause), map[string]bool{}
	fits := slices.DeleteFunc(slices.Clone(run), func(r role) bool { return !b.fits(r, run) })
	plain, bare := said, false
	for _, r := range fits {
		plain = plain || r.plain() || r.fills(nameSlot) && !r.bare
		bare = bare || r.fills(nameSlot) && r.bare
		told[r.fact.Slot] = true
	}
	if !told[nameSlot] && !told[nicknameSlot] && !told[ageSlot] || !said && (len(told) < 2 || (bare || !plain) && len(told) < 3) {
		return
	}
	for _, r := range fits { // a name alone is a place only beside two things more
		if r.plain() || !said && len(told) < 3 && r.bare && r.fills(homeSlot) {
			continue
		}
		kept[r.match] = true
		if r.bare && r.fills(ageSlot) && r.clause > run[0].clause { // "52" says nothing by itself
			r.spans[0].from = b.clauses[r.clause-1].first
			r.clauses = b.touched(r.spans)
		}
	}
}

// portrays reports whether what follows a run is about a character or a person
// that a name alone has named: "Maria, 34, nurse. Write her a letter".
func (b *builder) portrays(run []role) bool {
	c := &b.clauses[run[0].clause]
	name := slices.ContainsFunc(run, func(r role) bool { return r.fills(nameSlot) && r.value.from == c.first && r.value.to == c.to })
	return name && b.has("portrayed", b.clauses[run[len(run)-1].clause].to, len(b.tokens))
}

// shaped reports whether a clause has the shape of a part: what follows a name may
// be told of anybody, "Tom, plumber wants 400", or to somebody, "Tom, I live in Leeds".
func shaped(clause int, run []role) bool {
	return slices.ContainsFunc(run, func(r role) bool { return !r.plain() && r.clause == clause })
}

// fits reports whether a part can be what its shape says beside the others.
func (b *builder) fits(r role, run []role) bool {
	begins := r.clause == run[0].clause
	rivals := func(slots ...string) bool {
		return slices.ContainsFunc(run, func(o role) bool { return o.match != r.match && o.fills(slots...) && !o.bare })
	}
	switch {
	case r.plain():
		return true
	case r.fills(nameSlot):
		return begins && (!r.bare || !rivals(nameSlot) && shaped(r.clause+1, run))
	case r.bare:
		return !r.fills(homeSlot) || !begins && !rivals(homeSlot, originSlot)
	case r.fills(homeSlot, originSlot):
		alone := b.firstOf(r.from()) && b.weight(r.to(), b.clauses[r.clause].to) <= 2*longestGreeting
		return alone || b.nextTo(r, run, func(role) bool { return true }, jobSlot, nameSlot)
	}
	return true
}
