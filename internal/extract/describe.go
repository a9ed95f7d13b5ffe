package extract

import "strings"

// describe sets the features of every clause.
func (m *matcher) describe() {
	for i := range m.clauses {
		c := &m.clauses[i]
		c.hedged = m.has("hedge", c.from, c.to) || m.afterHedge(i)
		c.work = m.has("work", c.from, c.to)
		c.task = m.begins("task", c.first)
	}
	for _, s := range m.sentences {
		m.questions(s)
		m.conditions(s)
	}
	m.deny()
	m.others()
}

// afterHedge reports whether the clause before is nothing but a hedge: "it
// seems, | I'm coeliac".
func (m *matcher) afterHedge(i int) bool {
	return i > 0 && m.clauses[i-1].sentence == m.clauses[i].sentence && m.is("hedge", &m.clauses[i-1])
}

// questions marks the clauses of a sentence that ask. Without a question word
// a final question mark speaks for the clauses after the last pause. "How are
// you" asks nothing of what follows it.
func (m *matcher) questions(s span) {
	asked := strings.ContainsAny(m.clauses[s.to-1].ends, "?")
	begins := s.from
	for i := s.from; i < s.to; i++ {
		if m.is("pleasantry", &m.clauses[i]) {
			begins = i + 1
			continue
		}
		if m.asks(&m.clauses[i], i == begins, asked) {
			m.ask(i, s.to)
			return
		}
	}
	if !asked {
		return
	}
	from := s.to - 1
	for from > s.from && m.clauses[from-1].ends == "" {
		from--
	}
	m.ask(from, s.to)
}

// asks reports whether the words of a clause make a question of it: those of
// the first of its sentence, and of a sentence that ends in a question mark,
// more readily.
func (m *matcher) asks(c *clause, first, asked bool) bool {
	if c.topic || m.presentsSelf(c) { // whatever particle of a question it has
		return false
	}
	// "what I do know is that" leads in as a whole; "so" may hide a question.
	end, leads := m.classHere("lead", c.from)
	return m.begins("ask", c.first) ||
		(!leads || end == c.from+1) && m.begins("ask", c.from) ||
		first && m.begins("inverted", c.from) || // it may follow an adverb or a clause
		asked && (m.begins("asked", c.first) || c.from > 0 && m.tokens[c.from-1].norm == "¿") ||
		m.within("query", c)
}

// ask marks clauses as a question.
func (m *matcher) ask(from, to int) {
	for i := from; i < to; i++ {
		m.clauses[i].question = true
	}
}

// conditions marks what a sentence says from its first "if" on.
func (m *matcher) conditions(s span) {
	cond := false
	for i := s.from; i < s.to; i++ {
		c := &m.clauses[i]
		cond = cond || m.begins("if", c.first) || m.begins("if", c.from) || m.within("irreal", c)
		c.cond = cond
	}
}

// deny marks the clauses that the author says are not so: what "it is a myth
// that" leads to, and what ends in "is a lie".
func (m *matcher) deny() {
	for i := range m.clauses {
		c := &m.clauses[i]
		if at, ok := m.classIn("denies", c.from, c.to); ok {
			m.denyFrom(i, at.to > c.to || m.lastOf(at.to))
		} else if m.concludes("belies", c) {
			c.denied = true
		}
	}
}

// denyFrom marks the clause at i and those that words alone join to it; the next
// one in any case, if the clause has led to it and said nothing yet.
func (m *matcher) denyFrom(i int, leads bool) {
	m.clauses[i].denied = true
	for end := m.sentences[m.clauses[i].sentence].to; i+1 < end && (leads || m.clauses[i].ends == ""); i++ {
		m.clauses[i+1].denied = true
		leads = false
	}
}
