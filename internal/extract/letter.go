package extract

import (
	"slices"
	"strings"
)

// assistants are the names under which people address an assistant: a letter to
// one of them is the user's own.
var assistants = []string{"claude", "chatgpt", "gpt", "gemini", "copilot", "hermes", "codex", "loci", "assistant", "ai", "bot"}

func assistant(t token) bool { return slices.Contains(assistants, t.norm) }

// maskLetter masks a letter: a line that addresses somebody whom nobody takes
// for an assistant, or one that greets somebody, and further down one that takes
// leave. Both have to be there, since people greet assistants too.
func (m *matcher) maskLetter() {
	from := -1
	for i := 0; i < len(m.tokens); i++ {
		end := m.lineEnd(i)
		switch {
		case m.addresses(i, end):
			m.maskTokens(i, len(m.tokens), skipMaterial)
			return
		case from < 0 && m.greets(i, end):
			from = i
		case from >= 0 && end-i <= longestLeave && m.begins("regards", i):
			m.maskTokens(from, len(m.tokens), skipMaterial)
			return
		}
		i = end
	}
}

// addresses reports whether the line [from, to) is all the beginning of a letter:
// "Dear hiring manager,", and a line follows.
func (m *matcher) addresses(from, to int) bool {
	if to == len(m.tokens) || to-from < 2 {
		return false
	}
	const marks = ",:!،：，、！—–;؛"
	last := to
	if strings.Contains(marks, m.tokens[to-1].norm) {
		last--
	} else if s, ok := m.classIn("salute_after", from, to); !ok || s.to != to {
		return false
	}
	end, ok := m.classHere("letter", from)
	if !ok || end > last || last-end > longestName {
		return false
	}
	return !slices.ContainsFunc(m.tokens[from:last], assistant) &&
		!slices.ContainsFunc(m.tokens[end:last], func(t token) bool { return strings.Contains(marks, t.norm) })
}

// longestLeave is how many tokens the line has that takes leave.
const longestLeave = 8

// greets reports whether the line [from, to) is a greeting and a name, and not
// that of an assistant.
func (m *matcher) greets(from, to int) bool {
	if to == len(m.tokens) {
		return false
	}
	isMark := func(i int) bool { return m.tokens[i].kind == punct }
	for to > from && isMark(to-1) {
		to--
	}
	if end, ok := m.classHere("salute", from); ok {
		from = end
	} else if s, ok := m.classIn("salute_after", from, to); ok && s.to == to {
		to = max(s.from, from+1) // it may be an ending of the name
	} else {
		return false
	}
	for from < to && isMark(from) {
		from++
	}
	if from >= to || to-from > longestName {
		return false
	}
	name := m.tokens[from:to]
	return name[0].capital() && !slices.ContainsFunc(name, assistant)
}

// lineEnd returns where the line at pos ends.
func (a *analysis) lineEnd(pos int) int {
	for pos < len(a.tokens) && a.tokens[pos].kind != newline {
		pos++
	}
	return pos
}
