package guard

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// wordClass is what sort of value a credential word announces.
type wordClass string

const (
	classPassword wordClass = "password"
	classPIN      wordClass = "pin"
	classOTP      wordClass = "otp"
	classCVV      wordClass = "cvv"
	classCode     wordClass = "code"
	classKey      wordClass = "key"
	classWeak     wordClass = "weak"
)

var wordKinds = map[wordClass]string{
	classPassword: "password", classPIN: "pin", classOTP: "otp", classCVV: "cvv",
	classCode: "otp", classKey: "credential:key", classWeak: "credential:key",
}

//go:embed rules/words.toml
var wordsFile string

type wordLists struct {
	words   []phrase
	classes []wordClass // by phrase.rule
	links   map[string]bool
	names   map[string]bool // the words themselves, as they are listed
	own     map[string]bool // possessives: they stand between a word and its value
	back    map[string]bool // copulas of a value that comes before its word
	other   []string        // what makes the word a part of another thing: password manager
}

var proseWords = sync.OnceValue(func() wordLists {
	var file map[string]map[wordClass][]string
	mustDecode(wordsFile, &file)
	w := wordLists{links: make(map[string]bool), names: make(map[string]bool), own: make(map[string]bool), back: make(map[string]bool)}
	var x phrases
	seen := make(map[string]bool)
	for _, lists := range file {
		for class, words := range lists {
			for _, word := range words {
				folded := foldString(word)
				switch key := string(class) + folded; {
				case class == "link":
					w.links[folded] = true
				case class == "own":
					w.own[folded] = true
				case class == "back":
					w.back[folded] = true
				case class == "other":
					w.other = append(w.other, strings.TrimSuffix(folded, "*"))
				case !seen[key]:
					seen[key] = true
					w.names[strings.TrimSuffix(folded, "*")] = true
					x.add(word, len(w.classes), 0)
					w.classes = append(w.classes, class)
				}
			}
		}
	}
	w.words = x.all
	return w
})

// prose looks for a value around the credential word at pos: "my wifi password
// is …", "… аст рамзи ман", "API_KEY=…".
func (s *scanner) prose(w *phrase, pos int) {
	end, ok := w.match(s.v, pos)
	if !ok {
		return
	}
	class := proseWords().classes[w.rule]
	if class != classWeak {
		s.words = append(s.words, span{pos, end})
	}
	if p, ok := s.next(end); ok && !p.link && !p.quoted && partOfOther(s.v.lower[p.start:p.end]) {
		return
	}
	if !s.valueAfter(class, pos, end, linksItself(w.text)) {
		s.valueBefore(class, pos)
	}
}

// linksItself reports whether a listed word brings its link along: "pass:".
func linksItself(word string) bool {
	last := word[strings.LastIndexByte(word, ' ')+1:]
	return strings.HasSuffix(word, ":") || strings.HasSuffix(word, "=") || last != word && proseWords().links[last]
}

