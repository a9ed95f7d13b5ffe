package guard

import (
	"strings"
	"unicode/utf8"
)

// valueBefore looks for a value in front of its word: "4821 is my PIN",
// "Lahore#7788 mera password hai", "sunshine is my wifi password".
func (s *scanner) valueBefore(w credentialWord, word, after int) {
	t := s.v.text
	i, linked, named := word, false, false
	for n := 0; n <= 5; n++ {
		start, end := s.wordBefore(i)
		if start == end || strings.ContainsAny(t[end-1:end], ".?;:,=") || t[end-1] == '\n' {
			return
		}
		i = start
		value := s.v.lower[start:end]
		if end-start > maxPassword || proseWords().names.has(value) {
			return
		}
		if proseWords().back.has(value) {
			linked = true
			continue
		}
		named = named || proseWords().own.has(value) || proseWords().thing.has(value)
		c := tie{credentialWord: w, linked: linked}
		if c.acceptsBefore(t[start:end]) || linked && s.plainBefore(w, start, end, after, named) {
			s.secret(wordKinds[w.class], start, end)
			return
		}
	}
}

// wordBefore returns the word that ends before i.
func (s *scanner) wordBefore(i int) (start, end int) {
	t := s.v.text
	for i > 0 && (t[i-1] == ' ' || t[i-1] == '"' || t[i-1] == '\'') {
		i--
	}
	start = i
	for start > 0 && i-start < maxPiece && t[start-1] > ' ' && t[start-1] != '"' {
		start--
	}
	return start, i
}

// plainBefore reports whether one word of letters, with which a clause begins,
// is said to be the password with which it ends.
func (s *scanner) plainBefore(w credentialWord, start, end, after int, named bool) bool {
	if w.class != classPassword || !s.clauseBegins(start) || !w.plainPassword(s.v.text[start:end]) {
		return false
	}
	for range maxPurpose {
		p, ok := s.next(after)
		if !ok {
			return named
		}
		word := s.v.lower[p.start:p.end]
		own := proseWords().own.has(word) || proseWords().thing.has(word)
		if !own && !proseWords().of.has(word) {
			return named && p.link && s.clauseEnds(p) // a copula that comes last
		}
		if named = named || own; s.clauseEnds(p) {
			return named
		}
		after = p.end
	}
	return false
}

// clauseBegins reports whether nothing in the clause stands before i.
func (s *scanner) clauseBegins(i int) bool {
	before := strings.TrimRight(s.v.text[:i], " \"'(")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".,;:!?\n")
}

// maxPointing is how many words a clause has before its credential word that only
// points back to a value: "that's the wifi password".
const maxPointing = 5

// pointsBack looks for a value at the end of the clause before, of which this one
// says that it is the credential, or the same: "Zebra!4458. That's the password",
// "…, same as my mail password".
func (s *scanner) pointsBack(c credentialWord, word, after int) bool {
	from := max(0, word-nearby)
	before := s.v.lower[from:word]
	at := from + max(strings.LastIndexFunc(before, pause), strings.LastIndex(before, "- "), strings.LastIndexByte(before, '('))
	if at < max(from, 1) {
		return false
	}
	_, size := utf8.DecodeRuneInString(s.v.lower[at:])
	clause := strings.TrimSpace(s.v.lower[at+size : word])
	if aside := clause == "" && s.v.lower[at] == '('; !aside && !pointing(clause) || !s.saysNoMore(after) {
		return false
	}
	end := len(strings.TrimRightFunc(s.v.text[:at], func(r rune) bool { return r <= ' ' || r == '-' || pause(r) || strings.ContainsRune(quotes, r) }))
	start := strings.LastIndexFunc(s.v.text[:end], func(r rune) bool { return r <= ' ' || unspacedRune(r) }) + 1
	if t := (tie{credentialWord: c, linked: true}); !t.acceptsBefore(s.v.text[start:end]) {
		return false
	}
	s.secret(wordKinds[c.class], start, end)
	return true
}

// pause reports whether r stands between two clauses.
func pause(r rune) bool {
	switch r {
	case '.', ',', ';', ':', '!', '?', '\n', '–', '—', '。', '，', '、', '।', '۔', '؟', '،':
		return true
	}
	return false
}

// pointing reports whether what a clause says before its credential word begins
// with a word for what was said.
func pointing(clause string) bool {
	w := proseWords()
	words := strings.Fields(clause)
	if len(words) == 0 || len(words) > maxPointing {
		return false
	}
	for n := 1; n <= min(len(words[0]), maxParticle) && unspacedWord(clause); n++ {
		if w.that.has(clause[:n]) {
			return true
		}
	}
	return w.that.has(words[0]) || w.same.has(words[0]) || len(words) > 1 && w.same.has(words[1])
}

// saysNoMore reports whether a clause says no more behind its credential word than
// what that is for, or its copula.
func (s *scanner) saysNoMore(after int) bool {
	if s.lineEnds(after) || s.v.text[after] == ')' || pause(rune(s.v.text[after])) {
		return true
	}
	p, ok := s.next(after)
	w, word := proseWords(), s.v.lower[p.start:p.end]
	return ok && (w.of.has(word) || w.own.has(word) || w.thing.has(word) || p.link && s.clauseEnds(p))
}
