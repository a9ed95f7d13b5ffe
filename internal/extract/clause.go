package extract

import (
	"slices"
	"strings"
)

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
// the same clause, and no mark but those that occur in names (C++, R&D).
func (m *matcher) inside(from, i int) bool {
	if i >= m.limit || m.tokens[i].masked || m.clauseOf[i] < 0 || m.clauseOf[i] != m.clauseOf[from] {
		return false
	}
	t := &m.tokens[i]
	return t.kind == word || t.kind == number || t.kind == punct && strings.ContainsAny(t.norm, "&+#/%$€£₽.',:、")
}

// closing marks end a sentence, pausing marks a clause.
const (
	closing = ".!?…。۔।॥"
	pausing = ",;:—–()[]¿¡\"«»“”„•|→"
)

// segment cuts the tokens into sentences and clauses.
func (m *matcher) segment() {
	a := m.analysis
	a.clauseOf = make([]int, len(a.tokens))
	for i := range a.clauseOf {
		a.clauseOf[i] = -1
	}
	split := a.pack.classes["split"]
	start, sentence, brackets := 0, 0, 0
	flush := func(end int, mark string) {
		if end > start {
			for i := start; i < end; i++ {
				a.clauseOf[i] = len(a.clauses)
			}
			a.clauses = append(a.clauses, clause{from: start, to: end, first: start, sentence: sentence, ends: mark})
		}
		start = end
	}
	closes := -1
	for i := range a.tokens {
		t := &a.tokens[i]
		if i == closes {
			flush(i, ",") // the ending stands for a comma
		}
		if end, ok := m.classHere("close", i); ok {
			closes = end
		}
		strong, weak := a.boundary(i, &brackets)
		topic := strong && m.topical(sentence, start, i)
		if topic {
			t.norm, strong, weak = ":", false, true
			m.look(i)
		}
		if weak && t.norm == "," && a.inList(i) {
			continue
		}
		from := start
		switch {
		case strong || weak:
			flush(i, t.norm)
			if n := len(a.clauses); n > 0 && a.clauses[n-1].to == i {
				a.clauses[n-1].ends = t.norm
			} else if n > 0 && strings.ContainsAny(t.norm, "?") {
				a.clauses[n-1].ends = t.norm // "?!", "...?"
			}
			if n := len(a.clauses); topic && n > 0 {
				a.clauses[n-1].topic = true
			}
			start = i + 1
			if weak && t.norm == "," && m.coordinated(from, i) {
				m.carry(i)
				start = i
			}
			if strong && len(a.clauses) > 0 && a.clauses[len(a.clauses)-1].sentence == sentence {
				sentence++
			}
		case i > start && (t.spaced || t.caseless || a.elided(i)) && len(m.members(split, i)) > 0:
			flush(i, "")
		case i > start && m.coordinated(start, i):
			flush(i, "")
			m.carry(i)
		}
	}
	flush(len(a.tokens), "")
	a.gather()
	m.forget()
}

// elided reports whether a mark stands for the lost beginning of the word at i:
// "'cause".
func (a *analysis) elided(i int) bool {
	before := &a.tokens[i-1]
	return before.kind == punct && before.spaced && strings.Contains("'’‘", before.norm)
}

// topical reports whether the mark at i asks for nothing but only names what
// the next words are about: "Favourite film? Amélie." reads as if a colon stood
// there.
func (m *matcher) topical(sentence, from, i int) bool {
	n := len(m.clauses)
	if m.tokens[i].norm != "?" || i+1 >= len(m.tokens) || n > 0 && m.clauses[n-1].sentence == sentence {
		return false
	}
	end, ok := m.classHere("topic", from)
	return ok && end == i
}

// inList reports whether the comma at i stands between two days of the week or
// two adjectives: "Monday, Wednesday and Friday" and "a safe, quiet home" are one
// thing.
func (a *analysis) inList(i int) bool {
	if i == 0 || i+1 >= len(a.tokens) {
		return false
	}
	return slices.ContainsFunc([]string{"weekday", "adjective"}, func(name string) bool {
		c := a.pack.classes[name]
		return c != nil && a.pack.index.holds(c.id, &a.tokens[i-1]) && a.pack.index.holds(c.id, &a.tokens[i+1])
	})
}

