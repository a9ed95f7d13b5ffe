package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// headlines reports whether the clause at i is a line of its own that no
// sentence of the author's is made of, above a text that it so hands over: who
// wrote it ("WhatsApp from mom", "John Smith 10:32"), or what it stands in
// ("Her bio says").
func (m *matcher) headlines(i int) bool {
	c := &m.clauses[i]
	if c.from > 0 && m.tokens[c.from-1].kind != newline {
		return false
	}
	if m.byline(c.from) {
		return true
	}
	if !m.aloneInLine(c) || c.question {
		return false
	}
	end, ok := m.classHere("headline", c.first)
	return ok && m.ended(end)
}

// aloneInLine reports whether nothing is said in the line of a clause but that,
// and a line follows.
func (m *matcher) aloneInLine(c *clause) bool {
	if c.from > 0 && m.tokens[c.from-1].kind != newline {
		return false
	}
	end := c.to
	for end < len(m.tokens) && !m.tokens[end].spoken() && m.tokens[end].kind != newline {
		end++
	}
	return end+1 < len(m.tokens) && m.tokens[end].kind == newline
}

// timeOfDay is what programs put behind the name of a sender.
var timeOfDay = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\W*\d\d?[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?\W*$`)
})

// byline reports whether the line that begins at a token is a name with a time
// of day, or at the top of the turn a name alone, and a line follows. A name
// alone may be anything unless it is a common one.
func (m *matcher) byline(from int) bool {
	to, i := m.lineEnd(from), from
	for i < to && i-from < longestName && m.tokens[i].kind == word && (m.tokens[i].upper || m.begins("firstname", i)) {
		i++
	}
	if i == from || to+1 >= len(m.tokens) {
		return false
	}
	given := m.begins("firstname", from)
	if i == to {
		return from == 0 && given
	}
	return (given || !m.pack.index.knows(m.tokens[from].norm)) && timeOfDay().MatchString(m.src[m.tokens[i-1].end:m.tokens[to].start])
}

// title is a line that is the name of a document or somebody's handle.
var title = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[#*]*[\w./\\-]+\.(?i:md|txt|pdf|docx?|rtf|html?|csv|log|eml|rst|srt|vtt)\**|@([\w.-]+))$`)
})

// titled reports whether the first line of a text is the name of a document or
// the handle of somebody whose words follow.
func titled(line string, last bool) bool {
	if last || strings.Contains(line, " ") || !strings.ContainsAny(line, ".@") {
		return false
	}
	found := title().FindStringSubmatch(line)
	return found != nil && !slices.Contains(assistants, strings.ToLower(found[1]))
}

// chatLine is a line that begins with who speaks, as chat programs write it:
// "Bob> …".
var chatLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][\w.-]{1,19}> \S`)
})
