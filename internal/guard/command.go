package guard

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/locimem/loci/internal/text"
)

//go:embed rules/commands.toml
var commandsFile string

// commandRule is where programs take a password on their command line.
type commandRule struct {
	Programs []string
	Options  []string // words before it; one that ends in a star may go on
	Glued    []string // what may begin its word: -pX
	Behind   string   // what ends the name before it in its word: admin:X
	Place    int      // which it is of the words that are no options
}

// commandList is all that is known about commands.
type commandList struct {
	Options []string      // of any program
	Names   []string      // what an option is called
	Rules   []commandRule `toml:"command"`
}

// commandRules reads the rules. The last holds the options that are the same for
// all programs.
var commandRules = sync.OnceValue(func() *commandList {
	var list commandList
	mustDecode(commandsFile, &list)
	all := commandRule{Options: list.Options}
	for _, c := range list.Rules {
		all.Programs = append(all.Programs, c.Programs...)
	}
	slices.Sort(all.Programs)
	all.Programs = slices.Compact(all.Programs)
	list.Rules = append(list.Rules, all)
	return &list
})

// maxCommand is how much of a command line is read, minGiven the shortest password
// in one, in bytes.
const (
	maxCommand = 512
	minGiven   = 3
)

// command looks for the passwords among the words from i on, which follow the
// program at pos.
func (s *scanner) command(r *commandRule, pos, i int) {
	if pos > 0 && isKeyByte(s.v.text[pos-1]) && s.v.text[pos-1] != '/' {
		return
	}
	line := s.v.text[:min(len(s.v.text), pos+maxCommand)]
	place, due := 0, false
	for {
		start, end := commandWord(line, i)
		if start == end {
			return
		}
		i = end
		word := line[start:end]
		skip, takes := r.takes(word)
		option := takes || strings.HasPrefix(word, "-") || strings.HasPrefix(word, "/")
		if !option && !due {
			place++
		}
		switch {
		case takes && skip < len(word), due && !option, !due && !option && r.Place == place && strongPassword(word):
			s.given(r, start+skip, end)
		}
		due = takes && skip == len(word)
	}
}

// takes reports whether a password belongs to a word: what it has from skip on, or
// the next word.
func (r *commandRule) takes(word string) (skip int, ok bool) {
	for _, o := range r.Options {
		o, open := strings.CutSuffix(o, "*")
		rest, found := strings.CutPrefix(word, o)
		switch {
		case found && (open || rest == ""), r.Behind != "" && clustered(word, o):
			return len(word), true
		case found && rest[0] == '=':
			return len(o) + 1, true
		}
	}
	for _, o := range r.Glued {
		if len(word) > len(o) && strings.HasPrefix(word, o) {
			return len(o), true
		}
	}
	return 0, false
}

// clustered reports whether a word is several short options, the last of them
// option: -su.
func clustered(word, option string) bool {
	return len(option) == 2 && len(word) > 2 && word[0] == '-' && word[len(word)-1] == option[1] &&
		strings.IndexFunc(word[1:], func(r rune) bool { return r < 'A' || r > 'z' }) < 0
}

// given records the password that a command is given. Its place says what it is,
// so it may be any word but one that stands for another, or is the user's name again.
func (s *scanner) given(r *commandRule, start, end int) {
	start = end - len(strings.TrimLeft(s.v.text[start:end], quotes))
	end = start + len(strings.TrimRight(s.v.text[start:end], quotes+closers))
	value, name := s.v.text[start:end], ""
	if r.Behind != "" {
		user, rest, found := strings.Cut(value, r.Behind)
		if !found {
			return
		}
		value, name = strings.TrimLeft(rest, quotes), user
	}
	switch word := strings.ToLower(strings.TrimRight(value, "!?>}]")); {
	case len(value) < minGiven, strings.IndexByte("<{[$%*", value[0]) >= 0, placeholder(word), strings.EqualFold(value, name):
	case slices.Contains(commandRules().Names, word), text.IsStop(word, "en"):
	default:
		s.secret(wordKinds[classPassword], end-len(value), end)
	}
}

// quotes are what a word of a command may stand in.
const quotes = "\"'`"

// closers are what a sentence may add to its last word.
const closers = ".,;:)”’»。；۔"

// commandWord returns the next word of a command line at or after i; it is empty
// where the command ends. A quoted part may hold blanks.
func commandWord(line string, i int) (start, end int) {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || continued(line[i:]) > 0) {
		i += max(1, continued(line[i:]))
	}
	start = i
	for i < len(line) && strings.IndexByte(" \t\r\n|;&", line[i]) < 0 {
		if c := line[i]; c == '"' || c == '\'' {
			if n := strings.IndexByte(line[i+1:], c); n > 0 && strings.IndexByte(line[i+1:i+1+n], '\n') < 0 {
				i += n + 1
			}
		}
		i++
	}
	return start, i
}

// continued returns the length of the sign that a command goes on in the next line.
func continued(rest string) int {
	for _, sign := range []string{"\\\n", "\\\r\n", "^\r\n", "^\n"} {
		if strings.HasPrefix(rest, sign) {
			return len(sign)
		}
	}
	return 0
}
