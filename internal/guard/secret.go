package guard

import (
	_ "embed"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

// maxPasses bounds how often a text is read again with what was found taken
// out. Each pass but the last finds something, and two are the rule.
const maxPasses = 4

// sensitive finds secrets and identity numbers in a text whose view is v:
// sorted, apart, offsets in text. The text is read once more as it is without
// its odd characters, which is how it may be kept.
func sensitive(text string, v *view, odd []span) []loci.Finding {
	found := passes(text, v, nil)
	if len(odd) == 0 {
		return found
	}
	d := newDropped(odd)
	known := make([]loci.Finding, len(found))
	for i, f := range found {
		f.Start, f.End = d.lean(f.Start), d.lean(f.End)
		known[i] = f
	}
	lean := without(text, odd)
	for _, f := range passes(lean, newView(lean, spans(known)), known) {
		f.Start, f.End = d.full(f.Start), d.full(f.End-1)+1
		found = append(found, f)
	}
	return apart(found)
}

// passes reads a text again with what was found taken out until nothing more
// turns up, so that what is kept holds no secret that a second look would see.
func passes(text string, v *view, all []loci.Finding) []loci.Finding {
	for range maxPasses {
		found := scan(v)
		if len(found) == 0 {
			break
		}
		all = apart(append(all, found...))
		v = newView(text, spans(all))
	}
	return all
}

func spans(fs []loci.Finding) []span {
	out := make([]span, len(fs))
	for i, f := range fs {
		out[i] = span{f.Start, f.End}
	}
	return out
}

// apart sorts findings and melts those that overlap; the first one found gives
// its kind.
func apart(fs []loci.Finding) []loci.Finding {
	slices.SortStableFunc(fs, byStart)
	out := fs[:0]
	for _, f := range fs {
		if n := len(out); n > 0 && f.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, f.End)
			continue
		}
		out = append(out, f)
	}
	return out
}

// scan reads a text in all its views.
func scan(v *view) []loci.Finding {
	s := &scanner{}
	s.read(v)
	if j := v.joined(); j != nil {
		s.read(j)
	}
	if u := v.unmixed(); u != nil {
		s.read(u)
	}
	for _, d := range v.decoded() {
		s.read(d)
	}
	return s.found
}

// scanner collects what the rules find in one view after the other.
type scanner struct {
	v     *view
	words []span // credential words of this view
	end   int    // of the last format match in this view: rules do not start inside it
	found []loci.Finding

	taken int // where the last value ends that was found behind another
}

func (s *scanner) add(class loci.Class, kind string, start, end int) {
	at := s.v.source(start, end)
	if at.end > at.start {
		s.found = append(s.found, loci.Finding{Class: class, Kind: kind, Start: at.start, End: at.end})
	}
}

func (s *scanner) secret(kind string, start, end int) { s.add(loci.ClassSecret, kind, start, end) }

// read runs every rule over a view: formats first, since they say best what a
// value is, then what needs a credential word beside it.
func (s *scanner) read(v *view) {
	s.v, s.words, s.end, s.taken = v, s.words[:0], 0, 0
	r := secretRules()
	type hit struct{ rule, pos int }
	var later []hit
	r.index.each(v.lower, func(l literal, pos int) {
		switch {
		case l.rule < len(r.Patterns):
			s.pattern(&r.Patterns[l.rule], pos)
		case l.rule < r.firstCommand && !r.Tokens[l.rule-len(r.Patterns)].Near:
			s.token(&r.Tokens[l.rule-len(r.Patterns)], pos)
		case r.firstCommand <= l.rule && l.rule < r.firstWord:
			s.command(&r.commands[l.rule-r.firstCommand], pos, pos+len(l.text))
		default:
			later = append(later, hit{l.rule, pos})
		}
	})
	for _, h := range later {
		if h.rule >= r.firstWord {
			s.prose(&r.words[h.rule-r.firstWord], h.pos)
		}
	}
	s.end = 0
	for _, h := range later {
		if h.rule < r.firstWord && s.nearWord(h.pos) {
			s.token(&r.Tokens[h.rule-len(r.Patterns)], h.pos)
		}
	}
	s.numbers()
	s.seeds()
}

// nearby is how far a credential word reaches, in bytes.
const nearby = 64

func (s *scanner) nearWord(pos int) bool {
	i := sort.Search(len(s.words), func(i int) bool { return s.words[i].end > pos-nearby })
	return i < len(s.words) && s.words[i].start < pos+nearby
}

// tokenRule is a format that is known by its prefix.
type tokenRule struct {
	Kind    string
	Prefix  []string
	Chars   string
	Min     int
	Max     int // 0: any
	Letters bool
	Near    bool
}

// maxToken is how many bytes of a token are judged; the rest of a longer one
// goes with them.
const maxToken = 512

