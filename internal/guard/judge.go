package guard

import (
	"slices"
	"strings"
	"unicode"
)

// tie is how a word stands to the credential word before it. The weaker
// the tie, the more the word must look like a secret by itself.
type tie struct {
	credentialWord
	linked  bool   // a copula, colon or equals sign points straight at it
	marked  bool   // … and that was punctuation
	fillers int    // ordinary words in between
	first   string // of those words
	quoted  bool
	opens   bool // the sentence opens with the credential word
	ends    bool // the clause ends after the value
	closed  bool // … after a copula behind the value: "… sunshine hai"
	last    bool // nothing follows on the line
	denied  bool // it is said not to be the credential, or no longer
	strict  bool // only what looks like a value may be one
	several bool // the sentence gives more than one: "are", "from … to"
}

// maxPurpose is how many words may say what a credential is for.
const maxPurpose = 3

// purpose reports whether the words in between say what the credential is for:
// "for the router", "wifi".
func (c tie) purpose() bool {
	w := proseWords()
	return c.fillers <= maxPurpose && (w.thing.has(c.first) || c.fillers > 1 && w.of.has(c.first))
}

// forThing tells what a password opens from what is only likened to one: "my
// password to happiness is coffee".
func (c tie) forThing(between string) bool {
	return c.first != "to" || slices.ContainsFunc(strings.Fields(strings.ToLower(between)), proseWords().thing.has)
}

// near reports whether nothing but links and possessives stands in between.
func (c tie) near() bool { return c.fillers == 0 }

// accepts reports whether value is the credential that a word announces:
// before stands what comes before the word, between what comes from there to
// the value.
func (c tie) accepts(value, before, between string) bool {
	switch c.class {
	case classLock:
		return c.lockCode(value, before, between)
	case classKeypad:
		return c.marked && c.near() && c.ends && keypad(value) && !year(value)
	case classUnlock:
		return c.near() && c.ends && keypad(value) && opened(before)
	}
	if c.class == classCode && codeGroups().MatchString(value) {
		return true // as a range of numbers is written
	}
	if c.class != classKey && c.class != classWeak && len(value) > maxPassword {
		return false
	}
	return c.suits(value, before, between) && !placeholder(value) && !harmless(value)
}

// suits reports whether value has the form that the word announces.
func (c tie) suits(value, before, between string) bool {
	switch c.class {
	case classLogin:
		return c.login(value, before, between)
	case classPIN:
		return keypad(value) && (c.linked || !year(value)) && c.pin(value, before, between)
	case classOTP:
		return digits(value, 4, 8) && (c.linked || c.near() && len(value) > 4)
	case classCVV:
		return digits(value, 3, 4) && (c.linked || c.fillers <= 2)
	case classCode:
		return codeLike(value)
	case classKey:
		if c.linked {
			return randomKey(value, 16) || c.marked && c.near() && len(value) >= 12 && strongPassword(value)
		}
		return randomKey(value, 20)
	case classWeak:
		if c.near() && slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(before), notWord), proseWords().net.has) {
			return strongPassword(value)
		}
		return randomKey(value, 20) && (traitsOf(value).upper > 0 || c.marked && len(value) >= 32)
	}
	return c.password(value) || !c.strict && (c.near() || c.purpose() && c.forThing(between)) &&
		!c.denied && (c.linked && c.ends || c.closed || c.bare(value, before, between)) && c.plainPassword(value) && c.named(before, between)
}

// login accepts a password behind a name and a slash: "login: bob / …", "router
// admin/…".
func (c tie) login(value, before, between string) bool {
	t := traitsOf(value)
	if strongPassword(value) && besideAddress(between) {
		return true
	}
	if !strongPassword(value) || strings.ContainsAny(value, "/.") || !c.linked && t.digits < 3 && t.symbols == 0 {
		return false // "login with OAuth2 / SAML20"
	}
	if strings.HasSuffix(between, "/") && c.near() {
		words := lastWords(before, 1)
		return t.digits >= 3 && len(words) > 0 && proseWords().thing.has(strings.TrimRight(words[0], ":"))
	}
	return c.fillers == 2 && strings.HasSuffix(strings.TrimRight(between, " "), "/")
}

// besideAddress reports whether a text ends with an address of mail, "and" aside, as
// the name of an account that its password follows.
func besideAddress(between string) bool {
	words := lastWords(between, 2)
	if n := len(words); n > 1 && proseWords().and.has(words[n-1]) {
		words = words[:n-1]
	}
	return len(words) > 0 && mailAddress().MatchString(words[len(words)-1])
}

var mailAddress = expression(`^[^\s@]+@[^\s@]+\.\p{L}{2,}[,:/]?$`)

func notWord(r rune) bool { return !unicode.IsLetter(r) && r != '-' }

// codeGroups is a recovery code of digits alone.
var codeGroups = expression(`^\d{3,6}(?:-\d{3,6})+$`)

// pin tells the number of a card from the postal code that some countries call
// PIN, and from what is pinned.
func (c tie) pin(value, before, between string) bool {
	words := strings.ToLower(before + between)
	switch {
	case containsWord(words, cardRules().Words):
		return true
	case len(value) == 6 && strings.Contains(words, "code"):
		return false
	case strings.HasPrefix(between, "pin"):
		return c.linked
	}
	return c.linked || c.near()
}

