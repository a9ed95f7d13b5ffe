package extract

import (
	"iter"
	"slices"
)

// remembered is how a class matches at a position, once that has been found out.
type remembered struct {
	class   feature
	next    int32 // about the same position
	members []way
}

// way is one way in which a word class matches at a position.
type way struct {
	to    int
	label string
}

// members returns the ways a class matches at pos, the longest first, whatever
// pattern asks.
func (m *matcher) members(c *class, pos int) []way {
	if c == nil || pos >= m.limit || m.tokens[pos].masked || !m.senses.begins(c.id, pos) {
		return nil
	}
	for i := m.latest[pos]; i != none; i = m.memo[i].next {
		if m.memo[i].class == c.id {
			return m.memo[i].members
		}
	}
	at := len(m.memo) // until it is found out, a class that contains itself has no member here
	m.memo = append(m.memo, remembered{class: c.id, next: m.latest[pos]})
	m.latest[pos] = int32(at)
	begin := m.begin
	m.begin = pos
	found := m.findMembers(c, pos)
	m.memo[at].members, m.begin = found, begin
	return found
}

func (m *matcher) findMembers(c *class, pos int) []way {
	var found []way
	label := int32(none)
	for _, lit := range m.senses.literals(pos) {
		for _, l := range m.pack.index.linksTo(lit, c.id) {
			if l.how >= 0 { // whose first word stands here
				p := &c.phrases[l.how]
				if l.then&m.senses.initials[pos+1] != 0 {
					found = m.tryPhrase(p, m.start(p).next, pos+1, found)
				}
			} else if under, ok := l.label(); ok && label == none {
				label = under
			}
		}
	}
	for _, i := range c.rest {
		p := &c.phrases[i]
		found = m.tryPhrase(p, m.start(p), pos, found)
	}
	if label != none {
		found = addMember(found, way{pos + 1, m.pack.index.labels[label]})
	}
	return found
}

func (m *matcher) start(p *phrase) *node { return m.pack.compiled(&p.pattern)[0].start }

// tryPhrase adds how a phrase matches, if it does from its node n on at pos.
func (m *matcher) tryPhrase(p *phrase, n *node, pos int, found []way) []way {
	if !m.opens(&n.opening, pos) {
		return found
	}
	caps, gaps, open, label := len(m.caps), len(m.gaps), len(m.open), m.label
	if m.run(n, pos) {
		l := m.pack.index.labels[p.label]
		if l == "" && m.label != label {
			l = m.label
		}
		found = addMember(found, way{m.end, l})
	}
	m.caps, m.gaps, m.open, m.label = m.caps[:caps], m.gaps[:gaps], m.open[:open], label
	return found
}

// addMember keeps the list sorted by length, the longest first.
func addMember(list []way, x way) []way {
	i := 0
	for i < len(list) && list[i].to > x.to {
		i++
	}
	return slices.Insert(list, i, x)
}

// classHere reports whether a member of the class begins at pos, and where the
// longest one ends.
func (m *matcher) classHere(name string, pos int) (int, bool) {
	if pos >= len(m.tokens) {
		return 0, false
	}
	return m.longest(m.pack.classes[name], pos)
}

// longest returns where the longest member of the class that begins at pos ends.
func (m *matcher) longest(c *class, pos int) (int, bool) {
	if got := m.members(c, pos); len(got) > 0 {
		return got[0].to, true
	}
	return 0, false
}

// begins reports whether a member of the class begins at pos.
func (m *matcher) begins(class string, pos int) bool {
	_, ok := m.classHere(class, pos)
	return ok
}

// classIn finds a member of the class in [from, to).
func (m *matcher) classIn(name string, from, to int) (span, bool) {
	for s := range m.each(name, from, to) {
		return s, true
	}
	return span{}, false
}

// each iterates over the members of the class that begin in [from, to).
func (m *matcher) each(name string, from, to int) iter.Seq[span] {
	return func(yield func(span) bool) {
		c := m.pack.classes[name]
		if c == nil {
			return
		}
		for i := m.senses.next(c.id, from, to); i < to; i = m.senses.next(c.id, i+1, to) {
			if got := m.members(c, i); len(got) > 0 && !yield(span{i, got[0].to}) {
				return
			}
		}
	}
}

// chatter reports whether a clause only leads in or trails off: "please".
func (m *matcher) chatter(c *clause) bool {
	end, lead := m.classHere("lead", c.first)
	last, tail := m.classHere("tail", c.first)
	return lead && end >= c.to || tail && last >= c.to
}

// has reports whether a member of the class stands in [from, to).
func (m *matcher) has(class string, from, to int) bool {
	_, ok := m.classIn(class, from, to)
	return ok
}

// within reports whether a member of the class stands in the clause.
func (m *matcher) within(class string, c *clause) bool { return m.has(class, c.first, c.to) }

// is reports whether a clause is a member of the class and nothing else but what
// leads in and trails off.
func (m *matcher) is(class string, c *clause) bool {
	return m.closes(class, c.from, c.first+1)
}

// concludes reports whether the clause ends with a member of the class.
func (m *matcher) concludes(class string, c *clause) bool {
	return m.closes(class, c.first, c.to)
}

// closes reports whether a member of the class that begins in [from, to) ends
// its clause.
func (m *matcher) closes(class string, from, to int) bool {
	for s := range m.each(class, from, to) {
		if m.lastOf(s.to) {
			return true
		}
	}
	return false
}

// lookAll finds out what the tokens can stand for.
func (m *matcher) lookAll() {
	m.senses = newSenses(m.pack.index, m.tokens)
	m.dead = make([]int32, len(m.tokens)+1)
	m.forget()
}

// forget drops remembered class matches once more tokens are masked.
func (m *matcher) forget() {
	m.memo = m.memo[:0]
	for i := range m.latest {
		m.latest[i] = none
	}
}
