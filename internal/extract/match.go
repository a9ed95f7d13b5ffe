package extract

import "strings"

// maxCapture is how many tokens a free capture takes at most.
const maxCapture = 14

// capture is what a named part of a pattern matched: tokens [from, to), the
// label of the word class it matched, and how much of its end is a suffix.
type capture struct {
	name     string
	from, to int
	label    string
	strip    string
}

// textCapture is the name under which opText notes its place.
const textCapture = "/"

// matcher runs compiled patterns over the tokens of one turn.
type matcher struct {
	*analysis
	limit  int // patterns may not look past this token
	end    int // where the last pattern ended
	caps   []capture
	gaps   []span // tokens that a gap skipped
	begin  int    // where the pattern under way began
	label  string // of the class member matched last
	open   []int  // starts of captures under way
	memo   []remembered
	latest []int32 // of each token: the last of the memo, none

	// What follows a gap or capture that a pattern begins with fails at a place
	// whatever the gap or capture began at, and is tried there once in a search.
	leads  *node
	search int32
	dead   []int32 // of each token, and of the end: the last search that failed
}

// find runs a pattern from every position of [from, to) and returns where the
// first match begins.
func (m *matcher) find(n *node, from, to int) (int, bool) {
	m.leads = n
	m.search++
	if n.op == opCapture && m.next(&n.next.opening, from+1, to+1) > to {
		return 0, false // nothing that a capture at the beginning could end before
	}
	for pos := m.next(&n.opening, from, to); pos < to; pos = m.next(&n.opening, pos+1, to) {
		if m.tokens[pos].masked || n.op == opFirst && !m.firstOf(pos) {
			continue
		}
		m.caps, m.gaps, m.open, m.begin = m.caps[:0], m.gaps[:0], m.open[:0], pos
		if m.run(n, pos) {
			return pos, true
		}
	}
	return 0, false
}

// run reports whether the pattern matches at pos; m.end is then where it ends.
// Most do not, by how they open, and need no trying.
func (m *matcher) run(n *node, pos int) bool {
	return m.opens(&n.opening, pos) && m.match(n, pos)
}

func (m *matcher) match(n *node, pos int) bool {
	switch n.op {
	case opAccept:
		m.end = pos
		return true
	case opWord:
		if pos >= m.limit || m.tokens[pos].masked {
			return false
		}
		return n.words.match(&m.tokens[pos]) && m.run(n.next, pos+1)
	case opClass:
		for _, c := range m.members(n.class, pos) {
			m.label = c.label
			if m.run(n.next, c.to) {
				return true
			}
		}
	case opBuiltin:
		ends := m.builtin(n.name, pos)
		for i := ends.n - 1; i >= 0; i-- {
			if m.run(n.next, ends.at[i]) {
				return true
			}
		}
	case opAlt:
		for _, alt := range n.alts {
			if m.run(alt, pos) {
				return true
			}
		}
	case opGap:
		return m.gap(n, pos)
	case opCapture:
		return m.free(n, pos)
	case opBegin:
		m.open = append(m.open, pos)
		m.label = ""
		if m.run(n.next, pos) {
			return true
		}
		m.open = m.open[:len(m.open)-1]
	case opEnd:
		from := m.open[len(m.open)-1]
		m.open = m.open[:len(m.open)-1]
		m.caps = append(m.caps, capture{name: n.name, from: from, to: pos, label: m.label})
		if m.run(n.next, pos) {
			return true
		}
		m.caps = m.caps[:len(m.caps)-1]
		m.open = append(m.open, from)
	case opNot:
		return !m.lookahead(n.sub, pos) && m.run(n.next, pos)
	case opFirst:
		return m.firstOf(pos) && m.run(n.next, pos)
	case opLast:
		return m.lastOf(pos) && m.run(n.next, pos)
	case opText:
		m.caps = append(m.caps, capture{name: textCapture, from: pos, to: pos})
		if m.run(n.next, pos) {
			return true
		}
		m.caps = m.caps[:len(m.caps)-1]
	}
	return false
}

// lookahead tries a pattern without leaving a trace.
func (m *matcher) lookahead(n *node, pos int) bool {
	caps, gaps, open, end, label := len(m.caps), len(m.gaps), len(m.open), m.end, m.label
	ok := m.run(n, pos)
	m.caps, m.gaps, m.open, m.end, m.label = m.caps[:caps], m.gaps[:gaps], m.open[:open], end, label
	return ok
}

// gap skips the fewest tokens of the clause after which the rest matches.
func (m *matcher) gap(n *node, pos int) bool {
	for skip := 0; skip <= n.max; skip++ {
		if skip > 0 && (!m.inside(pos, pos+skip-1) || m.entered(pos)) {
			return false
		}
		if m.failed(n, pos+skip) {
			continue
		}
		m.gaps = append(m.gaps, span{pos, pos + skip})
		if m.follows(n, pos+skip) {
			return true
		}
		m.gaps = m.gaps[:len(m.gaps)-1]
	}
	return false
}

// free captures tokens of the clause: as few as the rest allows, or as many as
// there are when nothing need follow.
func (m *matcher) free(n *node, pos int) bool {
	if m.entered(pos) || pos == m.begin && m.leading(pos) {
		return false
	}
	longest := 0
	for longest < n.max && m.inside(pos, pos+longest) {
		longest++
	}
	for i := 1; i <= longest; i++ {
		end := pos + i
		if n.empty {
			end = pos + longest + 1 - i
		}
		if !m.opens(&n.next.opening, end) {
			continue
		}
		strip, ok := m.suffix(n.strip, end-1)
		if !ok || m.failed(n, end) || strip != "" && m.inTime(end-1) { // "geçen hafta" ends like a place, too
			continue
		}
		m.caps = append(m.caps, capture{name: n.name, from: pos, to: end, strip: strip})
		if m.follows(n, end) {
			return true
		}
		m.caps = m.caps[:len(m.caps)-1]
	}
	return false
}

// inTime reports whether a token belongs to a time expression.
func (m *matcher) inTime(pos int) bool {
	_, ok := m.dates.around(m.tokens[pos].start)
	return ok
}

// follows reports whether what comes after a gap or a capture that ends at a
// place matches there.
func (m *matcher) follows(n *node, end int) bool {
	if m.run(n.next, end) {
		return true
	}
	if n == m.leads && end > m.begin {
		m.dead[end] = m.search
	}
	return false
}

// failed reports whether that is known not to match.
func (m *matcher) failed(n *node, end int) bool {
	return n == m.leads && end > m.begin && m.dead[end] == m.search
}

// entered reports whether a new clause begins at pos without a mark that the
// pattern has spelt out.
func (m *matcher) entered(pos int) bool {
	return pos > m.begin && pos < len(m.tokens) && m.clauseOf[pos-1] >= 0 && m.clauseOf[pos-1] != m.clauseOf[pos]
}

// leading reports whether the token at pos belongs to the words that lead into
// its clause: a capture that opens a pattern says nothing with them.
func (m *matcher) leading(pos int) bool {
	return m.clauseOf[pos] >= 0 && pos < m.clauses[m.clauseOf[pos]].first
}

// suffix returns which of the suffixes the token ends in; no suffixes demand
// nothing.
func (m *matcher) suffix(all []string, pos int) (string, bool) {
	if len(all) == 0 {
		return "", true
	}
	best := ""
	for _, s := range all {
		if t := m.tokens[pos].norm; len(s) > len(best) && len(t) > len(s)+1 && strings.HasSuffix(t, s) {
			best = s
		}
	}
	return best, best != ""
}
