package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// maskLines masks log lines, quoted mail, and transcripts: lines that begin
// with a speaker's name, if there are several.
func (a *analysis) maskLines() {
	several := strings.Contains(a.src, "\n")
	var speakers []span
	pos := 0
	for line := range strings.SplitAfterSeq(a.src, "\n") {
		end := pos + len(line)
		switch trimmed := strings.TrimSpace(line); {
		case several && mailHeader(trimmed) || promptLine(trimmed):
			a.maskBytes(pos, len(a.src), skipLog)
			return
		case stamped(trimmed), pos == 0 && titled(trimmed, end == len(a.src)), strings.Contains(trimmed, "> ") && chatLine().MatchString(trimmed):
			a.maskBytes(pos, len(a.src), skipWrapped)
			return
		case machineLine(trimmed):
			a.maskBytes(pos, end, skipLog)
		case speakerLine(trimmed):
			speakers = append(speakers, span{pos, end})
		}
		pos = end
	}
	if len(speakers) > 1 {
		for _, s := range speakers {
			a.maskBytes(s.from, s.to, skipLog)
		}
	}
}

// levels are the words with which programs begin a message.
var levels = []string{"error", "warn", "warning", "info", "debug", "fatal", "traceback", "trace", "panic", "exception"}

// machineLine reports whether a program wrote the line: a stamp, a level, a
// prompt, markup or JSON at its beginning.
func machineLine(line string) bool {
	if line == "" {
		return false
	}
	switch line[0] {
	case '|':
		return strings.Count(line, "|") > 2 // a row of a table
	case '[', '{', '<', '>', '$', '}', '#':
		return len(line) > 1 && line[1] != ' ' || line[0] == '>' || line[0] == '$'
	}
	if strings.HasPrefix(line, "//") || strings.HasPrefix(line, "--") || sung(line) {
		return true
	}
	first, rest, _ := strings.Cut(line, " ")
	if declaration(first, rest) {
		return true
	}
	head := strings.ToLower(strings.TrimRight(first, ":"))
	for _, l := range levels {
		if head == l && (first != head || strings.HasSuffix(first, ":")) {
			return true
		}
	}
	return rest != "" && clockStamp(first)
}

// promptLine reports whether a line is a command behind the prompt of a shell:
// what follows is what it printed.
func promptLine(line string) bool {
	command, ok := strings.CutPrefix(line, "$ ")
	return ok && command != "" && unicode.IsLetter(rune(command[0])) || strings.ContainsAny(line, "#$%>➜❯") && shellPrompt().MatchString(line)
}

// shellPrompt is a prompt that names the machine or the folder, and a command.
var shellPrompt = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[\w.-]+@[\w.-]+\S*[#$%]|(?:PS )?[A-Z]:\\[^>]*>|[➜❯]) *\w`)
})

// sung reports whether a line is set between notes, as the words of songs are.
func sung(line string) bool {
	const notes = "♪♫🎵🎶"
	return strings.TrimLeft(line, notes) != line
}

// declarators are the words with which a program names something.
var declarators = []string{"const", "let", "var", "val", "def", "func", "function", "class"}

// declaration reports whether a line of a program begins with these words:
// "const user = {". Unlike a sentence, it goes on with a sign after the name.
func declaration(first, rest string) bool {
	if !slices.Contains(declarators, first) {
		return false
	}
	sign := strings.TrimLeft(strings.TrimLeftFunc(rest, func(r rune) bool {
		return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
	}), " ")
	return sign != "" && strings.ContainsRune("=({", rune(sign[0]))
}

// clockStamp reports whether a word is a time with seconds or an ISO date.
func clockStamp(s string) bool {
	digits, marks := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case strings.ContainsRune(":-.,TZ+/", r):
			marks++
		default:
			return false
		}
	}
	return digits >= 6 && marks >= 2
}

func mailHeader(line string) bool {
	for _, h := range []string{"From:", "Subject:", "To:", "Sent:", "Date:", "Cc:"} {
		if strings.HasPrefix(line, h) && len(line) > len(h) {
			return true
		}
	}
	return false
}

// speakerLine reports whether a line looks like "- Priya: I can take it".
func speakerLine(line string) bool {
	head, _, ok := strings.Cut(strings.TrimLeft(line, "-*• "), ": ")
	if !ok || head == "" || len(strings.Fields(head)) > 2 || len(head) > 30 {
		return false
	}
	for _, r := range head {
		return unicode.IsUpper(r) || !unicode.IsLower(r) && unicode.IsLetter(r)
	}
	return false
}

// stamped reports whether a line begins with what only programs put before a
// colon: the name of a file, an address, a handle, a sender with the time in
// brackets.
func stamped(line string) bool {
	head, _, ok := strings.Cut(line, ": ")
	if !ok {
		head, ok = strings.CutSuffix(line, ":")
	}
	head = strings.TrimSpace(head)
	if !ok || head == "" || len(head) > longestHead {
		return false
	}
	if name, inner, ok := strings.Cut(head, "("); ok && len(strings.Fields(name)) <= 3 && clock().MatchString(inner) {
		return true
	}
	return head[0] == '@' || fileOrAddress().MatchString(head)
}

// longestHead is how many bytes stand before a colon at most.
const longestHead = 200

var (
	clock = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[^()]*\d\d?[:.]\d\d[^()]*\)$`)
	})
	fileOrAddress = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[\s"'*_(<])[\w-]{2,}(?:\.[\w-]+)*(?:\.[A-Za-z]{2,4}|@[\w.-]+)(?:$|[\s"'*_)>])`)
	})
)

// introduces returns the colon that the line before the line end at i ends in.
func (a *analysis) introduces(i int) (colon int, ok bool) {
	if a.tokens[i].kind != newline {
		return 0, false
	}
	for i--; i > 0 && emphasis(&a.tokens[i]); i-- {
		continue
	}
	return i, i > 0 && a.tokens[i].norm == ":"
}

// introduced returns where ends what the line end at i leads to: at the next
// blank line, a list at one behind its last item.
func (a *analysis) introduced(i int) int {
	list := a.listItem(i + 1)
	for i++; i < len(a.tokens); i++ {
		if a.tokens[i].kind != newline || i+1 >= len(a.tokens) {
			continue
		}
		blank := strings.Count(a.src[a.tokens[i-1].end:a.tokens[i+1].start], "\n") > 1
		if blank && !(list && a.listItem(i+1)) {
			break
		}
	}
	return i
}

// bullets begin the items of a list.
const bullets = "-*+•·–—◦▪"

// listItem reports whether an item of a list begins at token i.
func (a *analysis) listItem(i int) bool {
	if i+1 >= len(a.tokens) || i > 0 && a.tokens[i-1].kind != newline {
		return false
	}
	t, next := &a.tokens[i], &a.tokens[i+1]
	if t.kind == punct {
		return strings.Contains(bullets, t.norm) && next.spaced
	}
	label := t.kind == number || t.kind == word && len([]rune(t.norm)) == 1
	return label && strings.Contains(".)", next.norm) && i+2 < len(a.tokens) && a.tokens[i+2].spaced
}
