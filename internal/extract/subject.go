package extract

import "strings"

// others marks the clauses about somebody else: those that begin with them, and
// those behind one about a person that do not say whom they are about: "my son is
// six, | loves football", "her name is Ana, | born in May". Where a language leaves the subject out, that goes for
// the sentences behind it as well.
func (m *matcher) others() {
	sentence, person := -1, false
	for i := range m.clauses {
		c := &m.clauses[i]
		person = person && (m.pack.drops || c.sentence == sentence)
		sentence = c.sentence
		end, other := m.classHere("other", c.first)
		somebody := m.begins("somebody", c.first) || m.begins("somebody", c.from) // "è nata": è is no "and"
		switch {
		case somebody:
			other, person = true, true
		case other: // one that sets a time, "once the kids are asleep", leads to anybody
			person = (person || m.person(c.first, end)) && !m.concludes("setting", c)
		case m.aboutKnown(c):
			other, person = true, true
		case m.topic(c), c.task && m.person(c.first, c.to): // "a letter for my brother, | is a plumber"
			person = true
		case m.has("self", c.from, c.to): // it may lead in: 私は
			person = false
		default:
			other = person
		}
		c.other = other
	}
}

// topic reports whether a clause says whom the next are about: "about my son:".
func (m *matcher) topic(c *clause) bool {
	kin, ok := m.classIn("kin", c.first, c.to)
	return ok && strings.Contains(c.ends, ":") && !m.has("self", kin.to, c.to)
}

// person reports whether the tokens in [from, to) name somebody's relation to
// the speaker.
func (m *matcher) person(from, to int) bool {
	return m.has("kin", from, to) || m.has("person", from, to)
}
