package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A sentence may say what a credential is made, will be, or was asked for. Much else
// is said so as well ("changed the password to be safe"), so that behind these only
// what looks like a value is one.

// becomes returns the end of the words at p that lead to what a credential is made
// or will be: "set the password to", "my password will be".
func (s *scanner) becomes(c tie, word int, p piece) (end int, ok bool) {
	if c.strict {
		return 0, false // "to something else in 2024"
	}
	w := proseWords()
	text := s.v.lower[p.start:p.end]
	for _, rest := range w.future[text] {
		if rest == "" || strings.HasPrefix(s.v.lower[p.end:], rest+" ") {
			return p.end + len(rest), true
		}
	}
	return p.end, slices.ContainsFunc(c.langs, func(lang string) bool {
		return w.into[lang].has(text) && (w.set[lang].has(text) || s.sets(w.set[lang], word, p.end))
	})
}

// maxSetting is how many words stand between a verb of setting and its credential:
// "change the password of the …".
const maxSetting = 6

// sets reports whether one of the verbs of setting stands before the credential word of a
// clause, or behind the value that follows at i.
func (s *scanner) sets(set *wordSet, word, i int) bool {
	before := s.v.lower[max(0, word-nearby):word]
	before = before[strings.LastIndexAny(before, ".!?;\n")+1:]
	for _, verb := range lastWords(before, maxSetting) {
		if set.has(verb) {
			return true
		}
	}
	for range 3 {
		p, ok := s.next(i)
		if !ok {
			return false
		}
		if set.has(s.v.lower[p.start:p.end]) {
			return true
		}
		i = p.end
	}
	return false
}

// asks reports whether a question ends with a piece.
func (s *scanner) asks(p piece) bool {
	r, _ := utf8.DecodeLastRuneInString(s.v.text[p.start:p.end])
	return !p.quoted && strings.ContainsRune("?؟？", r)
}

// maxLead is how many words lead from a question to its answer: "it is still …".
const maxLead = 3

// answered looks for the value in what follows the question for a credential, which
// ends at i: "what's my password again? it's …". The question may be the word alone:
// "the password? …".
func (s *scanner) answered(c tie, word, i int) bool {
	label := c.opens && c.fillers == 0
	c.linked, c.strict, c.fillers = true, true, 0
	for n := range maxLead + 1 {
		p, ok := s.next(i)
		if !ok {
			return false
		}
		text := s.v.lower[p.start:p.end]
		if !p.mark && (p.link || !p.quoted && (s.between(text) || proseWords().that.has(text))) {
			i = p.end
			continue
		}
		end, ok := s.judge(c, false, word, p)
		q, more := s.next(end)
		if !ok || n == 0 && !(label && s.lineEnds(end)) && !(more && q.link && s.clauseEnds(q)) {
			return false
		}
		s.take(c.class, p.start, end)
		return true
	}
	return false
}

// maxWords is how many words a password has before its number.
const maxWords = 5

// wordsAndNumber returns the end of a password of words and, last in its clause, a
// number: "my password is Heron 7739". Few of the words may say a state, as in a
// passphrase.
func (s *scanner) wordsAndNumber(c tie, word int, p piece) (end int, ok bool) {
	if !c.named(s.v.text[max(0, word-nearby/2):word], s.v.text[word:p.start]) {
		return 0, false
	}
	states := 0
	for n := range maxWords + 1 {
		value := s.v.text[p.start:p.end]
		if digits(value, 3, 8) {
			return p.end, n > 0 && states*3 <= n && !year(value) && s.clauseEnds(p)
		}
		if p.quoted || p.link || p.stop || !onlyLetters(value) || c.grammar(foldString(value)) {
			return 0, false
		}
		if c.saysState(foldString(value)) {
			states++
		}
		if p, ok = s.next(p.end); !ok {
			return 0, false
		}
	}
	return 0, false
}

func onlyLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) < 0
}
