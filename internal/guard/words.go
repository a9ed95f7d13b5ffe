package guard

import (
	_ "embed"
	"strings"
	"sync"
)

// wordClass is what sort of value a credential word announces.
type wordClass string

const (
	classPassword   wordClass = "password"
	classPassphrase wordClass = "passphrase"
	classLogin      wordClass = "login"
	classPIN        wordClass = "pin"
	classLock       wordClass = "lock"
	classOTP        wordClass = "otp"
	classCVV        wordClass = "cvv"
	classCode       wordClass = "code"
	classKey        wordClass = "key"
	classWeak       wordClass = "weak"
	classKeypad     wordClass = "keypad"
	classUnlock     wordClass = "unlock"
)

var wordKinds = map[wordClass]string{
	classPassword: "password", classPassphrase: "password", classLogin: "password", classPIN: "pin", classLock: "pin", classKeypad: "pin", classUnlock: "pin", classOTP: "otp",
	classCVV: "cvv", classCode: "otp", classKey: "credential:key", classWeak: "credential:key",
}

// ordinary reports whether the words of a class are about credentials only in
// company: a code opens a door or names an error.
func (c wordClass) ordinary() bool { return c == classWeak || c.opens() }

// opens reports whether the words of a class are about what a code opens.
func (c wordClass) opens() bool { return c == classLock || c == classKeypad || c == classUnlock }

// words.txt is made of words.toml: a line for each list, its language and name
// before its words, folded. A hook, a new process each time, read and folded the
// source for longer than it looked at the message.
//
//go:generate go test -run TestWordsAreCompiled -update
//go:embed rules/words.txt
var wordsFile string

// credentialWord is what a listed word stands for, by phrase.rule.
type credentialWord struct {
	class wordClass
	langs []string // those that list it so
}

type wordLists struct {
	words       []phrase
	credentials []credentialWord
	links       wordSet
	linkLangs   map[string][]string // whose links they are
	names       wordSet             // the words themselves, as they are listed
	weak        wordSet             // those of them that are ordinary words: key
	own         wordSet             // possessives: they stand between a word and its value
	adverb      wordSet             // what else does
	back        wordSet             // copulas of a value that comes before its word
	of          wordSet             // prepositions that say what a credential is for
	and         wordSet             // what ends a clause as a comma does
	are         wordSet             // copulas of several values
	no          wordSet             // what denies a value: "not", "no longer"
	from        wordSet             // before the first of two values, one in place of the other
	then        wordSet             // between such values
	set         map[string]*wordSet // by language: verbs of setting a credential
	into        map[string]*wordSet // by language: between such and its value
	use         wordSet             // verbs of using a credential
	pick        wordSet             // … of choosing one
	as          wordSet             // what says of a word that it is used as one
	object      wordSet             // what marks what a verb takes, where it comes before that
	still       wordSet             // what a credential still, always or only is
	future      map[string][]string // what says of a value that it will be: by the first word the rest
	that        wordSet             // words for what was said
	same        wordSet             // what likens it to a credential
	net         wordSet             // what a "key" is a password of
	digit       wordSet             // the digits as words
	door        wordSet             // what a code opens
	label       wordSet             // what ends an identifier that only names or measures a credential
	open        wordSet             // what begins one that is no secret
	thing       wordSet             // what a password is for
	state       map[string]*wordSet // by language: what a password is said to be that is not its value
	bare        map[string]*wordSet // by language: passwords whose value needs no copula
	says        map[string]*wordSet // by language: what else is said of these without one, or of any in several words
	loan        wordSet             // what every language says of them in English
	motto       wordSet             // credential words that as often mean a motto or the key to success
	other       wordSet             // what begins a word that makes the word a part of another thing: password manager
}

