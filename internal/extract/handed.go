package extract

import "strings"

// handsOver masks the text that the clause at i hands over, if it does: what a
// task is to be done with, what a label says that somebody else wrote.
func (m *matcher) handsOver(i int) bool {
	from, c := -1, &m.clauses[i]
	switch {
	case m.within("material", c):
		from = m.material(i)
	case m.presents(i) && m.has("source", c.from, c.to) || m.named(i) || m.headlines(i):
		from = c.from
	}
	if from < 0 {
		return false
	}
	m.maskTokens(from, len(m.tokens), skipMaterial)
	return true
}

// material returns where the text begins that the task named at clause i is to
// be done with: behind a colon, the end of the line or the sentence. A task on a
// last line of its own is about what stands above. -1: nothing is handed over.
func (m *matcher) material(i int) int {
	s := m.sentences[m.clauses[i].sentence]
	next := m.sentences[min(m.clauses[i].sentence+1, len(m.sentences)-1)]
	if at := m.colon(i, next.to); at >= 0 {
		return at
	}
	for j := i; j < s.to; j++ {
		c := &m.clauses[j]
		if j == i && strings.ContainsAny(c.ends, "\n—") || m.endsLine(c) {
			return c.to
		}
	}
	if s.to < len(m.clauses) && !m.leadsOn(s.to) {
		return m.clauses[s.to].from
	}
	if first := m.clauses[s.from].from; s.to == len(m.clauses) && first > 0 && m.tokens[first-1].kind == newline {
		return 0
	}
	return -1
}

// colon returns where the first colon stands behind clauses [from, to), or -1.
// One that was read for a question mark hands over nothing.
func (m *matcher) colon(from, to int) int {
	for i := from; i < to; i++ {
		if c := &m.clauses[i]; strings.Contains(c.ends, ":") && !c.topic {
			return c.to
		}
	}
	return -1
}

// named reports whether the clause at i is a name with a colon that nobody but
// its bearer speaks behind: several words, or one on a line of its own. Words
// that the pack lists are no name.
func (m *matcher) named(i int) bool {
	c := &m.clauses[i]
	if c.ends != ":" || c.from > 0 && m.tokens[c.from-1].kind != newline {
		return false
	}
	known := true
	for j := c.from; j < c.to; j++ {
		t := &m.tokens[j]
		if t.kind != word || !t.upper {
			return false
		}
		known = known && m.pack.index.knows(t.norm) && !m.begins("firstname", j)
	}
	const longest = 3 // words of a name
	words := c.to - c.from
	alone := c.to+1 < len(m.tokens) && m.tokens[c.to+1].kind == newline
	return !known && words <= longest && (words > 1 || alone)
}

// presents reports whether a text follows the sentence of clause i: behind a
// colon, or on the lines below a question about it.
func (m *matcher) presents(i int) bool {
	s := m.sentences[m.clauses[i].sentence]
	last := &m.clauses[s.to-1]
	return m.colon(i, s.to) >= 0 || strings.Contains(last.ends, "?") && m.endsLine(last)
}

// endsLine reports whether the mark behind a clause ends the line, and more
// follows.
func (m *matcher) endsLine(c *clause) bool {
	return c.to+2 < len(m.tokens) && m.tokens[c.to].kind == punct && m.tokens[c.to+1].kind == newline
}

// leadsOn reports whether the clause at i says by its first words that it is
// about something else: "by the way". One word may be anything: "so", "I".
func (m *matcher) leadsOn(i int) bool {
	c := &m.clauses[i]
	return c.first > c.from+1 || m.chatter(c)
}

// maskAnswered masks what stands before a last sentence that asks what to answer
// it: the message of somebody else.
func (m *matcher) maskAnswered() {
	if len(m.sentences) == 0 {
		return
	}
	last := m.sentences[len(m.sentences)-1]
	for i := last.from; i < last.to; i++ {
		if c := &m.clauses[i]; m.has("answering", c.from, c.to) {
			m.maskTokens(0, m.clauses[last.from].from, skipMaterial)
			return
		}
	}
}
