package guard

import "strings"

// A sentence may give a credential more than one value, or say much before it
// comes to it.

// maxBetween is how many words may stand between two values.
const maxBetween = 5

// others takes what a sentence says beside the value that ends at i: "… and
// Berry!90", "… to Mango!5566", "…, not 4822".
func (s *scanner) others(c tie, i int) {
	c.linked, c.fillers, c.quoted = true, 0, false
	for n := 0; n <= maxBetween; n++ {
		p, ok := s.next(i)
		if !ok || strings.ContainsAny(s.v.text[i:p.start], ".?;") {
			return
		}
		i = p.end
		word := s.v.lower[p.start:p.end]
		if p.link || !p.quoted && s.between(word) {
			c.denied = proseWords().no.has(word)
			continue
		}
		if c.quoted, c.ends = p.quoted, s.clauseEnds(p); !c.another(s.v.text[p.start:p.end], n) {
			return
		}
		s.take(c.class, p.start, p.end)
		n = -1
	}
}

// between reports whether a word may stand between two values.
func (s *scanner) between(word string) bool {
	w := proseWords()
	return w.and.has(word) || w.no.has(word) || w.then.has(word) || w.adverb.has(word) || strings.Trim(word, "/&+-–") == ""
}

// another accepts a value that comes n words after one of the same credential.
func (c tie) another(value string, n int) bool {
	if placeholder(value) || harmless(value) || numberedThing(value) {
		return false
	}
	switch c.class {
	case classPIN, classLock:
		return keypad(value) && !year(value) && n <= 2
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

// valueBelow looks for a value that is a paragraph of its own under the text that
// ends with its word: "here's the password".
func (s *scanner) valueBelow(c tie, i int) bool {
	t := s.v.text
	gap := len(t[i:]) - len(strings.TrimLeft(t[i:], " \t\r\n:"))
	lead := strings.TrimRight(t[i:i+gap], " \t\r")
	line, after, _ := strings.Cut(t[i+gap:], "\n")
	value := strings.TrimSpace(line)
	if strings.Count(lead, "\n") < 2 || strings.TrimSpace(after) != "" && strings.TrimSpace(strings.SplitN(after, "\n", 2)[0]) != "" {
		return false
	}
	c.linked, c.fillers = true, 0
	made := traitsOf(value)
	plain := made.symbols == 0 && made.upper == 0 && !strings.Contains(lead, ":")
	if plain || made.digits == 0 || strings.ContainsAny(value, " \t") || !c.another(value, 0) {
		return false
	}
	s.take(c.class, i+gap, i+gap+len(value))
	return true
}
