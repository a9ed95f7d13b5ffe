package transcript

import (
	"bufio"
	_ "embed"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/locimem/loci"
)

//go:embed roles.txt
var rolesFile string

// roles are the words by which transcripts name who speaks, in lower case.
var roles = sync.OnceValue(func() map[string]loci.TurnRole {
	out := map[string]loci.TurnRole{}
	for line := range strings.Lines(rolesFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		role, words, _ := strings.Cut(line, ":")
		for word := range strings.FieldsSeq(words) {
			out[word] = loci.TurnRole(role)
		}
	}
	return out
})

// parseRole does not repeat an unknown role: who knows what stands there.
func parseRole(s string) (loci.TurnRole, error) {
	if role, ok := roles()[strings.ToLower(strings.TrimSpace(s))]; ok {
		return role, nil
	}
	role, err := loci.ParseTurnRole(s)
	if err != nil {
		return "", loci.Errorf(loci.Invalid, "unknown \"role\"").WithHint("%s", loci.HintOf(err))
	}
	return role, nil
}

// label matches the beginning of a message: "User: …", "**Assistant:** …".
var label = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\s*_#]*([\p{L}\p{M}\x{FFFD}'ʻʼ‘’]+)[*_]*\s*[:：][*_]*\s*(.*)$`)
})

// readText reads messages that begin with a role and go on to the next one. A
// plain text is one conversation, named after its file.
func readText(in *bufio.Reader, o Options, yield func(Item, error) bool) {
	r := textReader{o: o, yield: yield}
	if !o.stdin() {
		r.conversation = filepath.Base(o.Name)
	}
	l := lines{in: in}
	for {
		line, err := l.next()
		switch {
		case errors.Is(err, errTooLong):
			if !yield(Item{}, o.fault(l.number, "%w", err)) {
				return
			}
		case err != nil:
			if r.finish() && !errors.Is(err, io.EOF) {
				yield(Item{}, o.fault(l.number, "%w", err))
			}
			return
		case !utf8.Valid(line) && !r.broken(string(line), l.number),
			utf8.Valid(line) && !r.line(string(line), l.number):
			return
		}
	}
}

// textReader gathers the lines of one message at a time.
type textReader struct {
	o            Options
	yield        func(Item, error) bool
	conversation string

	role   loci.TurnRole // empty before the first message
	start  int           // line of the message
	text   []string
	size   int
	spoilt bool // a line of the message cannot be read
	lost   bool // lines of nobody's were reported
}

// line takes the next line and reports whether to go on.
func (r *textReader) line(s string, number int) bool {
	if role, rest, ok := begins(s); ok {
		goOn := r.finish()
		r.begin(role, number, rest)
		return goOn
	}
	if r.role == "" {
		if r.lost || strings.TrimSpace(s) == "" {
			return true
		}
		r.lost = true
		return r.yield(Item{}, r.o.fault(number, "nothing says who speaks here").
			WithHint("begin each message with \"User:\" or \"Assistant:\"; `loci import` reads lists of notes"))
	}
	if r.size += len(s) + 1; r.size <= maxLine {
		r.text = append(r.text, s)
	}
	return true
}

func (r *textReader) begin(role loci.TurnRole, number int, first string) {
	r.role, r.start, r.text, r.size, r.spoilt = role, number, []string{first}, len(first), false
}

// broken takes a line that is not UTF-8. The whole message goes with it: half a
// sentence may say the contrary. If something seems to begin there, it is that
// which goes, up to the next line that says who speaks.
func (r *textReader) broken(s string, number int) bool {
	goOn := true
	if m := label().FindStringSubmatch(strings.ToValidUTF8(s, "\uFFFD")); m != nil {
		goOn = r.finish()
		r.begin(roles()[strings.ToLower(m[1])], number, "")
	}
	r.spoilt, r.lost = true, true
	return goOn && r.yield(Item{}, r.o.faultOf(number, errNotUTF8()))
}

// finish yields the message that has been gathered and reports whether to go
// on.
func (r *textReader) finish() bool {
	if r.spoilt {
		return true
	}
	if r.size > maxLine {
		return r.yield(Item{}, r.o.fault(r.start, "the message is longer than 4 MiB"))
	}
	text := strings.TrimSpace(strings.Join(r.text, "\n"))
	if text == "" {
		return true
	}
	t := loci.Turn{Conversation: r.conversation, Role: r.role, Text: text, Time: r.o.Now}
	t.ID = turnID(r.o, r.start, t)
	return r.yield(Item{Turn: t, Line: r.start}, nil)
}

// begins reports whether a line begins a message, and whose.
func begins(line string) (loci.TurnRole, string, bool) {
	m := label().FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	role, ok := roles()[strings.ToLower(m[1])]
	return role, m[2], ok
}
