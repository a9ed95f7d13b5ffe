package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci/internal/text"
)

// Some credentials are made of what any sentence is made of: digits that open
// a door, a single word, words in a row. What stands around them tells.

// minPassphrase is the fewest words that make a passphrase.
const minPassphrase = 3

// maxToLock is how many words a code may be away from what it opens, that included:
// "for the front door".
const maxToLock = 4

// opensLock reports whether a code is said to open something: "the door code",
// "código do alarme", "दरवाज़े का कोड".
func opensLock(before, between string) bool {
	w := proseWords()
	words := lastWords(before, 2)
	for i, word := range words {
		words[i] = strings.TrimSuffix(word, "'s")
	}
	if n := len(words); n > 0 && (w.door.has(words[n-1]) || n > 1 && w.of.has(words[n-1]) && w.door.has(words[0])) {
		return true
	}
	after := strings.Fields(strings.ToLower(between))
	return slices.ContainsFunc(after[:min(1+maxToLock, len(after))], func(word string) bool {
		return w.door.has(strings.TrimRight(word, ":="))
	})
}

// lockCode accepts a code that follows what it opens, or a link.
func (c tie) lockCode(value, before, between string) bool {
	if !keypad(value) && !combination().MatchString(value) || !opensLock(before, between) {
		return false
	}
	last := lastWords(between, 1)
	return c.linked || !year(value) && (c.near() || len(last) > 0 && proseWords().door.has(last[0]))
}

// opened reports whether what is said to open stands before its verb: "my phone
// unlocks with …".
func opened(before string) bool {
	w := proseWords()
	return slices.ContainsFunc(lastWords(before, 4), func(word string) bool { return w.door.has(word) || w.thing.has(word) })
}

// keypad reports whether a value is typed on a keypad: four to eight digits,
// with or without its other two keys.
func keypad(s string) bool {
	n := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			n++
		} else if s[i] != '#' && s[i] != '*' {
			return false
		}
	}
	return n >= 4 && n <= 8 && len(s) <= n+2
}

// combination is what locks with wheels, and entry phones with a letter, take:
// 12-34-56, 48B21, 4821B.
var combination = expression(`^(?:(?:\d{1,2}-){2,3}\d{1,2}|\d{2,4}\p{Lu}\d{2,4}|\d{3,5}\p{Lu}|\p{Lu}\d{3,5})$`)

// named reports whether a sentence says whose the password is or for what, or
// has the word as a label, so that it speaks of one and not of passwords.
func (c tie) named(before, between string) bool {
	if c.owned(before, between) {
		return true
	}
	between = strings.ToLower(between)
	before = strings.TrimRight(before, " \t")
	_, bare := bareWord(between)
	return !proseWords().motto.has(between) && (c.marked || bare) && c.near() && (before == "" || strings.ContainsAny(before[len(before)-1:], ".,;:!?\n("))
}

// owned reports whether a sentence says whose the password is or for what.
func (c tie) owned(before, between string) bool {
	w := proseWords()
	between = strings.ToLower(between)
	motto := w.motto.has(between)
	return slices.ContainsFunc(append(lastWords(before, 2), strings.Fields(between)...), func(word string) bool {
		return w.thing.has(word) || !motto && w.own.has(word)
	})
}

// bare reports whether a value may follow its word without a copula: the two are
// all that the sentence says, and it is none of what else is said so.
func (c tie) bare(value, before, between string) bool {
	if !c.opens || !c.ends || !c.last || slices.ContainsFunc(lastWords(before, 2), partOfOther) {
		return false
	}
	lang, ok := bareWord(between)
	if !ok {
		return false
	}
	if unspacedWord(between) && strings.IndexFunc(value, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return false // a word of the sentence
	}
	w, word := proseWords(), foldString(value)
	return !w.says[lang].has(word) && !w.loan.has(word) && !w.state[lang].has(word) && !w.thing.has(word)
}

// bareWord returns the language in which the credential word that begins the text
// needs no copula.
func bareWord(between string) (lang string, ok bool) {
	between = foldString(between)
	for lang, words := range proseWords().bare {
		for word := range words.whole {
			if rest, found := strings.CutPrefix(between, word); found && (unspacedWord(word) || rest == "" || rest[0] == ' ') {
				return lang, true
			}
		}
	}
	return "", false
}

// unspacedWord reports whether a text begins in a script without spaces.
func unspacedWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unspacedRune(r)
}

