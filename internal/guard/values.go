package guard

import "strings"

// A sentence may give a credential more than one value, or say much before it
// comes to it.

// maxBetween is how many words may stand between two values.
const maxBetween = 6

// others takes what a sentence says beside the value that ends at i: "… and
// Berry!90", "… to Mango!5566", "…, not 4822". Behind words that tell of
// something else only what is like no word is a value.
func (s *scanner) others(c tie, i int) {
	c.linked, c.fillers = true, 0
	if i <= s.taken {
		return // from the word before
	}
	about := 0 // words that may be about the credential: "the new one", "bank"
	for n := 0; n <= maxBetween; n++ {
		p, ok := s.next(i)
		if !ok || s.sentenceEnds(i) {
			return
		}
		i = p.end
		word, value := s.v.lower[p.start:p.end], s.v.text[p.start:p.end]
		if proseWords().names.has(word) {
			return // the next values are its own
		}
		c.quoted, c.ends = p.quoted, s.clauseEnds(p)
		switch {
		case p.link || !p.quoted && s.between(word):
			c.denied = proseWords().no.has(word)
			if p.link && about == c.fillers {
				c.fillers, about = 0, 0
			}
		case proseWords().thing.has(word):
		case n < maxBetween && c.grammar(word):
			c.fillers, about = c.fillers+1, about+1
		case c.fillers == 0 && c.another(value, n), c.fillers > 0 && unlikeWords(value) && c.another(value, n):
			s.take(c.class, p.start, p.end)
			c.fillers, n, s.taken = 0, -1, i
		default:
			c.fillers++
		}
	}
}

// unlikeWords reports whether a value has letters, digits and symbols.
func unlikeWords(value string) bool {
	t := traitsOf(value)
	return t.symbols > 0 && t.digits > 0 && t.letters() > 0
}

// sentenceEnds reports whether a sentence ends with the word that ends at i.
func (s *scanner) sentenceEnds(i int) bool {
	tail := s.v.text[i:min(len(s.v.text), i+4)]
	if end := strings.IndexAny(tail, " \n"); end >= 0 {
		tail = tail[:end]
	}
	return strings.ContainsAny(tail, ".?")
}

// between reports whether a word may stand between two values.
func (s *scanner) between(word string) bool {
	w := proseWords()
	return w.and.has(word) || w.no.has(word) || w.then.has(word) || w.adverb.has(word) || strings.Trim(word, "/&+-–;") == ""
}

// another accepts a value that comes n words after one of the same credential.
func (c tie) another(value string, n int) bool {
	if placeholder(value) || harmless(value) || numberedThing(value) {
		return false
	}
	switch c.class {
	case classPIN, classLock, classKeypad, classUnlock:
		return keypad(value) && !year(value) && n <= 2
	case classCVV:
		return digits(value, 3, 4) && n <= 2
	case classKey, classWeak:
		return randomKey(value, 16)
	case classPassword, classPassphrase, classLogin:
		return strongPassword(value) || c.quoted && len(value) >= 4 || (c.several || c.denied) && c.ends && c.plainPassword(value)
	}
	return false
}

// exchange reports whether a word begins what was changed for what: "from X to Y".
func (s *scanner) exchange(p piece) bool {
	w := proseWords()
	if !w.from.has(s.v.lower[p.start:p.end]) {
		return false
	}
	q, ok := s.next(p.end)
	return ok && !q.link && !w.thing.has(s.v.lower[q.start:q.end]) && s.followed(q.end)
}

// followed reports whether another value may come after i.
func (s *scanner) followed(i int) bool {
	p, ok := s.next(i)
	return ok && s.between(s.v.lower[p.start:p.end])
}

// maxAside is how many bytes may be said between a credential and its copula.
const maxAside = 160

// valueResumed looks for a value behind a clause that tells of the credential:
// "the password for the router, which I set last year, is …".
func (s *scanner) valueResumed(c tie, word, i int) bool {
	rest := s.v.text[i:min(len(s.v.text), i+maxAside)]
	if end := strings.IndexAny(rest, ".!?;:\n"); end >= 0 {
		rest = rest[:end]
	}
	open := strings.IndexByte(rest, ',')
	if open < 0 {
		return false
	}
	for at := open; ; {
		next := strings.IndexByte(rest[at+1:], ',')
		if next < 0 {
			return false
		}
		at += 1 + next
		if p, ok := s.next(i + at); ok && p.link && !p.mark {
			c.fillers = len(strings.Fields(rest[:open]))
			if c.fillers > 0 {
				c.first = strings.ToLower(strings.Fields(rest)[0])
			}
			return s.valueFrom(c, word, i+at)
		}
	}
}

// valueBelow looks for values that are a paragraph of their own under the text that
// ends with their word: "here's the password".
func (s *scanner) valueBelow(c tie, i int) bool {
	t := s.v.text
	gap := len(t[i:]) - len(strings.TrimLeft(t[i:], " \t\r\n:"))
	lead := strings.TrimRight(t[i:i+gap], " \t\r")
	if strings.Count(lead, "\n") < 2 {
		return false
	}
	c.linked, c.fillers = true, 0
	var found []span
	for at := i + gap; at < len(t); {
		line, _, _ := strings.Cut(t[at:], "\n")
		value := strings.TrimSpace(line[marker(line):])
		if value == "" {
			break
		}
		made := traitsOf(value)
		plain := made.symbols == 0 && made.upper == 0 && !strings.Contains(lead, ":")
		if plain || made.digits == 0 || strings.ContainsAny(value, " \t") || !c.another(value, 0) {
			return false
		}
		start := at + strings.Index(line, value)
		found = append(found, span{start, start + len(value)})
		at += len(line) + 1
	}
	for _, f := range found {
		s.take(c.class, f.start, f.end)
	}
	return len(found) > 0
}

// marker returns how much of a line is what marks an item of a list: "1. ".
func marker(line string) int {
	n := 0
	for n < len(line) && n < 2 && isDigit(line[n]) {
		n++
	}
	if n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ' {
		return n + 2
	}
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return 2
	}
	return 0
}
