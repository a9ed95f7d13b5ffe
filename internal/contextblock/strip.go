package contextblock

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	fenceName = "loci-context"
	keyLen    = 16 // hexadecimal digits
)

// frameChars is what the fence, the heading of the facts and the blank line
// before it take.
var frameChars = utf8.RuneCountInString(headFacts) + 2 +
	len(fmt.Sprintf("<%[1]s %[2]*[3]s>\n</%[1]s %[2]*[3]s>\n", fenceName, keyLen, ""))

var (
	fence = regexp.MustCompile(fmt.Sprintf(`<(/?)%s ([0-9a-f]{%d})>`, fenceName, keyLen))
	// quoting is what hosts put in front of a line that they pass on.
	quoting = regexp.MustCompile(`^[\s>|│┃*]*`)
)

// tag is one end of a fence.
type tag struct {
	start, end int
	closes     bool
	until      int // of an opening tag: where its closing tag ends; 0 if it is missing
}

// tags finds the fences of a text and which of them belong together.
func tags(s string) []tag {
	found := fence.FindAllStringSubmatchIndex(s, -1)
	out := make([]tag, len(found))
	closing := map[string]int{} // by key, the nearest one behind
	for i := len(found) - 1; i >= 0; i-- {
		at := found[i]
		key := s[at[4]:at[5]]
		out[i] = tag{start: at[0], end: at[1], closes: at[2] < at[3], until: closing[key]}
		if out[i].closes {
			closing[key] = at[1]
		}
	}
	return out
}

// Strip removes every context block from a text, whatever its key and however
// a host has indented, quoted or cut it, and reports whether there was one.
// Text without a block comes back as it is.
func Strip(s string) (clean string, removed bool) {
	found := tags(s)
	if len(found) == 0 {
		return s, false
	}
	var kept []string
	from := 0
	for _, t := range found {
		switch {
		case t.start < from: // inside a block
		case t.closes: // the host cut off the beginning
			kept = append(kept, beforeTail(s[from:t.start]))
			from = t.end
		default:
			kept = append(kept, unquoteEnd(s[from:t.start]))
			from = t.until
			if from == 0 {
				from = len(s) - len(afterHead(s[t.end:]))
			}
		}
	}
	return join(append(kept, s[from:])), true
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
	if quoting.FindString(s[start:]) == s[start:] {
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

// ours reports whether a line has the shape of a line of the block.
func ours(line string) bool {
	line = unquoted(line)
	if line == "" || line == headInstructions || line == headFacts || line == headEpisodes {
		return true
	}
	_, ok := parseItem(line)
	return ok
}

// cutItem matches what is left of an item that was cut inside its bracket.
var cutItem = regexp.MustCompile(`^-( (\[[a-z_]*( [0-9a-zA-Z-]{0,8}\]?)?)?)?$`)

// oursCut reports whether the last line of a text is what a cut left of one of
// ours.
func oursCut(line string) bool {
	line = unquoted(line)
	for _, whole := range []string{headInstructions, headFacts, headEpisodes, "</" + fenceName} {
		if strings.HasPrefix(whole, line) || strings.HasPrefix(line, "</"+fenceName) {
			return true
		}
	}
	return cutItem.MatchString(line)
}

func unquoted(line string) string {
	return strings.TrimRight(line[len(quoting.FindString(line)):], " \t\r")
}
