package extract

import "strings"

// clause is a stretch of tokens that states one thing: between punctuation
// marks, or the words that begin a new statement (class "split").
type clause struct {
	from, to int
	first    int    // where it begins once discourse markers are skipped
	sentence int    // index of its sentence
	ends     string // the mark that closes it, empty if a word opens the next
	question bool
	topic    bool // names what the next clauses are about
	cond     bool // a condition, or what follows from one
	hedged   bool
	other    bool // somebody else is its subject
	task     bool // an order to the assistant
	work     bool // a remark about the work at hand
	denied   bool // the author says that it is not so
	relayed  bool // somebody else said it of the author
}

// told reports whether the author says plainly of a clause that it is so.
func (c *clause) told() bool { return !c.question && !c.cond && !c.task && !c.hedged && !c.denied }

// analysis is a turn cut up and marked: what frames are matched against.
type analysis struct {
	src       string
	pack      *pack
	tokens    []token
	clauses   []clause
	clauseOf  []int // of each token; -1 for a mark between clauses
	sentences []span
	senses    *senses
	dates     *calendar
	skips     []Skip
	retold    []retold
	known     []acquaintance
}

// span is a range of clauses or tokens.
type span struct{ from, to int }

// bytes returns where tokens [from, to) begin and end in the source.
func (a *analysis) bytes(from, to int) (start, end int) {
	return a.tokens[from].start, a.tokens[to-1].end
}

// verbatim returns tokens [from, to) as they stand in the source.
func (a *analysis) verbatim(from, to int) string {
	start, end := a.bytes(from, to)
	return a.src[start:end]
}

// firstOf reports whether a clause begins at pos, discourse markers aside.
func (a *analysis) firstOf(pos int) bool {
	if pos >= len(a.tokens) || a.clauseOf[pos] < 0 {
		return false
	}
	c := &a.clauses[a.clauseOf[pos]]
	return pos == c.first
}

// lastOf reports whether the clause ends before pos, chatter that trails off
// aside.
func (m *matcher) lastOf(pos int) bool {
	for !m.ended(pos) {
		end, ok := m.classHere("tail", pos)
		if !ok {
			return false
		}
		pos = end
	}
	return true
}

// ended reports whether the clause ends before pos.
func (a *analysis) ended(pos int) bool {
	return pos >= len(a.tokens) || pos == 0 || a.clauseOf[pos] != a.clauseOf[pos-1] || a.tokens[pos].masked
}

// inside reports whether token i can belong to a capture that begins at from:
// the same clause, and no mark but those that occur in names (C++, R&D)
// and code.
func (m *matcher) inside(from, i int) bool {
	if i >= m.limit || m.tokens[i].masked || m.clauseOf[i] < 0 || m.clauseOf[i] != m.clauseOf[from] {
		return false
	}
	t := &m.tokens[i]
	return t.kind == word || t.kind == number || t.kind == punct && strings.ContainsAny(t.norm, "&+#/%$€£₽.',:、-()[]")
}

// skipLeads moves each clause's beginning past words that only lead in: "so",
// "btw", "and".
func (m *matcher) skipLeads() {
	for i := range m.clauses {
		c := &m.clauses[i]
		for c.first+1 < c.to && emphasis(&m.tokens[c.first]) {
			c.first++
		}
		c.first = m.afterLeads(c.first, c.to)
	}
}

// afterLeads returns where what only leads in ends in [from, to).
func (m *matcher) afterLeads(from, to int) int {
	for from < to {
		end, ok := m.classHere("lead", from)
		if !ok || end >= to {
			break
		}
		from = end
	}
	return from
}
