package extract

// deny marks the clauses that the author says are not so: what "it is a myth
// that" leads to, and what ends in "is a lie".
func (m *matcher) deny() {
	for i := range m.clauses {
		c := &m.clauses[i]
		if at, ok := m.classIn("denies", c.from, c.to); ok {
			m.denied(i, at.to > c.to || m.lastOf(at.to))
		} else if m.concludes("belies", c) {
			c.denied = true
		}
	}
}

// denied marks the clause at i and those that words alone join to it; the next
// one in any case, if the clause has led to it and said nothing yet.
func (m *matcher) denied(i int, leads bool) {
	m.clauses[i].denied = true
	for end := m.sentences[m.clauses[i].sentence].to; i+1 < end && (leads || m.clauses[i].ends == ""); i++ {
		m.clauses[i+1].denied = true
		leads = false
	}
}

// concludes reports whether the clause ends with a member of the class.
func (m *matcher) concludes(class string, c *clause) bool {
	for i := c.first; i < c.to; i++ {
		if end, ok := m.classHere(class, i); ok && m.lastOf(end) {
			return true
		}
	}
	return false
}
