// Package command recognises what a person tells loci itself inside a
// conversation: "remember: …", "episode: task | outcome", "company policy: …",
// "/memory list", "/memory compact", "/memory forget …" and "/thread summarize",
// in every language at once. The words are data.
package command

import (
	_ "embed"
	"fmt"
	"slices"
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
	longest int                        // runes of the longest head
	off     []wish                     // what says that a message is off the record
}

// wish is a request in words that a statement may hold too, just behind one of
// the tellers: "I don't remember that".
type wish struct {
	words   string
	tellers []string
}

var words = sync.OnceValue(func() vocabulary {
	var langs map[string]map[string][]string
	if err := toml.Unmarshal([]byte(wordsFile), &langs); err != nil {
		panic(fmt.Sprintf("command: words.toml: %v", err)) // embedded: a test reads it
	}
	v := vocabulary{heads: map[string]Name{}, objects: map[string]map[string]Name{}}
	for _, lang := range langs {
		tellers := make([]string, len(lang["tell"]))
		for i, w := range lang["tell"] {
			tellers[i] = fold(w)
		}
		for _, w := range lang["off"] {
			v.off = append(v.off, wish{unmarked(w), tellers})
		}
		for _, name := range []Name{Remember, Episode, Policy} {
			for _, w := range lang[string(name)] {
				v.heads[fold(w)] = name
				v.longest = max(v.longest, len([]rune(w)))
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

// apostrophes are the signs that people write for one.
var apostrophes = strings.NewReplacer("’", "'", "ʼ", "'", "ʻ", "'", "‘", "'")

func fold(s string) string { return text.Fold(apostrophes.Replace(text.Normalize(s))) }

// unmarked folds a text and leaves out its apostrophes, as many people do:
// "dont save that".
func unmarked(s string) string { return strings.ReplaceAll(fold(s), "'", "") }

// Parse reads a message as a command. Nothing else may stand before the
// command; it may go on over several lines.
func Parse(message string) (Command, bool) {
	message = strings.TrimSpace(message)
	if rest, ok := strings.CutPrefix(message, "/"); ok {
		return slash(rest)
	}
	return headed(message)
}

// OffTheRecord reports whether a message asks not to be remembered.
func OffTheRecord(message string) bool {
	said := unmarked(message)
	return slices.ContainsFunc(words().off, func(w wish) bool { return w.in(said) })
}

func (w wish) in(said string) bool {
	for from := 0; ; {
		at := strings.Index(said[from:], w.words)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(w.words)
		if bounded(said, at, from) && !w.told(said[:at]) {
			return true
		}
	}
}

// told reports whether one of the two words that lead up to a wish makes a
// statement of it.
func (w wish) told(before string) bool {
	lead := strings.Fields(before)
	return slices.ContainsFunc(lead[max(0, len(lead)-2):], func(word string) bool { return slices.Contains(w.tellers, word) })
}

// bounded reports whether no word goes on beyond a part of a text. Scripts
// without spaces have no such bounds.
func bounded(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	first, _ := utf8.DecodeRuneInString(s[from:])
	spaced := !unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	return !spaced || !unicode.IsLetter(before) && !unicode.IsLetter(after)
}

// headed reads "remember: …".
func headed(message string) (Command, bool) {
	if first, _, _ := strings.Cut(message, "\n"); !strings.ContainsAny(first, ":：") {
		return Command{}, false // before the words are read: most messages
	}
	v := words()
	n := 0
	for at, r := range message {
		if n++; n > v.longest+3 || r == '\n' {
			break
		}
		if r != ':' && r != '：' {
			continue
		}
		body := strings.TrimSpace(message[at+len(string(r)):])
		name, ok := v.heads[fold(message[:at])]
		if !ok || body == "" {
			break
		}
		c := Command{Name: name, Text: body}
		if name == Episode {
			c.Task, c.Outcome = halves(body)
			c.Text = ""
		}
		return c, name != Episode || c.Task != ""
	}
	return Command{}, false
}

// halves splits an episode at its bar.
func halves(s string) (task, outcome string) {
	task, outcome = s, ""
	if at := strings.IndexAny(s, "|｜"); at >= 0 {
		task, outcome = s[:at], strings.TrimLeft(s[at:], "|｜")
	}
	return strings.TrimSpace(task), strings.TrimSpace(outcome)
}

// slash reads "memory forget the words": a thing of up to three words, a verb
// of up to two, and the rest.
func slash(message string) (Command, bool) {
	fields := strings.FieldsFunc(message, unicode.IsSpace)
	for things := 1; things <= min(3, len(fields)-1); things++ {
		can := words().objects[fold(strings.Join(fields[:things], " "))]
		for verbs := min(2, len(fields)-things); can != nil && verbs > 0; verbs-- {
			name, ok := can[fold(strings.Join(fields[things:things+verbs], " "))]
			if !ok {
				continue
			}
			rest := strings.Join(fields[things+verbs:], " ")
			return Command{Name: name, Text: rest}, (name == Forget) == (rest != "")
		}
	}
	return Command{}, false
}
