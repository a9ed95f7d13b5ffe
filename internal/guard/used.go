package guard

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A sentence may say what is used as a credential, or was chosen for one: "I use … as
// my password", "als Passwort habe ich … genommen". The verb stands before the value
// or, in many languages, behind its credential word.

// maxUse is how many words may stand between a credential word and the value or the
// verb of such a sentence.
const maxUse = 5

// usedAs looks for what is said to be used as the password at word, which ends at
// after.
func (s *scanner) usedAs(w credentialWord, word, after int) bool {
	if w.class != classPassword && w.class != classPassphrase {
		return false
	}
	return s.usedBefore(w, word, after) || s.usedBehind(w, word, after)
}

// useBehind reports whether a clause has a verb of using from after on, and what says
// that it is used as the credential: "… olarak kullanıyorum".
func (s *scanner) useBehind(after int) (verb, as bool) {
	lists := proseWords()
	for i, n := after, 0; n < maxUse; n++ {
		p, ok := s.next(i)
		if !ok || p.mark {
			break
		}
		word := s.v.lower[p.start:p.end]
		verb, as = verb || lists.uses(word), as || lists.as.has(word)
		if i = p.end; p.stop || s.clauseEnds(p) {
			break
		}
	}
	return verb, as
}

// usedBefore looks for the value in front of its word, with nothing between the two
// but what leads from one to the other.
func (s *scanner) usedBefore(w credentialWord, word, after int) bool {
	lists, i := proseWords(), word
	as := lists.as.has(firstWord(s.v.lower[word:after]))
	for range maxUse {
		start, end := s.runBefore(i)
		if start == end || strings.ContainsAny(s.v.lower[end-1:end], ".?;:,=!\n") {
			return false
		}
		text := s.v.lower[start:end]
		switch i = start; {
		case lists.as.has(text):
			as = true
			continue
		case lists.and.has(text), lists.no.has(text), lists.names.has(text):
			return false
		case lists.own.has(text), lists.of.has(text), lists.thing.has(text), lists.object.has(text), w.grammar(text):
			continue
		}
		value, _, _ := strings.Cut(s.v.text[start:end], "'")
		if !s.isUsed(w, value, start, word, after, as) {
			return false
		}
		s.secret(wordKinds[w.class], start, start+len(value))
		return true
	}
	return false
}

// isUsed reports whether a sentence says of the value at start that it is used as the
// credential of the word, or was chosen for it; as says that it has the word for that.
func (s *scanner) isUsed(w credentialWord, value string, start, word, after int, as bool) bool {
	c := tie{credentialWord: credentialWord{classPassword, w.langs}, linked: true}
	strong := c.acceptsBefore(value)
	if !strong && !w.plainPassword(value) {
		return false
	}
	behind, asBehind := s.useBehind(after)
	beside := behind || s.verbBefore(start, 1, false)
	used := (as || asBehind) && (beside || strong && s.verbBefore(start, 3, false)) && (strong || s.plainUsed(w, value, word, after))
	chosen := strong && start+len(value) < word && !s.plural(word, after) && s.verbBefore(start, 3, true)
	return used || chosen
}

// usedBehind looks for the value behind its word, before which stands "as", and for
// the verb beside it: "als Passwort nehme ich …".
func (s *scanner) usedBehind(w credentialWord, word, after int) bool {
	start, end := s.runBefore(word)
	if !proseWords().as.has(s.v.lower[start:end]) {
		return false
	}
	if verb, _ := s.useBehind(after); !verb {
		return false
	}
	c := tie{credentialWord: w, linked: true}
	c.class = classPassword
	for i, n := after, 0; n < maxUse; n++ {
		p, ok := s.next(i)
		if !ok || p.mark {
			return false
		}
		if c.acceptsBefore(s.v.text[p.start:p.end]) {
			s.secret(wordKinds[w.class], p.start, p.end)
			return true
		}
		if i = p.end; p.stop {
			return false
		}
	}
	return false
}

// plainUsed reports whether a word of letters is what a sentence says is used as
// the password, and not as one of its sort or as a part of another thing: "as
// passwords", "as my password vault".
func (s *scanner) plainUsed(w credentialWord, value string, word, after int) bool {
	if !w.plainPassword(value) || proseWords().thing.has(foldString(value)) || s.plural(word, after) {
		return false
	}
	p, ok := s.next(after)
	if !ok || s.lineEnds(after) || pause(firstRune(s.v.text[after:])) || p.mark {
		return true
	}
	lists, next := proseWords(), s.v.lower[p.start:p.end]
	return slices.ContainsFunc([]*wordSet{&lists.of, &lists.thing, &lists.and, &lists.as, &lists.use, &lists.still}, func(set *wordSet) bool { return set.has(next) }) || w.grammar(next) || w.saysState(next)
}

// plural reports whether a credential word ends as plurals do: "passwords".
func (s *scanner) plural(word, after int) bool { return strings.HasSuffix(s.v.lower[word:after], "s") }

// uses reports whether a word is a verb of using or choosing a credential.
func (w *wordLists) uses(word string) bool { return w.use.has(word) || w.pick.has(word) }

// verbBefore reports whether a verb of using, or only one of choosing, is among the n
// words before i, words such as "always" aside.
func (s *scanner) verbBefore(i, n int, picked bool) bool {
	lists := proseWords()
	for n > 0 {
		start, end := s.runBefore(i)
		if start == end || pause(firstRune(s.v.lower[end-1:])) {
			return false
		}
		word := s.v.lower[start:end]
		if _, elided, ok := strings.Cut(word, "'"); ok {
			word = elided // "j'utilise"
		}
		if lists.pick.has(word) || !picked && (lists.use.has(word) || unspacedWord(word) && lists.use.has(lastRune(word))) {
			return true
		}
		if !lists.still.has(word) && !lists.adverb.has(word) {
			n--
		}
		i = start
	}
	return false
}

// runBefore is wordBefore, which a change between scripts with and without spaces
// ends as well.
func (s *scanner) runBefore(i int) (start, end int) {
	start, end = s.wordBefore(i)
	if start == end {
		return start, end
	}
	r, size := utf8.DecodeLastRuneInString(s.v.text[start:end])
	for at := end - size; at > start; at -= size {
		var before rune
		before, size = utf8.DecodeLastRuneInString(s.v.text[start:at])
		if unspacedRune(before) != unspacedRune(r) {
			return at, end
		}
	}
	return start, end
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}