var proseWords = sync.OnceValue(func() *wordLists {
	w := &wordLists{linkLangs: make(map[string][]string), state: make(map[string]*wordSet), bare: make(map[string]*wordSet), says: make(map[string]*wordSet), set: make(map[string]*wordSet), into: make(map[string]*wordSet), future: make(map[string][]string)}
	sets := map[string]*wordSet{
		"own": &w.own, "adverb": &w.adverb, "back": &w.back, "of": &w.of, "and": &w.and, "are": &w.are, "no": &w.no, "from": &w.from, "then": &w.then, "use": &w.use, "pick": &w.pick, "as": &w.as, "object": &w.object, "still": &w.still, "that": &w.that, "same": &w.same, "net": &w.net, "digit": &w.digit,
		"door": &w.door, "thing": &w.thing, "motto": &w.motto, "label": &w.label, "open": &w.open, "loan": &w.loan,
	}
	seen := make(map[[2]string]int) // where a class and word are in credentials
	for line := range strings.Lines(wordsFile) {
		lang, line, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		list, words, _ := strings.Cut(line, "\t")
		for list, byLang := range map[string]map[string]*wordSet{"state": w.state, "bare": w.bare, "says": w.says, "set": w.set, "into": w.into} {
			if byLang[lang] == nil {
				byLang[lang] = new(wordSet)
			}
			sets[list] = byLang[lang]
		}
		for word := range strings.SplitSeq(words, "\t") {
			at, known := seen[[2]string{list, word}]
			switch {
			case list == "link":
				w.links.add(word)
				w.linkLangs[word] = append(w.linkLangs[word], lang)
			case list == "future":
				first, rest, _ := strings.Cut(word, " ")
				w.future[first] = append(w.future[first], strings.TrimRight(" "+rest, " "))
			case list == "other":
				w.other.add(strings.TrimSuffix(word, "*") + "*")
			case sets[list] != nil:
				sets[list].add(word)
			case known:
				w.credentials[at].langs = append(w.credentials[at].langs, lang)
			default:
				seen[[2]string{list, word}] = len(w.credentials)
				class := wordClass(list)
				if !class.opens() {
					w.names.add(strings.TrimSuffix(word, "*"))
				}
				if class == classWeak {
					w.weak.add(word)
				}
				w.words = append(w.words, newPhrase(word, len(w.credentials), 0))
				w.credentials = append(w.credentials, credentialWord{class, []string{lang}})
			}
		}
	}
	return w
})

// wordSet is a set of words, of beginnings (word*) and of endings (*word).
type wordSet struct {
	seen   [16]uint64 // bit set over a hash of the whole words, which most other words miss
	whole  map[string]bool
	starts map[byte][]string // by their first byte
	ends   map[byte][]string // by their last
}

func (s *wordSet) add(word string) {
	if start, ok := strings.CutSuffix(word, "*"); ok {
		if s.starts == nil {
			s.starts = make(map[byte][]string)
		}
		s.starts[start[0]] = append(s.starts[start[0]], start)
		return
	}
	if end, ok := strings.CutPrefix(word, "*"); ok {
		if s.ends == nil {
			s.ends = make(map[byte][]string)
		}
		last := end[len(end)-1]
		s.ends[last] = append(s.ends[last], end)
		return
	}
	if s.whole == nil {
		s.whole = make(map[string]bool)
	}
	s.whole[word] = true
	at := wordSlot(word)
	s.seen[at>>6] |= 1 << (at & 63)
}

// wordSlot is a hash of ten bits, cheaper than that of a map.
func wordSlot(word string) int {
	return (int(word[0])*37 + int(word[len(word)-1])*101 + len(word)*211) & 1023
}

func (s *wordSet) has(word string) bool {
	if word == "" {
		return false
	}
	if at := wordSlot(word); s.seen[at>>6]&(1<<(at&63)) != 0 && s.whole[word] {
		return true
	}
	for _, start := range s.starts[word[0]] {
		if strings.HasPrefix(word, start) {
			return true
		}
	}
	for _, end := range s.ends[word[len(word)-1]] {
		if strings.HasSuffix(word, end) && len(word) > len(end) {
			return true
		}
	}
	return false
}
