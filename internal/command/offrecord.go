package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci/internal/text"
)

// wish is a request in words that a statement may hold too, just behind one of
// the tellers: "I don't remember that".
type wish struct {
	words   string
	closes  bool // no word of the same clause may follow: "keep this private key"
	tellers []string
}

// offRecord takes in what a language says to keep a message off the record.
func (v *vocabulary) offRecord(lang map[string][]string) {
	tellers := make([]string, len(lang["tell"]))
	for i, w := range lang["tell"] {
		tellers[i] = plain(w)
	}
	for _, w := range lang["off"] {
		said, closes := strings.CutSuffix(w, ".")
		v.off = append(v.off, wish{plain(said), closes, tellers})
	}
	for _, w := range lang["aside"] {
		v.asides[plain(w)] = true
		v.longest = max(v.longest, utf8.RuneCountInString(w))
	}
	for _, w := range lang["please"] {
		v.polite[plain(w)] = true
	}
}

// plain folds a text and leaves out what many people do not type: apostrophes,
// commas and marks, as in "dont save that".
func plain(s string) string { return joined(apart(s)) }

// apart is plain with a stop where a line ends or a comma stands.
func apart(s string) string {
	s = text.FoldMarks(fold(s), "")
	return strings.Join(strings.Fields(strings.NewReplacer("'", "", ",", "; ", "،", "; ", "\n", ". ").Replace(s)), " ")
}

func joined(s string) string { return strings.ReplaceAll(s, ";", "") }

// OffTheRecord reports whether a message asks not to be remembered.
func OffTheRecord(message string) bool {
	clauses := apart(message)
	for _, said := range []string{clauses, joined(clauses)} {
		if slices.ContainsFunc(words().off, func(w wish) bool { at, _ := w.find(said); return at >= 0 }) {
			return true
		}
	}
	head, body, ok := label(strings.TrimSpace(message))
	return ok && body != "" && words().asides[plain(head)]
}

// longestWish is how many bytes a message may have that is a wish and nothing else.
const longestWish = 320

// onlyWish reports whether a message is nothing but the wish that something be
// off the record.
func onlyWish(message string) bool {
	if len(message) > longestWish {
		return false
	}
	said, found := plain(message), false
	for _, w := range words().off {
		for at, to := w.find(said); at >= 0; at, to = w.find(said) {
			said, found = said[:at]+"\n"+said[to:], true
		}
	}
	rest := strings.FieldsFunc(said, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	return found && !slices.ContainsFunc(rest, func(word string) bool { return !words().polite[word] })
}

// find returns where a wish stands in plain text, -1 if nowhere.
func (w wish) find(said string) (at, to int) {
	for {
		next := strings.Index(said[to:], w.words)
		if next < 0 {
			return -1, 0
		}
		at, to = to+next, to+next+len(w.words)
		if bounded(said, at, to) && !w.told(said[:at]) && !(w.closes && goesOn(said[to:])) {
			return at, to
		}
	}
}

// told reports whether one of the two words of its clause that lead up to a
// wish makes a statement of it.
func (w wish) told(before string) bool {
	before = before[strings.LastIndexAny(before, ".;:!?")+1:]
	lead := strings.Fields(before)
	return slices.ContainsFunc(lead[max(0, len(lead)-2):], func(word string) bool { return slices.Contains(w.tellers, word) })
}

// goesOn reports whether a clause goes on with a word that is more than polite.
func goesOn(after string) bool {
	word := strings.TrimLeft(after, " ")
	end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if end >= 0 {
		word = word[:end]
	}
	return word != "" && !words().polite[word]
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