func (s *scanner) token(r *tokenRule, pos int) {
	t := s.v.text
	if pos < s.end || !s.v.startsToken(pos) || pos > 0 && t[pos-1] == '/' && r.Near {
		return
	}
	for _, p := range r.Prefix {
		if !strings.HasPrefix(t[pos:], p) || vague(p) && pos > 0 && strings.IndexByte("/+.", t[pos-1]) >= 0 {
			continue
		}
		end := pos + len(p)
		for end < len(t) && end-pos < maxToken && inClass(t[end], r.Chars) {
			end++
		}
		for end > pos && (t[end-1] == '.' || t[end-1] == '-') {
			end-- // the sentence's, not the key's
		}
		value := t[pos+len(p) : max(end, pos+len(p))]
		if len(value) < r.Min || r.Max > 0 && len(value) > r.Max || placeholder(t[pos:end]) {
			continue
		}
		if !mixed(value, r.Letters) {
			continue
		}
		for end < len(t) && end-pos >= maxToken && inClass(t[end], r.Chars) {
			end++
		}
		s.secret(r.Kind, pos, end)
		s.end = end
		return
	}
}

// vague reports whether a prefix also turns up inside paths and encoded data:
// ico-, EZAK.
func vague(prefix string) bool { return len(prefix) <= 4 && !strings.HasSuffix(prefix, "_") }

func inClass(c byte, class string) bool {
	alnum := isDigit(c) || isUpper(c) || isLower(c)
	switch class {
	case "alnum":
		return alnum
	case "url":
		return alnum || c == '_' || c == '-'
	case "dotted":
		return alnum || c == '_' || c == '-' || c == '.'
	case "mail":
		return alnum || c == '_' || c == '-' || c == '.' || c == '@' || c == '+'
	case "base64":
		return alnum || c == '+' || c == '/' || c == '=' || c == '_' || c == '-'
	case "hex":
		return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	case "upper":
		return isDigit(c) || isUpper(c)
	case "digit":
		return isDigit(c)
	}
	return false
}

// patternRule is a format that needs an expression.
type patternRule struct {
	Kind     string
	Literals []string
	Pattern  string
	Back     string
	Limit    int
	Start    bool // nothing of a key may stand before it
	Mixed    bool // the value must look random

	re func() *regexp.Regexp
}

func (s *scanner) pattern(r *patternRule, pos int) {
	t := s.v.text
	for r.Back != "" && pos > 0 && inClass(t[pos-1], r.Back) {
		pos--
	}
	if pos < s.end || r.Start && pos > 0 && isKeyByte(t[pos-1]) && t[pos-1] != '=' && t[pos-1] != '/' && !s.v.gap(pos) {
		return
	}
	m := r.re().FindStringSubmatchIndex(t[pos:min(len(t), pos+r.Limit)])
	if m == nil {
		return
	}
	start, end := m[0], m[1]
	if len(m) > 2 && m[2] >= 0 {
		start, end = m[2], m[3]
	}
	value := t[pos+start : pos+end]
	if placeholder(value) || r.Mixed && !mixed(value, true) {
		return
	}
	s.secret(r.Kind, pos+start, pos+end)
	s.end = pos + end
}

//go:embed rules/secrets.toml
var secretsFile string

// ruleSet is the compiled form of the rule files. Literals are numbered:
// patterns first, then tokens, then commands, then the credential words of prose.
type ruleSet struct {
	Patterns []patternRule `toml:"pattern"`
	Tokens   []tokenRule   `toml:"token"`

	commands     []commandRule
	words        []phrase
	index        literals
	firstCommand int
	firstWord    int // the first credential word
}

var secretRules = sync.OnceValue(func() *ruleSet {
	var r ruleSet
	mustDecode(secretsFile, &r)
	r.commands = commandRules().Rules
	for i := range r.Patterns {
		p := &r.Patterns[i]
		if p.Limit == 0 {
			p.Limit = 512
		}
		p.re = expression(p.Pattern)
		for _, l := range p.Literals {
			r.index.add(l, i)
		}
	}
	r.firstCommand = len(r.Patterns) + len(r.Tokens)
	for i, t := range r.Tokens {
		for _, p := range t.Prefix {
			r.index.add(strings.ToLower(p), len(r.Patterns)+i)
		}
	}
	for i, c := range r.commands {
		for _, program := range c.Programs {
			r.index.add(program+" ", r.firstCommand+i)
		}
	}
	r.firstWord = r.firstCommand + len(r.commands)
	r.words = proseWords().words
	for i, w := range r.words {
		r.index.add(w.text, r.firstWord+i)
	}
	return &r
})

// expression compiles a pattern when it is first needed: a process that looks at
// one message hardly needs any.
func expression(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// mustDecode reads an embedded rule file. A file that does not parse is a
// fault of the build, like an expression that does not compile.
func mustDecode(file string, into any) {
	if err := toml.Unmarshal([]byte(file), into); err != nil {
		panic("guard: embedded rules: " + err.Error())
	}
}
