package guard

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose looks for a value around the credential word at pos: "my wifi password
// is …", "… аст рамзи ман", "API_KEY=…".
func (s *scanner) prose(w *phrase, pos int) {
	end, ok := w.match(s.v, pos)
	if !ok {
		return
	}
	if end-pos <= maxChance && end < len(s.v.text) && isDigit(s.v.text[end]) {
		return
	}
	if strings.HasSuffix(s.v.lower[pos:end], "'s") {
		end -= len("'s") // "my passcode's 4821"
	}
	word := proseWords().credentials[w.rule]
	if s.namesOther(pos, pos+len(w.text)) {
		return
	}
	if !word.class.ordinary() {
		s.words = append(s.words, span{pos, end})
	}
	if stem := pos + len(w.text); stem < end && partOfOther(s.v.lower[stem:end]) {
		return // "Passwortmanager"
	}
	if p, ok := s.next(end); ok && !p.link && !p.quoted && partOfOther(s.v.lower[p.start:p.end]) {
		return
	}
	if !s.valueAfter(word, pos, end, linksItself(w.text)) && !s.pointsBack(word, pos, end) && !s.usedAs(word, pos, end) {
		s.valueBefore(word, pos, end)
	}
}

// maxChance is how many letters stand before a digit by chance in a random name,
// which is then no credential word: PW7XKQ….
const maxChance = 2

// linksItself reports whether a listed word brings its link along: "pass:".
func linksItself(word string) bool {
	last := word[strings.LastIndexByte(word, ' ')+1:]
	return strings.HasSuffix(word, ":") || strings.HasSuffix(word, "=") || last != word && proseWords().links.has(last)
}

// namesOther reports whether the word is a part of an identifier that names
// something else: credentialsId, secret_length, publicKey, csrf-token.
func (s *scanner) namesOther(start, end int) bool {
	t, w := s.v.text, proseWords()
	last := end
	for last < len(t) && (isWordByte(t[last]) || t[last] == '.') {
		last++
	}
	first := start
	for first > 0 && (isWordByte(t[first-1]) || t[first-1] == '-') {
		first--
	}
	if first == start && last == end {
		return false
	}
	parts := humps().FindAllString(t[end:last], -1)
	return len(parts) > 0 && w.label.has(strings.ToLower(parts[len(parts)-1])) ||
		slices.ContainsFunc(humps().FindAllString(t[first:start], -1), func(part string) bool { return w.open.has(strings.ToLower(part)) })
}

// humps are the words of an identifier.
var humps = expression(`\p{Lu}?\p{Ll}+|\p{Lu}+`)

// joins reports whether a link is one beside this word, and no preposition of
// its language: "hasło to Kot99" gives the value, "password to my laptop" not.
func (w credentialWord) joins(link string) bool {
	words := proseWords()
	return !words.of.has(link) || slices.ContainsFunc(words.linkLangs[link], func(lang string) bool { return slices.Contains(w.langs, lang) })
}

func partOfOther(word string) bool {
	return proseWords().other.has(word) && traitsOf(word).digits == 0
}

// A piece is a run of the text between spaces, as prose reads it.
type piece struct {
	start, end int
	link       bool // a colon, an equals sign or a copula
	mark       bool // a link made of punctuation
	quoted     bool
	stop       bool // the sentence ends after it
}

// maxFillers is how many ordinary words may stand between a credential word and
// its value: "the PIN for my debit card is 4821".
const maxFillers = 6

func (s *scanner) valueAfter(w credentialWord, word, i int, linked bool) bool {
	c := tie{credentialWord: w, linked: linked, marked: linked, opens: s.opens(word)}
	if strings.HasPrefix(s.v.lower[i:], "'s ") {
		i, c.linked = i+2, true
	} else if i < len(s.v.text) && (s.v.text[i] == '"' || s.v.text[i] == '\'') {
		i++ // closes a quotation of the word: {"password": …}, set("password", …)
		if strings.HasPrefix(s.v.text[i:], ",") {
			c.linked, c.marked = true, true
		} else if p, ok := s.next(i); !ok || !p.link {
			return false
		}
	}
	return s.valueFrom(c, word, i) || s.valueResumed(c, word, i) || s.valueBelow(c, i)
}

