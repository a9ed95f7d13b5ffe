package extract

import (
	"slices"
	"strings"
)

// closing marks end a sentence, pausing marks a clause.
const (
	closing = ".!?…。۔।॥"
	pausing = ",;:—–()[]¿¡\"«»“”„•|→"
)

// segmenter cuts the tokens of a turn into sentences and clauses.
type segmenter struct {
	*matcher
	and      *class
	start    int // where the clause under way begins
	sentence int // the one under way
	brackets int // how many are open
	called   int // where the brackets of code under way close
}

// segment cuts the tokens into sentences and clauses.
func (m *matcher) segment() {
	m.clauseOf = slices.Repeat([]int{-1}, len(m.tokens))
	classes := m.pack.classes
	s := &segmenter{matcher: m, and: classes["and"]}
	split, closers, closes := classes["split"], classes["close"], -1
	for i := range m.tokens {
		t := &m.tokens[i]
		if i == closes {
			s.flush(i, ",") // the ending stands for a comma
		}
		if end, ok := m.longest(closers, i); ok {
			closes = end
		}
		strong, weak := s.boundary(i)
		switch {
		case strong && s.topical(i):
			t.norm = ":"
			m.senses.look(i, t)
			s.close(i, false)
			m.clauses[len(m.clauses)-1].topic = true
		case weak && t.norm == "," && m.inList(i):
		case strong || weak:
			s.close(i, strong)
		case i > s.start && (t.spaced || t.caseless || m.elided(i)) && len(m.members(split, i)) > 0:
			s.flush(i, "")
		case i > s.start && s.coordinated(s.start, i):
			s.flush(i, "")
			m.carry(i)
		}
	}
	s.flush(len(m.tokens), "")
	m.gather()
	m.forget()
}

// flush ends the clause under way before a token.
func (s *segmenter) flush(end int, mark string) {
	if end > s.start {
		for i := s.start; i < end; i++ {
			s.clauseOf[i] = len(s.clauses)
		}
		s.clauses = append(s.clauses, clause{from: s.start, to: end, first: s.start, sentence: s.sentence, ends: mark})
	}
	s.start = end
}

// close ends the clause under way with the mark at i, and its sentence if the
// mark is a strong one.
func (s *segmenter) close(i int, strong bool) {
	from, mark := s.start, s.tokens[i].norm
	s.flush(i, mark)
	if n := len(s.clauses); n > 0 {
		last := &s.clauses[n-1]
		if last.to == i || mark == "?" { // "?!", "...?"
			last.ends = mark
		}
		if strong && last.sentence == s.sentence {
			s.sentence++
		}
	}
	s.start = i + 1
	if !strong && mark == "," && s.coordinated(from, i) {
		s.carry(i)
		s.start = i
	}
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
func (s *segmenter) topical(i int) bool {
	n := len(s.clauses)
	if s.tokens[i].norm != "?" || i+1 >= len(s.tokens) || n > 0 && s.clauses[n-1].sentence == s.sentence {
		return false
	}
	end, ok := s.classHere("topic", s.start)
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
		return a.pack.lists(name, &a.tokens[i-1]) && a.pack.lists(name, &a.tokens[i+1])
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
func (s *segmenter) boundary(i int) (strong, weak bool) {
	t := &s.tokens[i]
	switch t.kind {
	case newline, emoji:
		return true, false
	case punct:
	default:
		return false, false
	}
	last := i+1 >= len(s.tokens)
	if end, ok := s.call(i); ok && end > s.called {
		s.called = end
	}
	switch {
	case i <= s.called && i > 0 && s.called > 0:
		return false, false
	case t.norm == ".":
		return (last || s.tokens[i+1].spaced || s.tokens[i+1].kind == newline) && !s.abbreviation(i), false
	case strings.Contains(closing, t.norm):
		return true, false
	case t.norm == "(":
		s.brackets++
		return false, true
	case t.norm == ")":
		if s.brackets == 0 {
			return true, false // a smile
		}
		s.brackets--
		return false, true
	case t.norm == "-":
		return false, s.dash(i)
	case strings.Contains("~〜", t.norm):
		return false, s.drawn(i)
	case t.norm == ":" && s.clockMark(i):
		return false, false
	}
	return false, strings.Contains(pausing, t.norm)
}

// drawn reports whether the tilde at i draws out the word it ends, and with it
// what was said: "채은이에요~ 세종 살아요". Between two words it stands for a span.
func (a *analysis) drawn(i int) bool {
	return i > 0 && a.tokens[i-1].kind == word && !a.tokens[i].spaced && i+1 < len(a.tokens) && a.tokens[i+1].spaced
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
	if a.pack.lists("abbreviation", before) {
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
	return a.pack.lists("ordinal_after", after) || i > 1 && a.pack.lists("ordinal_before", &a.tokens[i-2]) &&
		(after.kind == word && !after.upper || after.norm == ",")
}

// coordinated reports whether "and", or a comma, at i joins to the clause that
// began at from a verb of the same subject, the speaker: "I'm 34, work as a nurse
// and live in Leeds". Behind an infinitive or a modal verb it would be part of
// what is only wanted: "I want to move and live in Madrid".
func (s *segmenter) coordinated(from, i int) bool {
	return i+1 < len(s.tokens) && (len(s.members(s.and, i)) > 0 || s.tokens[i].norm == ",") && s.begins("coordinate", i+1) &&
		s.begins("speaker", s.afterLeads(from, i)) && !s.has("dependent", from, i)
}

// carry puts the speaker, as the pack names them, in the place of the word or
// mark at i, without a place in the text.
func (m *matcher) carry(i int) {
	t, next := &m.tokens[i], &m.tokens[i+1]
	*t = token{norm: m.pack.speaker, lower: m.pack.speaker, start: next.start, end: next.start, kind: word, spaced: true, masked: t.masked}
	m.senses.look(i, t)
	m.forget()
}
