package extract

import (
	"slices"
	"strings"
)

// assistants are the names under which people address an assistant: a letter to
// one of them is the user's own.
var assistants = []string{"claude", "chatgpt", "gpt", "gemini", "copilot", "hermes", "codex", "loci", "assistant", "ai", "bot"}

// maskLetter masks a letter: a line that greets somebody, and further down one
// that takes leave. Both have to be there, since people greet assistants too.
func (m *matcher) maskLetter() {
	from := -1
	for i := range m.tokens {
		if m.tokens[i].masked || i > 0 && m.tokens[i-1].kind != newline {
			continue
		}
		if from < 0 {
			if end, ok := m.classHere("salute", i); ok && m.addresses(end) {
				from = i
			}
		} else if end, ok := m.classHere("regards", i); ok && m.lineEnd(end)-i <= longestLeave {
			m.maskTokens(from, len(m.tokens), skipMaterial)
			return
		}
	}
}

// longestLeave is how many tokens the line has that takes leave.
const longestLeave = 8

// addresses reports whether the rest of the line at pos is a name, and not that
// of an assistant.
func (m *matcher) addresses(pos int) bool {
	const longest = 4 // tokens of a name
	end := m.lineEnd(pos)
	if end == len(m.tokens) {
		return false
	}
	for end > pos && strings.Contains(pausing+closing, m.tokens[end-1].norm) {
		end--
	}
	name := m.tokens[pos:end]
	return len(name) > 0 && len(name) <= longest && name[0].capital() &&
		!slices.ContainsFunc(name, func(t token) bool { return slices.Contains(assistants, t.norm) })
}

// lineEnd returns where the line at pos ends.
func (a *analysis) lineEnd(pos int) int {
	for pos < len(a.tokens) && a.tokens[pos].kind != newline {
		pos++
	}
	return pos
}