// gather notes which clauses make up a sentence.
func (a *analysis) gather() {
	for i := range a.clauses {
		s := a.clauses[i].sentence
		for len(a.sentences) <= s {
			a.sentences = append(a.sentences, span{i, i})
		}
		a.sentences[s].to = i + 1
	}
}

// boundary reports whether token i ends a sentence or only a clause.
func (a *analysis) boundary(i int, brackets *int) (strong, weak bool) {
	t := &a.tokens[i]
	switch t.kind {
	case newline, emoji:
		return true, false
	case punct:
	default:
		return false, false
	}
	last := i+1 >= len(a.tokens)
	switch {
	case t.norm == ".":
		return (last || a.tokens[i+1].spaced || a.tokens[i+1].kind == newline) && !a.abbreviation(i), false
	case strings.Contains(closing, t.norm):
		return true, false
	case t.norm == "(":
		*brackets++
		return false, true
	case t.norm == ")":
		if *brackets == 0 {
			return true, false // a smile
		}
		*brackets--
		return false, true
	case t.norm == "-":
		return false, t.spaced || last || a.tokens[i+1].spaced
	case t.norm == ":" && a.clockMark(i):
		return false, false
	}
	return false, strings.Contains(pausing, t.norm)
}

// clockMark reports whether the mark at i stands inside a time: "6:15".
func (a *analysis) clockMark(i int) bool {
	return i > 0 && i+1 < len(a.tokens) && !a.tokens[i].spaced && !a.tokens[i+1].spaced &&
		a.tokens[i-1].kind == number && a.tokens[i+1].kind == number
}

// abbreviation reports whether the full stop at i ends a short word before a
// small letter or a figure: "dr. ana" no, "approx. five" yes, "1. º" yes.
func (a *analysis) abbreviation(i int) bool {
	if i == 0 || i+1 >= len(a.tokens) {
		return false
	}
	before, after := &a.tokens[i-1], &a.tokens[i+1]
	if c := a.pack.classes["abbreviation"]; c != nil && a.pack.index.holds(c.id, before) {
		return true
	}
	if before.kind == number {
		return a.ordinal(i)
	}
	return before.kind == word && before.upper && len([]rune(before.norm)) == 1 && after.kind == word
}

// ordinal reports whether the full stop at i makes an ordinal of the number
// before it: "am 3. Oktober", "bis zum 15. muss", "am 14., also". A number may
// well end a sentence, so what stands around it decides.
func (a *analysis) ordinal(i int) bool {
	after := &a.tokens[i+1]
	if c := a.pack.classes["ordinal_after"]; c != nil && a.pack.index.holds(c.id, after) {
		return true
	}
	c := a.pack.classes["ordinal_before"]
	return c != nil && i > 1 && a.pack.index.holds(c.id, &a.tokens[i-2]) &&
		(after.kind == word && !after.upper || after.norm == ",")
}

// coordinated reports whether "and", or a comma, at i joins to the clause that
// began at from a verb of the same subject, the speaker: "I'm 34, work as a nurse
// and live in Leeds". Behind an infinitive or a modal verb it would be part of
// what is only wanted: "I want to move and live in Madrid".
func (m *matcher) coordinated(from, i int) bool {
	return i+1 < len(m.tokens) && (m.begins("and", i) || m.tokens[i].norm == ",") && m.begins("coordinate", i+1) &&
		m.begins("speaker", m.afterLeads(from, i)) && !m.has("dependent", from, i)
}

// carry puts the speaker, as the pack names them, in the place of the word or
// mark at i, without a place in the text.
func (m *matcher) carry(i int) {
	t, next := &m.tokens[i], &m.tokens[i+1]
	*t = token{norm: m.pack.speaker, lower: m.pack.speaker, start: next.start, end: next.start, kind: word, spaced: true, masked: t.masked}
	m.look(i)
	m.forget()
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

// emphasis reports whether a token sets off what follows: "**", "__".
func emphasis(t *token) bool { return t.kind == punct && strings.Contains("*_", t.norm) }

// spoken reports whether a token is a word or a number.
func (t *token) spoken() bool { return t.kind == word || t.kind == number }

// capital reports whether a token is written like a name.
func (t *token) capital() bool {
	return t.kind == word && (t.upper || t.caseless)
}
