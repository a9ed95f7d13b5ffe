package extract

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maskStruck masks what is struck out: "~~I live in Porto~~". Drawn-out words
// ("so~~~ good") and fences strike out nothing.
func (a *analysis) maskStruck() {
	const mark = "~~"
	for pos := 0; ; {
		before, rest, open := strings.Cut(a.src[pos:], mark)
		struck, _, closed := strings.Cut(rest, mark)
		if !open || !closed {
			return
		}
		start := pos + len(before)
		pos = start + len(mark)
		if struck != "" && struck == strings.Trim(struck, "~ \n") {
			pos += len(struck) + len(mark)
			a.maskBytes(start, pos, skipStruck)
		}
	}
}

// maskDisowned masks what the author takes back: what a line with a colon
// introduces as not so, what a cross stands beside, and what a word denies
// before or after it.
func (m *matcher) maskDisowned() {
	for i := 0; i < len(m.tokens); i++ {
		colon, ok := m.introduces(i)
		if c := m.clauseOf[max(colon-1, 0)]; ok && c >= 0 && m.disowns(m.sentences[m.clauses[c].sentence]) {
			end := m.introduced(i)
			m.maskTokens(i+1, end, skipDenied)
			i = max(i, end-1)
		}
	}
	m.maskCrossed()
	for i := range m.clauses {
		switch c := &m.clauses[i]; {
		case c.question || !m.is("untrue", c) || m.within("denies", c): // that leads on
		case c.ends == ":" && c.to-c.first > longestLabel:
		case c.ends == ":":
			m.maskTokens(c.to, m.clauses[m.sentences[c.sentence].to-1].to, skipDenied)
		default:
			m.maskTokens(m.before(i), c.from, skipDenied)
		}
	}
}

// crosses say of the line that they begin or end that it is not so, unless the
// line says so itself: "❌ no tabs".
const crosses = "❌✗✘✖👎🚫⛔"

// maskCrossed masks the lines that a cross begins or ends.
func (m *matcher) maskCrossed() {
	from := 0
	for i := range len(m.tokens) + 1 {
		if i < len(m.tokens) && m.tokens[i].kind != newline {
			continue
		}
		if from < i && (cross(&m.tokens[from]) || cross(&m.tokens[i-1])) && !m.has("not", from, i) {
			m.maskTokens(from, i, skipDenied)
		}
		from = i + 1
	}
}

// cross reports whether a token is a cross.
func cross(t *token) bool {
	r, _ := utf8.DecodeRuneInString(t.norm)
	return strings.ContainsRune(crosses, r)
}

// longestLabel is how many words label what follows them ("false: …"); more
// speak of what was said before: "that is not true: …".
const longestLabel = 2

// disowning are the classes of what says of a thing that it is not so, not
// wanted, supposed, or somebody else's.
var disowning = []string{"not", "hates", "untrue", "denies", "reported"}

// disowns reports whether a sentence disowns what it introduces.
func (m *matcher) disowns(s span) bool {
	for i := s.from; i < s.to; i++ {
		c := &m.clauses[i]
		within := func(class string) bool { return m.within(class, c) }
		if m.chatter(c) {
			continue // "don't forget:"
		}
		if c.cond || m.tokens[c.first].masked || slices.ContainsFunc(disowning, within) {
			return true
		}
	}
	return false
}

// before returns where begins what the clause at i can take back: its own
// sentence, and the one before where nothing is said in its own.
func (m *matcher) before(i int) int {
	s := m.sentences[m.clauses[i].sentence]
	for j := s.from; j < i; j++ {
		if c := &m.clauses[j]; !m.chatter(c) && !m.is("not", c) {
			return m.clauses[s.from].from
		}
	}
	if s.from > 0 {
		s = m.sentences[m.clauses[s.from-1].sentence]
	}
	return m.clauses[s.from].from
}
