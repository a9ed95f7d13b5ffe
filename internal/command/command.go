// Package command recognises what a person tells loci itself inside a
// conversation: "remember: …", "episode: task | outcome", "company policy: …",
// "/memory list", "/memory compact", "/memory forget …", "/thread summarize" and
// "don't remember that", in every language at once. The words are data.
package command

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci/internal/text"
)

// Name is what a command does.
type Name string

// The commands.
const (
	Remember  Name = "remember"
	Episode   Name = "episode"
	Policy    Name = "policy"
	List      Name = "list"
	Compact   Name = "compact"
	Forget    Name = "forget"
	Summarize Name = "summarize"
	// OffRecord takes the message before it off the record: it is a wish that
	// says nothing else.
	OffRecord Name = "off_record"
	// Everything is the wish that all that is known be forgotten, which takes more
	// than a message.
	Everything Name = "forget_everything"
	// Part is the wish that something known about the user be forgotten, which has
	// to be named.
	Part Name = "forget_part"
	// Unknown is addressed as a command and is none.
	Unknown Name = "unknown"
)

// Command is one command with what it is about.
type Command struct {
	Name    Name
	Text    string // what to remember, or the words to forget
	Task    string // of an episode
	Outcome string
}

//go:embed words.toml
var wordsFile string

// vocabulary maps the folded words of commands to what they mean.
type vocabulary struct {
	heads   map[string]Name            // before a colon
	objects map[string]map[string]Name // after a slash: memory or thread, then the verb
}

var words = sync.OnceValue(func() vocabulary {
	var langs map[string]map[string][]string
	if err := toml.Unmarshal([]byte(wordsFile), &langs); err != nil {
		panic(fmt.Sprintf("command: words.toml: %v", err)) // embedded: a test reads it
	}
	v := vocabulary{heads: map[string]Name{}, objects: map[string]map[string]Name{}}
	for _, lang := range langs {
		for _, name := range []Name{Remember, Episode, Policy} {
			for _, w := range lang[string(name)] {
				v.heads[fold(w)] = name
			}
		}
	}
	v.object(langs, "memory", List, Compact, Forget)
	v.object(langs, "thread", Summarize)
	return v
})

// object takes in the names of a thing and what can be done with it. Any
// language's name goes with any language's verb.
func (v *vocabulary) object(langs map[string]map[string][]string, thing string, verbs ...Name) {
	can := map[string]Name{}
	for _, lang := range langs {
		for _, verb := range verbs {
			for _, w := range lang[string(verb)] {
				can[fold(w)] = verb
			}
		}
	}
	for _, lang := range langs {
		for _, w := range lang[thing] {
			v.objects[fold(w)] = can
		}
	}
}

func fold(s string) string { return text.Fold(text.Normalize(s)) }

// Parse reads a message as a command. Nothing else may stand before the
// command; it may go on over several lines.
func Parse(message string) (Command, bool) {
	message = strings.TrimSpace(message)
	if rest, ok := strings.CutPrefix(message, "/"); ok {
		return slash(rest)
	}
	if c, ok := headed(message); ok {
		return c, true
	}
	if isEverything(message) {
		return Command{Name: Everything}, true
	}
	if onlyWish(message) {
		return Command{Name: OffRecord}, true
	}
	return Command{Name: Part}, isPart(message)
}

// headed reads "remember: …".
func headed(message string) (Command, bool) {
	head, body, ok := label(message)
	if !ok || body == "" {
		return Command{}, false
	}
	name, ok := words().heads[fold(head)]
	if !ok {
		return Command{}, false
	}
	c := Command{Name: name, Text: body}
	if name == Episode {
		c.Task, c.Outcome = halves(body)
		c.Text = ""
	}
	return c, name != Episode || c.Task != ""
}

// longestLabel is how many characters may stand before the colon of a command.
const longestLabel = 32

// label splits a message at the colon in its first line, if that comes as soon
// as behind the words of a command.
func label(message string) (head, body string, ok bool) {
	at := strings.IndexAny(message, ":：\n")
	if at < 0 || message[at] == '\n' || utf8.RuneCountInString(message[:at]) > longestLabel {
		return "", "", false
	}
	_, colon := utf8.DecodeRuneInString(message[at:])
	return message[:at], strings.TrimSpace(message[at+colon:]), true
}

// halves splits an episode at its bar.
func halves(s string) (task, outcome string) {
	task, outcome = s, ""
	if at := strings.IndexAny(s, "|｜"); at >= 0 {
		task, outcome = s[:at], strings.TrimLeft(s[at:], "|｜")
	}
	return strings.TrimSpace(task), strings.TrimSpace(outcome)
}

// longestUnknown is of how many words behind a thing it may be a command that was
// misremembered, and no sentence.
const longestUnknown = 2

// slash reads "memory forget the words": a thing of up to three words, a verb
// of up to two, and the rest.
func slash(message string) (Command, bool) {
	fields := strings.FieldsFunc(message, unicode.IsSpace)
	unknown := false
	for things := 1; things <= min(3, len(fields)); things++ {
		can := words().objects[fold(strings.Join(fields[:things], " "))]
		unknown = unknown || can != nil && len(fields)-things <= longestUnknown
		for verbs := min(2, len(fields)-things); can != nil && verbs > 0; verbs-- {
			name, ok := can[fold(strings.Join(fields[things:things+verbs], " "))]
			if !ok {
				continue
			}
			rest := strings.Join(fields[things+verbs:], " ")
			if name == Forget && isEverything(strings.Join(fields[things:], " ")) {
				return Command{Name: Everything}, true
			}
			if (name == Forget) == (rest != "") {
				return Command{Name: name, Text: rest}, true
			}
		}
	}
	if unknown {
		return Command{Name: Unknown}, true
	}
	return Command{}, false
}