// valueFrom looks for the value from i on.
func (s *scanner) valueFrom(c tie, word, i int) bool {
	loose := false // a word stands between the copula and the value: "is in 1Password"
	for c.fillers <= maxFillers {
		p, ok := s.next(i)
		if !ok {
			return false
		}
		i = p.end
		if p.link && !s.asks(p) && (p.mark || c.joins(s.v.lower[p.start:p.end])) {
			c.linked, c.marked, loose = true, c.marked || p.mark, false
			c.several = c.several || proseWords().are.has(s.v.lower[p.start:p.end])
			if p.mark && c.fillers == 1 {
				c.fillers = 0 // a type stands in between: token string = "…"
			}
			continue
		}
		text := s.v.lower[p.start:p.end]
		switch {
		case p.quoted:
		case proseWords().own.has(text), proseWords().adverb.has(text):
			continue
		case proseWords().still.has(text):
			c.strict = true
			continue
		case c.linked && proseWords().no.has(text):
			c.denied = true
			continue
		case c.fillers <= 1 && s.exchange(p):
			c.linked, c.several = true, true
			continue
		default:
			if end, ok := s.becomes(c, word, p); ok {
				i, loose = end, false
				c.linked, c.strict, c.marked = true, true, c.class == classKey
				continue
			}
		}
		if end, ok := s.judge(c, loose, word, p); ok {
			s.take(c.class, p.start, end)
			s.others(c, end)
			return true
		}
		if s.asks(p) {
			return s.answered(c, word, i)
		}
		if p.stop || s.noFiller(p) && !(c.purpose() && proseWords().weak.has(text)) {
			return false
		}
		if c.fillers++; c.fillers == 1 {
			c.first = text
		}
		loose = c.linked
	}
	return false
}

// judge returns the end of the value that begins at p, if it is one.
func (s *scanner) judge(c tie, loose bool, word int, p piece) (end int, ok bool) {
	if loose {
		c.linked, c.marked = false, false
	}
	if c.class == classPassphrase && c.linked {
		if end, ok := s.passphrase(c.credentialWord, p); ok {
			return end, true
		}
	}
	if c.class == classPassword && c.linked && c.near() && !c.strict && !c.denied {
		if end, ok := s.wordsAndNumber(c, word, p); ok {
			return end, true
		}
	}
	if c.class == classPassword && c.linked && !c.strict && !c.denied {
		if end, ok := s.plainWords(c, word, p); ok {
			return end, true
		}
	}
	c.quoted, c.last, c.ends = p.quoted, s.lineEnds(p.end), c.fillers <= maxPurpose && (s.clauseEnds(p) || c.several && s.followed(p.end))
	if c.class == classPIN && (c.linked || c.near()) {
		if end, ok := s.digitsApart(p); ok {
			return end, true
		}
		if end, ok := s.digitsSpelled(p); ok {
			return end, true
		}
	}
	if c.fillers <= maxPurpose && !p.stop {
		q, ok := s.next(p.end)
		c.closed = ok && q.link && !q.mark && s.clauseEnds(q)
	}
	return p.end, c.accepts(s.v.text[p.start:p.end], s.v.text[max(0, word-nearby/2):word], s.v.text[word:p.start])
}

// noFiller reports whether a piece is no ordinary word between a credential
// word and its value: it is too long, or code, or itself a credential word, to
// which the value belongs.
func (s *scanner) noFiller(p piece) bool {
	text := s.v.lower[p.start:p.end]
	if len(text) > maxFiller || strings.ContainsAny(text, "{}()[]<>") || proseWords().names.has(text) {
		return true
	}
	raw := s.v.text[p.start:p.end]
	_, n := utf8.DecodeRuneInString(raw)
	if strings.TrimLeftFunc(raw[n:], unicode.IsLower) == "" { // the commonest, and no identifier
		return false
	}
	parts := humps().FindAllString(raw, -1)
	return len(parts) > 1 && proseWords().label.has(strings.ToLower(parts[len(parts)-1]))
}

// take records the value, and of recovery codes the whole list of them.
func (s *scanner) take(class wordClass, start, end int) {
	for end-start >= maxPiece && end < len(s.v.text) && s.v.text[end] > ' ' {
		end++
	}
	for class == classCode {
		q, ok := s.next(end)
		if ok && s.between(s.v.lower[q.start:q.end]) {
			q, ok = s.next(q.end)
		}
		if !ok || !codeLike(strings.Trim(s.v.text[q.start:q.end], ",;")) {
			break
		}
		end = q.end
	}
	s.secret(wordKinds[class], start, end)
}

