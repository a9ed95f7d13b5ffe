package guard

import "strings"

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
