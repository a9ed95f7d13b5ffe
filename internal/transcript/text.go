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

func parseRole(s string) (loci.TurnRole, error) {
	if role, ok := roles()[strings.ToLower(strings.TrimSpace(s))]; ok {
		return role, nil
	}
	return loci.ParseTurnRole(s)
}

// label matches the beginning of a message: "User: …", "**Assistant:** …".
var label = regexp.MustCompile(`^[\s*_#]*([\p{L}\p{M}'ʻʼ‘’]+)[*_]*\s*[:：][*_]*\s*(.*)$`)

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
		case !r.line(strings.ToValidUTF8(string(line), "\uFFFD"), l.number):
			return
		}
	}
}

// textReader gathers the lines of one message at a time.
type textReader struct {
	o            Options
	yield        func(Item, error) bool
	conversation string

	role  loci.TurnRole // empty before the first message
	start int           // line of the message
	text  []string
	size  int
	lost  bool // lines before the first message were reported
}

// line takes the next line and reports whether to go on.
func (r *textReader) line(s string, number int) bool {
	if role, rest, ok := begins(s); ok {
		goOn := r.finish()
		r.role, r.start, r.text, r.size = role, number, []string{rest}, len(rest)
		return goOn
	}
	if r.role == "" {
		if r.lost || strings.TrimSpace(s) == "" {
			return true
		}
		r.lost = true
		return r.yield(Item{}, r.o.fault(number, "nothing says who speaks here").
			WithHint("begin each message with \"User:\" or \"Assistant:\""))
	}
	if r.size += len(s) + 1; r.size <= MaxLine {
		r.text = append(r.text, s)
	}
	return true
}

// finish yields the message that has been gathered and reports whether to go
// on.
func (r *textReader) finish() bool {
	if r.size > MaxLine {
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
	m := label.FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	role, ok := roles()[strings.ToLower(m[1])]
	return role, m[2], ok
}
