package extract

import "strings"

// describe sets the features of every clause.
func (m *matcher) describe() {
	for i := range m.clauses {
		c := &m.clauses[i]
		_, c.hedged = m.classIn("hedge", c.from, c.to)
		_, c.work = m.classIn("work", c.from, c.to)
		_, c.task = m.classHere("task", c.first)
		_, c.other = m.classHere("other", c.first)
	}
	for _, s := range m.sentences {
		m.questions(s)
		m.conditions(s)
	}
	m.deny()
}

// questions marks the clauses of a sentence that ask. Without a question word
// a final question mark speaks for the clauses after the last pause.
func (m *matcher) questions(s span) {
	asked := strings.ContainsAny(m.clauses[s.to-1].ends, "?")
	for i := s.from; i < s.to; i++ {
		c := &m.clauses[i]
		if c.topic { // whatever particle of a question it has
			continue
		}
		_, sure := m.classHere("ask", c.first)
		// "what I do know is that" leads in as a whole; "so" may hide a question.
		if end, leads := m.classHere("lead", c.from); !sure && (!leads || end == c.from+1) {
			_, sure = m.classHere("ask", c.from)
		}
		if !sure && i == s.from { // a verb before its subject may follow an adverb or a clause
			_, sure = m.classHere("inverted", c.from)
		}
		if !sure && asked {
			_, sure = m.classHere("asked", c.first)
		}
		if !sure && asked && c.from > 0 {
			sure = m.tokens[c.from-1].norm == "¿"
		}
		if !sure {
			_, sure = m.classIn("query", c.first, c.to)
		}
		if sure {
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
		if !cond {
			_, cond = m.classHere("if", c.first)
		}
		if !cond {
			_, cond = m.classHere("if", c.from)
		}
		if !cond {
			_, cond = m.classIn("irreal", c.first, c.to)
		}
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
