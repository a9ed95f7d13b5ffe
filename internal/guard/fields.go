package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// field is one text of a candidate.
type field struct {
	name  string
	text  string
	limit int
	under string // what announces the text: the key it is filed under, the task that it is the outcome of
}

// maxQuote bounds the words that a memory quotes from its turn, maxURL an
// address, which browsers make longer than any text.
const (
	maxQuote = loci.MaxProfile
	maxURL   = 2 << 10
)

func limitOf(name string) int {
	switch name {
	case "key":
		return loci.MaxKey
	case "metadata":
		return loci.MaxMetadata
	case "quote":
		return maxQuote
	case "url":
		return maxURL
	case "slot":
		return 2 * loci.MaxLabel
	}
	return loci.MaxText
}

// fields lists the texts of a candidate that are not empty. An episode's text
// is its task and outcome, which are read themselves.
func fields(c loci.Candidate) []field {
	text := field{"text", c.Text, limitOf("text"), c.Key}
	if c.Kind == loci.Profile && c.Origin == loci.FromSummary {
		text.limit = loci.MaxProfile
	}
	all := []field{
		text,
		{"task", c.Task, limitOf("task"), c.Key},
		{"outcome", c.Outcome, limitOf("outcome"), c.Task},
		{"value", c.Value, limitOf("value"), c.Slot.Attribute},
		{"slot", c.Slot.Subject, limitOf("slot"), ""},
		{"slot", c.Slot.Attribute, limitOf("slot"), ""},
		{"key", c.Key, limitOf("key"), ""},
		{"quote", c.Quote, limitOf("quote"), ""},
	}
	return slices.DeleteFunc(all, func(f field) bool { return f.text == "" })
}

// check reads a field by itself and, unless that finds a secret, together with
// what announces it.
func (f field) check() []loci.Finding {
	found := checkText(f.name, f.text, f.limit)
	if f.name == "key" { // compared byte for byte
		found = append(found, inField(f.name, hiddenInName(f.text))...)
	}
	if f.under == "" || len(f.text) > f.limit || slices.ContainsFunc(found, private) {
		return found
	}
	return append(found, f.announced()...)
}

// lost matches a word of which a letter could not be decoded.
var lost = expression(`\p{L}\x{FFFD}|\x{FFFD}\p{L}`)

// lostLetters finds words that nobody said: a turn is kept with them, since what
// else it says may be found, but no record is made of one. What a person types
// as a memory is theirs as it is.
func lostLetters(c loci.Candidate, texts []field) (out []loci.Finding) {
	if c.Origin == loci.UserStated && c.Ref.Turn == "" {
		return nil
	}
	for _, f := range texts {
		if m := lost().FindStringIndex(f.text); m != nil {
			out = append(out, loci.Finding{Class: loci.ClassEncoding, Kind: "encoding:lost", Field: f.name, Start: m[0], End: m[1]})
		}
	}
	return out
}

func private(f loci.Finding) bool {
	return f.Class == loci.ClassSecret || f.Class == loci.ClassIdentity
}

// announced finds what is a secret by the name that it stands under: under
// "wifi_password" any word may be one.
func (f field) announced() []loci.Finding {
	head := spoken(tail(f.under)) + ": "
	whole := head + f.text
	var out []loci.Finding
	_, odd := hidden(whole)
	for _, found := range sensitive(whole, newView(whole, nil), odd) {
		if found.End > len(head) {
			found.Field, found.Start, found.End = f.name, max(0, found.Start-len(head)), found.End-len(head)
			out = append(out, found)
		}
	}
	return out
}

// tail is the part of a name that can reach what it announces.
func tail(name string) string {
	start := max(0, len(name)-2*nearby)
	for start < len(name) && start > 0 && !utf8.RuneStart(name[start]) {
		start++
	}
	return name[start:]
}

// spoken writes an identifier as words: wifiPassword, wifi_password.
func spoken(name string) string {
	var b strings.Builder
	last := ' '
	for _, r := range name {
		switch {
		case r == '_', r == '.', r == '/', r == '-':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// names checks what a candidate brings along from its host.
func names(c loci.Candidate) []loci.Finding {
	return slices.Concat(
		checkName("conversation", c.Ref.Conversation, loci.MaxLabel),
		checkName("turn", string(c.Ref.Turn), 2*loci.MaxLabel+1),
		checkName("tool", c.Ref.Tool, loci.MaxLabel),
		checkName("url", c.Ref.URL, maxURL),
	)
}

// maxLanguage is the longest tag that BCP 47 asks programs to provide for.
const maxLanguage = 35

var languageTag = expression(`^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$`)

func language(tag string) []loci.Finding {
	if tag == "" || len(tag) <= maxLanguage && languageTag().MatchString(tag) {
		return nil
	}
	return []loci.Finding{{Class: loci.ClassShape, Kind: "invalid:lang", Field: "lang", End: len(tag)}}
}