func (c tie) password(value string) bool {
	t := traitsOf(value)
	if strings.ContainsAny(value, " \t") {
		return c.quoted && c.linked && len(value) >= 12 // a passphrase
	}
	switch {
	case c.quoted && (c.linked || c.near()):
		return len(value) >= 4
	case t.letters() == 0 && t.symbols == 0 && t.joiners == 0:
		return c.linked && digits(value, 4, 16) || c.near() && digits(value, 6, 16)
	case c.marked && c.near() && t.letters() >= 14 && t.letters() == len(value):
		return c.last
	case c.linked, c.near(), c.opens && c.ends && c.purpose() && t.letters() > 0 && !numberedThing(value):
		return strongPassword(value)
	}
	return strongPassword(value) && (t.symbols > 0 || t.joiners > 0 && t.upper > 0 && t.lower > 0) && t.digits > 0 && len(value) >= 8
}

// acceptsBefore is accepts for a value in front of its word.
func (c tie) acceptsBefore(value string) bool {
	return c.suitsBefore(value) && !placeholder(value) && !harmless(value)
}

func (c tie) suitsBefore(value string) bool {
	switch c.class {
	case classPIN, classOTP:
		return c.linked && digits(value, 4, 6)
	case classCVV:
		return c.linked && digits(value, 3, 4)
	case classKey:
		return c.linked && randomKey(value, 20)
	case classPassword:
		t := traitsOf(value)
		return strongPassword(value) && (c.linked || t.symbols > 0 && t.digits > 0 && len(value) >= 8)
	}
	return false
}

// maxPassword is the longest word that is taken for a password, in bytes.
const maxPassword = 128

// strongPassword reports whether a word is made the way passwords are and
// words are not: letters with digits, or either with a symbol inside.
func strongPassword(s string) bool {
	if len(s) < 6 || len(s) > maxPassword {
		return false
	}
	t := traitsOf(s)
	switch {
	case t.other > 0:
		return false
	case t.digits > 0 && t.letters() > 0:
		return true
	case t.symbols > 0 && (t.letters() > 0 || t.digits >= 4) && traitsOf(strings.TrimRight(s, ".,;:!?)'\"")).symbols > 0:
		return !strings.ContainsAny(s, "'\"`(){}[]") && t.letters() != len([]rune(s))
	}
	return false
}

// codeLike reports whether a word is one of a list of recovery codes.
func codeLike(s string) bool {
	t := traitsOf(s)
	return len(s) >= 6 && len(s) <= 40 && t.digits >= 2 && t.symbols == 0 && t.other == 0 && (codeGroups().MatchString(s) || !harmless(s)) &&
		(t.letters() > 0 || t.joiners > 0 || len(s) >= 8)
}

func year(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") }

func digits(s string, atLeast, atMost int) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return len(s) >= atLeast && len(s) <= atMost
}

// harmless reports whether a word that mixes letters, digits and symbols is
// something else that does so: an address, a path, a date, a quantity, code.
func harmless(s string) bool {
	switch {
	case strings.Contains(s, "://"), strings.HasPrefix(s, "www."), strings.HasPrefix(s, "/"), strings.HasPrefix(s, "~/"), strings.HasPrefix(s, "./"), strings.HasPrefix(s, `\`):
		return true
	case strings.Contains(s, "@") && strings.Contains(s[strings.LastIndex(s, "@"):], "."):
		return true
	case strings.HasPrefix(s, "AAAAB3NzaC1"), strings.HasPrefix(s, "AAAAC3NzaC1"), strings.HasPrefix(s, "AAAAE2VjZHNhL"):
		return true // a public key of SSH
	case len(s) == 42 && strings.HasPrefix(s, "0x"):
		return true // the address of an account, public by nature
	case strings.HasSuffix(s, "=") && identifier().MatchString(s[:len(s)-1]):
		return true // the name of the next setting
	case strings.Contains(s, "()"), strings.HasSuffix(s, ")"), strings.HasPrefix(s, "["), strings.HasPrefix(s, "--"):
		return true
	}
	return quantity(s) || dotted(s)
}

var identifier = expression(`^[A-Za-z]+(?:[_.][A-Za-z]+)+$`)

// quantity: a number with its unit or ordinal, a time, a date, a range: 12-char,
// 90days, 2nd, 18:30, 2026-11-29.
func quantity(s string) bool {
	i := 0
	for i < len(s) && (isDigit(s[i]) || strings.IndexByte("+-.,:/", s[i]) >= 0) {
		i++
	}
	if i == 0 {
		return false
	}
	rest := strings.TrimLeft(s[i:], "-")
	if rest == "" {
		return strings.ContainsAny(s, "-.,:/+") // all digits is a value, not a quantity
	}
	t := traitsOf(rest)
	return t.letters() == len([]rune(rest)) && t.upper == 0
}

// dotted: a file name, a host, a version, a path of identifiers.
func dotted(s string) bool {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '/' || r == '\\' })
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts {
		if randomKey(p, 20) {
			return false
		}
	}
	last := parts[len(parts)-1]
	t := traitsOf(s)
	return t.symbols == 0 && (len(last) <= 5 && traitsOf(last).upper == 0 || len(parts) > 2)
}
