package contextblock

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Name is what a text that holds a context block contains, however a host has
// escaped it.
const Name = "loci-context"

const keyLen = 16 // hexadecimal digits of its fence

// frameChars is what the fence, the heading of the facts and the blank line
// before it take.
var frameChars = utf8.RuneCountInString(headFacts) + 2 +
	len(fmt.Sprintf("<%[1]s %[2]*[3]s>\n</%[1]s %[2]*[3]s>\n", Name, keyLen, ""))

var (
	// fence matches a tag in a view: spaces and the backslash that some
	// encoders of JSON put before a slash do not hide it.
	fence = pattern(fmt.Sprintf(`<[ \t]*(\\*/)?[ \t]*%s[ \t]+([0-9a-f]{%d})[ \t]*>`, Name, keyLen))
	// quoting is what hosts put in front of a line that they pass on.
	quoting = pattern(`^[\s>|│┃*]*`)
)

// tag is one end of a fence.
type tag struct {
	start, end int
	closes     bool
	until      int // of an opening tag: where its closing tag ends; 0 if it is missing
}

// tags finds the fences of a text and which of them belong together.
func tags(s string) []tag {
	if !strings.Contains(s, Name) {
		return nil
	}
	found := fence().FindAllStringSubmatchIndex(s, -1)
	out := make([]tag, len(found))
	closing := map[string]int{} // by key, the nearest one behind
	for i := len(found) - 1; i >= 0; i-- {
		at := found[i]
		key := s[at[4]:at[5]]
		out[i] = tag{start: at[0], end: at[1], closes: at[2] >= 0, until: closing[key]}
		if out[i].closes {
			closing[key] = at[1]
		}
	}
	return out
}

// span is a part of a view.
type span struct{ start, end int }

// Strip removes every context block from a text, whatever its key and however
// a host has indented, quoted, escaped or cut it, and reports whether there
// was one. Without its fence a block is known by its headings and its items.
// Text without a block comes back as it is.
func Strip(s string) (clean string, removed bool) {
	clean = s
	for range maxPasses {
		next, found := strip(clean)
		if !found {
			break
		}
		clean, removed = next, true
	}
	return clean, removed
}

// maxPasses bounds how often what is left is looked at again: what stood apart
// may come to look like a block when one between goes.
const maxPasses = 4

func strip(s string) (clean string, removed bool) {
	v := newView(s)
	var parts []string
	for _, outside := range outsideFences(v.text) {
		for _, kept := range outsideLines(v.text, outside) {
			parts = append(parts, s[v.source(kept.start):v.source(kept.end)])
		}
	}
	if len(parts) == 1 && len(parts[0]) == len(s) {
		return s, false
	}
	return join(parts), true
}

// outsideFences returns what stands around the fences of a text.
func outsideFences(s string) []span {
	var kept []span
	from := 0
	found := tags(s)
	for i, t := range found {
		switch {
		case t.start < from: // inside a block
		case t.closes: // the host cut off the beginning
			kept = append(kept, span{from, from + len(beforeTail(s[from:t.start]))})
			from = t.end
		default:
			kept = append(kept, span{from, from + len(unquoteEnd(s[from:t.start]))})
			if t.until > 0 {
				from = t.until
			} else {
				next := len(s)
				if i+1 < len(found) {
					next = found[i+1].start
				}
				from = next - len(afterHead(s[t.end:next]))
			}
			from = afterEscapedBreaks(s, t.start, from)
		}
	}
	return append(kept, span{from, len(s)})
}

// afterEscapedBreaks skips the line breaks behind a block that is itself
// written inside a string of JSON.
func afterEscapedBreaks(s string, start, end int) int {
	if strings.Contains(s[start:end], `\n`) {
		end += len(escapedBreak().FindString(s[end:]))
	}
	return end
}

// join puts what stood around the blocks together, without the blank lines
// that stood between.
func join(parts []string) string {
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n")
}

// unquoteEnd drops the quoting that belonged to the fence's line.
func unquoteEnd(s string) string {
	start := strings.LastIndexByte(s, '\n') + 1
	if quoting().FindString(s[start:]) == s[start:] {
		return s[:start]
	}
	return s
}

// afterHead skips the lines of a block whose end is missing.
func afterHead(s string) string {
	for s != "" {
		line, rest, more := strings.Cut(s, "\n")
		if !ours(line) && (more || !oursCut(line)) {
			return s
		}
		s = rest
	}
	return ""
}

// beforeTail drops the lines of a block whose beginning is missing.
func beforeTail(s string) string {
	s = unquoteEnd(s)
	for s != "" {
		body := strings.TrimSuffix(s, "\n")
		start := strings.LastIndexByte(body, '\n') + 1
		if !ours(body[start:]) {
			break
		}
		s = body[:start]
	}
	return s
}

// ours reports whether a line of a view has the shape of a line of the block.
func ours(line string) bool {
	line = unquoted(line)
	return line == "" || isHeading(line) || itemLine().MatchString(line)
}

// cutItem matches what is left of an item that was cut inside its bracket.
var cutItem = pattern(`^-( (\[[a-z_]*( [0-9a-zA-Z-]{0,8}\]?)?)?)?$`)

// oursCut reports whether the last line of a text is what a cut left of one of
// ours.
func oursCut(line string) bool {
	line = unquoted(line)
	for _, whole := range append(headings(), "</"+Name) {
		if strings.HasPrefix(whole, line) || strings.HasPrefix(line, "</"+Name) {
			return true
		}
	}
	return cutItem().MatchString(line)
}

func unquoted(line string) string {
	return strings.TrimRight(line[len(quoting().FindString(line)):], " \t\r")
}