func partOfOther(word string) bool {
	return slices.ContainsFunc(proseWords().other, func(w string) bool { return strings.HasPrefix(word, w) })
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

func (s *scanner) valueAfter(class wordClass, word, i int, linked bool) bool {
	marked, fillers, loose := linked, 0, false
	if strings.HasPrefix(s.v.lower[i:], "'s ") {
		i, linked = i+2, true
	} else if i < len(s.v.text) && (s.v.text[i] == '"' || s.v.text[i] == '\'') {
		i++ // closes a quotation of the word: {"password": …}
		if p, ok := s.next(i); !ok || !p.link {
			return false
		}
	}
	for fillers <= maxFillers {
		p, ok := s.next(i)
		if !ok {
			return false
		}
		i = p.end
		if p.link {
			linked, marked, loose = true, marked || p.mark, false
			continue
		}
		if !p.quoted && proseWords().own[s.v.lower[p.start:p.end]] {
			continue
		}
		c := tie{class: class, linked: linked && !loose, marked: marked && !loose, fillers: fillers, quoted: p.quoted, last: s.lineEnds(p.end)}
		if c.accepts(s.v.text[p.start:p.end], s.v.text[max(0, word-nearby/2):word], s.v.text[word:p.start]) {
			s.take(class, p)
			return true
		}
		if p.stop || s.noFiller(p) {
			return false
		}
		fillers++
		loose = linked // "the password is in 1Password": not what the copula points at
	}
	return false
}

// noFiller reports whether a piece is no ordinary word between a credential
// word and its value: it is too long, or code, or itself a credential word, to
// which the value belongs.
func (s *scanner) noFiller(p piece) bool {
	text := s.v.lower[p.start:p.end]
	return len(text) > maxFiller || strings.ContainsAny(text, "{}()[]<>") || proseWords().names[text]
}

// take records the value, and of recovery codes the whole list of them.
func (s *scanner) take(class wordClass, p piece) {
	end := p.end
	for end-p.start >= maxPiece && end < len(s.v.text) && s.v.text[end] > ' ' {
		end++
	}
	for class == classCode {
		q, ok := s.next(end)
		if !ok || !codeLike(strings.Trim(s.v.text[q.start:q.end], ",;")) {
			break
		}
		end = q.end
	}
	s.secret(wordKinds[class], p.start, end)
}

// next returns the piece at or after i, in the same paragraph.
func (s *scanner) next(i int) (piece, bool) {
	t := s.v.text
	for lines := 0; i < len(t); i++ {
		switch c := t[i]; c {
		case ' ', '\t', '\r', ',', '(':
			continue
		case '*':
			if i+1 < len(t) && (t[i+1] == '*' || t[i+1] == ' ') {
				continue // emphasis
			}
		case '\n':
			if lines++; lines > 1 {
				return piece{}, false
			}
			continue
		case opaque:
			return piece{}, false
		case ':', '=':
			n := i + 1
			for n < len(t) && (t[n] == '=' || t[n] == '>') {
				n++
			}
			return piece{start: i, end: n, link: true, mark: true}, true
		case '-':
			n := i + 1
			for n < len(t) && (t[n] == '-' || t[n] == '>') {
				n++
			}
			if n == len(t) || t[n] == ' ' {
				return piece{start: i, end: n, link: true, mark: true}, true
			}
		case '"', '\'':
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
		r, n := utf8.DecodeRuneInString(t[end:])
		if r <= ' ' || unspacedRune(r) != unspaced {
			break
		}
		end += n
		if unspaced && end-i <= maxParticle && proseWords().links[t[i:end]] {
			break
		}
	}
	raw := t[i:end]
	trimmed := strings.TrimRight(raw, ".,;:!?)\"'")
	if trimmed == "" {
		trimmed = raw
	}
	p := piece{start: i, end: i + len(trimmed)}
	tail := raw[len(trimmed):]
	p.stop = strings.ContainsAny(tail, ".!?;")
	p.link = proseWords().links[s.v.lower[p.start:p.end]]
	if strings.HasPrefix(tail, "!") || strings.HasPrefix(tail, "?") {
		p.end++ // may belong to the password
	}
	return p
}

// lineEnds reports whether nothing follows on the line of i.
func (s *scanner) lineEnds(i int) bool {
	rest := strings.TrimLeft(s.v.text[i:], " .,;!\"')")
	return rest == "" || rest[0] == '\n' || rest[0] == '\r'
}

// valueBefore looks for a value in front of its word: "4821 is my PIN",
// "Lahore#7788 mera password hai".
func (s *scanner) valueBefore(class wordClass, word int) {
	t := s.v.text
	i, linked := word, false
	for n := 0; n <= 4; n++ {
		end := i
		for end > 0 && (t[end-1] == ' ' || t[end-1] == '"' || t[end-1] == '\'') {
			end--
		}
		start := end
		for start > 0 && end-start < maxPiece && t[start-1] > ' ' && t[start-1] != '"' {
			start--
		}
		if start == end || strings.ContainsAny(t[end-1:end], ".?;:,=") || t[end-1] == '\n' {
			return
		}
		i = start
		if end-start > maxPassword || proseWords().names[s.v.lower[start:end]] {
			return
		}
		if proseWords().back[s.v.lower[start:end]] {
			linked = true
			continue
		}
		c := tie{class: class, linked: linked}
		if c.acceptsBefore(t[start:end]) {
			s.secret(wordKinds[class], start, end)
			return
		}
	}
}