// plainPassword reports whether a word that is only letters can be a password
// where the sentence says that it is one: it is no state that a password may be
// in, and no word of grammar.
func (w credentialWord) plainPassword(value string) bool {
	word := foldString(value)
	return onlyLetters(word) && utf8.RuneCountInString(word) >= 4 && !w.saysState(word) && !w.grammar(word)
}

// saysState and grammar judge by the languages of the credential word, and by
// English, whose words for credentials are used in many.
func (w credentialWord) saysState(word string) bool {
	in := func(lang string) bool { return proseWords().state[lang].has(word) }
	return in("en") || slices.ContainsFunc(w.langs, in)
}

func (w credentialWord) grammar(word string) bool {
	in := func(lang string) bool { return text.IsStop(word, lang) }
	return in("en") || slices.ContainsFunc(w.langs, in)
}

// numberedThing reports whether a value is the thing itself and not the
// password of it: iPhone15, router2.
func numberedThing(value string) bool {
	return proseWords().thing.has(strings.TrimRight(foldString(value), "0123456789"))
}

// passphrase returns the end of the words in a row that begin at p: in small
// letters, none of them a word of grammar, up to the end of the clause or more
// than a clause without grammar would have. Few of them may say a state:
// "stored safely offline" is none, "correct horse battery staple" is one.
func (s *scanner) passphrase(w credentialWord, p piece) (end int, ok bool) {
	n, states, ends := 0, 0, false
	for more := true; more && !ends && !p.quoted && !p.link; {
		word := s.v.text[p.start:p.end]
		parts := strings.Split(word, "-")
		if slices.ContainsFunc(parts, func(part string) bool { return !smallLetters(part) || w.grammar(part) }) {
			break
		}
		n, end, ends = n+len(parts), p.end, s.clauseEnds(p)
		if w.saysState(word) {
			states++
		}
		p, more = s.next(p.end)
	}
	return end, states*3 < n && (n > minPassphrase || ends && n == minPassphrase)
}

// maxPlain is the most words in a row that are taken for a password.
const maxPlain = 8

// plainWords returns the end of a password of words in small letters that end the
// clause: "my wifi password is purple monkey dishwasher". Unlike a passphrase it may
// be two of them, so none may be what is said of passwords, few a state and only
// behind a colon, and it must be said whose it is or for what.
func (s *scanner) plainWords(c tie, word int, p piece) (end int, ok bool) {
	between := s.v.text[word:p.start]
	if !c.near() && !(c.purpose() && c.forThing(between)) || !c.owned(s.v.text[max(0, word-nearby/2):word], between) {
		return 0, false
	}
	states := 0
	for n := 1; n <= maxPlain; n++ {
		value := s.v.text[p.start:p.end]
		folded := foldString(value)
		if p.quoted || p.link || !smallLetters(value) || !c.plainWord(folded) {
			return 0, false
		}
		if c.saysState(folded) {
			states++
		}
		if s.clauseEnds(p) {
			return p.end, n > 1 && (states == 0 || c.marked && states*3 < n)
		}
		if p, ok = s.next(p.end); !ok {
			return 0, false
		}
	}
	return 0, false
}

// plainWord reports whether a word can be one of several that are a password: it
// is neither grammar nor what is said of passwords, the states aside.
func (w credentialWord) plainWord(word string) bool {
	said := func(lang string) bool { return proseWords().says[lang].has(word) }
	return !w.grammar(word) && !said("en") && !slices.ContainsFunc(w.langs, said) && !proseWords().thing.has(word)
}

func smallLetters(word string) bool {
	for _, r := range word {
		if !unicode.IsLetter(r) || unicode.IsUpper(r) {
			return false
		}
	}
	return utf8.RuneCountInString(word) >= 3
}

// clauseEnds reports whether nothing in the clause follows a piece.
func (s *scanner) clauseEnds(p piece) bool {
	if p.stop || s.lineEnds(p.end) || s.v.text[p.end] == ',' {
		return true
	}
	q, ok := s.next(p.end)
	return ok && proseWords().and.has(s.v.lower[q.start:q.end])
}

// opens reports whether a sentence opens with the credential word at pos, one
// or two words before it aside: "my password for …", "remember my password …".
func (s *scanner) opens(pos int) bool {
	t := s.v.text[max(0, pos-nearby):pos]
	if i := strings.LastIndexAny(t, ".!?;:\n"); i >= 0 {
		t = t[i+1:]
	} else if pos > nearby {
		return false
	}
	return len(strings.Fields(t)) <= 2
}

// lastWords returns the last words of a text, n at most, in small letters.
func lastWords(s string, n int) []string {
	words := strings.Fields(strings.ToLower(s))
	return words[max(0, len(words)-n):]
}