// next returns the piece at or after i, in the same paragraph.
func (s *scanner) next(i int) (piece, bool) {
	t := s.v.text
	for lines := 0; i < len(t); i++ {
		switch c := t[i]; c {
		case ' ', '\t', '\r', ',', '(', ')':
			continue
		case '*':
			if i+1 < len(t) && (t[i+1] == '*' || t[i+1] == ' ') {
				continue // emphasis
			}
		case '\n':
			if lines++; lines > 1 {
				return piece{}, false
			}
			i += marker(t[i+1:])
			continue
		case opaque:
			return piece{}, false
		case ':', '=', '?', '+', '.', '>':
			n := i + 1
			for n < len(t) && (t[n] == ':' || t[n] == '=' || t[n] == '>') {
				n++
			}
			if c == ':' || c == '=' || c == '>' && t[i-1] > ' ' || t[n-1] == '=' { // ::=, ?=, <token>
				return piece{start: i, end: n, link: true, mark: true}, true
			}
		case '-':
			n := i + 1
			for n < len(t) && (t[n] == '-' || t[n] == '>') {
				n++
			}
			if n == len(t) || t[n] == ' ' {
				return piece{start: i, end: n, link: true, mark: true}, true
			}
		case '"', '\'', '`':
			if n := strings.IndexByte(t[i+1:min(len(t), i+1+maxPiece)], c); n > 0 {
				return piece{start: i + 1, end: i + 1 + n, quoted: true}, true
			}
			continue
		}
		return s.word(i), true
	}
	return piece{}, false
}

// maxPiece bounds the words that are looked at as values, in bytes. Longer
// ones are taken whole once their beginning has been judged.
const maxPiece = 256

// maxParticle is the longest copula that is glued to its neighbours, maxFiller
// the longest word that counts as a word of prose, in bytes.
const (
	maxParticle = 12
	maxFiller   = 64
)

func (s *scanner) word(i int) piece {
	t := s.v.text
	end := i
	first, _ := utf8.DecodeRuneInString(t[i:])
	unspaced := unspacedRune(first)
	for end < len(t) && end-i < maxPiece {
		if c := t[end]; !unspaced && c > ' ' && c < utf8.RuneSelf {
			end++
			continue
		}
		r, n := utf8.DecodeRuneInString(t[end:])
		if r <= ' ' || unspacedRune(r) != unspaced {
			break
		}
		end += n
		if unspaced && end-i <= maxParticle && proseWords().links.has(t[i:end]) {
			break
		}
	}
	raw := t[i:end]
	trimmed := raw
	if !isWordByte(raw[len(raw)-1]) {
		trimmed = cmp.Or(strings.TrimRight(raw, ".,;:!?)\"'"), raw)
	}
	p := piece{start: i, end: i + len(trimmed)}
	tail := raw[len(trimmed):]
	p.stop = strings.ContainsAny(tail, ".!?;")
	p.link = proseWords().links.has(s.v.lower[p.start:p.end])
	if strings.HasPrefix(tail, "!") || strings.HasPrefix(tail, "?") {
		p.end++ // may belong to the password
	}
	return p
}

// lineEnds reports whether nothing follows on the line of i.
func (s *scanner) lineEnds(i int) bool {
	t := s.v.text
	for i < len(t) && strings.IndexByte(" .,;!\"')", t[i]) >= 0 {
		i++
	}
	return i == len(t) || t[i] == '\n' || t[i] == '\r'
}

// digitsApart returns the end of a code that is typed digit by digit or in
// pairs: "4 8 2 1", "48-21".
func (s *scanner) digitsApart(p piece) (end int, ok bool) {
	t := s.v.text[p.start:min(len(s.v.text), p.start+maxApart)]
	at := codeApart().FindStringIndex(t)
	if at == nil || p.start+at[1] < len(s.v.text) && isWordByte(s.v.text[p.start+at[1]]) {
		return 0, false
	}
	return p.start + at[1], true
}

// codeApart is four to eight digits in groups of one or two; maxApart is how
// much it takes.
var codeApart = expression(`^\d(?:[ .\-]\d){3,7}|^\d\d(?:[ .\-]\d\d){1,3}`)

const maxApart = 24

// digitsSpelled returns the end of a code of four to eight digits that are
// spelled out: "four two nine one", "四二九一です".
func (s *scanner) digitsSpelled(p piece) (end int, ok bool) {
	n, digit := 0, &proseWords().digit
	for end = p.start; ; n++ {
		r, size := utf8.DecodeRuneInString(s.v.lower[end:])
		if !unspacedRune(r) || !digit.has(string(r)) {
			break
		}
		end += size
	}
	for ok = n == 0; ok && !p.mark; {
		words := strings.Split(s.v.lower[p.start:p.end], "-")
		if slices.ContainsFunc(words, func(w string) bool { return !digit.has(w) }) {
			break
		}
		n, end = n+len(words), p.end
		p, ok = s.next(p.end)
	}
	return end, n >= 4 && n <= 8
}
