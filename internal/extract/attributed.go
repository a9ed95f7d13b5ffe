package extract

// maskAttributed masks what the clause at i says that somebody else wrote or said,
// where it stands behind it, and reports whether it says so: "never run the tests,
// warns the wiki". As a sentence of its own it is about the one before: "Never run
// the tests. Says the wiki." Of what a relative or a doctor says of the author, the
// facts are as good as the author's: "I'm allergic to nuts, my doctor says"; but an
// order is never his own, whoever gives it.
func (m *matcher) maskAttributed(i int) bool {
	c := &m.clauses[i]
	if i == 0 || m.aloneInLine(c) {
		return false
	}
	closes := func(class string) bool {
		end, ok := m.classHere(class, c.first)
		return ok && m.lastOf(end)
	}
	switch {
	case closes("attributed"):
		m.maskTokens(m.before(i), c.to, skipReported)
		return true
	case closes("relayed"):
		for j := m.clauseOf[m.before(i)]; j < i; j++ {
			m.clauses[j].relayed = true
		}
	}
	return false
}
