package guard

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/locimem/loci"
)

//go:embed rules/injection.toml
var injectionFile string

//go:embed rules/meanings.toml
var meaningsFile string

// injectionRule recognises one way of ordering an agent about: a word of every
// list within Gap characters of one another, or a pattern at one of the
// literals.
type injectionRule struct {
	Kind     string
	Words    [][]string
	Gap      int
	Literals []string
	Pattern  string
	Line     bool // the literal must be the first thing on its line
	// User says that the user's own turn may not say this either, unless it is
	// about the user's own words (a word of Mine in between) or quoted.
	User bool
	// Note says that it is an order only in what a program notes: a turn may
	// speak so, and so may the user.
	Note bool
	// Whose narrows User: one of these must stand near.
	Whose []string
	Mine  []string

	re func() *regexp.Regexp
}

type injectionRules struct {
	Asking []string        // words that an order follows
	Rules  []injectionRule `toml:"rule"`

	phrases phrases
	index   literals
	asking  map[string]bool
}

var injections = sync.OnceValue(func() *injectionRules {
	var r injectionRules
	mustDecode(injectionFile, &r)
	meanings := make(map[string][]string)
	mustDecode(meaningsFile, &meanings)
	r.asking = make(map[string]bool)
	for _, w := range r.Asking {
		r.asking[foldString(w)] = true
	}
	for i := range r.Rules {
		rule := &r.Rules[i]
		if rule.Gap == 0 {
			rule.Gap = 48
		}
		for set, words := range rule.Words {
			for _, w := range expand(words, meanings) {
				r.phrases.add(w, i, set)
			}
		}
		for k, w := range rule.Whose {
			rule.Whose[k] = foldString(w)
		}
		for k, w := range rule.Mine {
			rule.Mine[k] = foldString(w)
		}
		if rule.Pattern != "" {
			rule.re = expression(rule.Pattern)
		}
		for _, l := range rule.Literals {
			r.index.add(l, i)
		}
	}
	return &r
})

// expand puts the list that a word such as "@rules" names in its place.
func expand(words []string, meanings map[string][]string) []string {
	var out []string
	for _, w := range words {
		if name, ok := strings.CutPrefix(w, "@"); ok {
			if len(meanings[name]) == 0 {
				panic("guard: embedded rules: no meaning is called " + name)
			}
			out = append(out, meanings[name]...)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// Orders reports whether a turn, as far as the extraction would read it, orders
// an agent about.
func (g *Guard) Orders(text string) bool {
	return len(instructions(text[:min(len(text), loci.MaxExtract)], false)) > 0
}

// instructions finds text that orders an agent about, in the text itself and in
// its disguises. It says what the text is like, not whether it may be stored.
// note says that a program noted it.
func instructions(text string, note bool) []loci.Finding {
	base := newView(text, nil)
	views := []*view{base}
	if j := base.joined(); j != nil {
		views = append(views, j)
	}
	views = append(views, base.decoded()...)
	for _, disguise := range disguises {
		if s, ok := disguise(base.text); ok {
			d := newView(s, nil)
			d.whole = &span{0, len(text)}
			views = append(views, d)
		}
	}
	var out []loci.Finding
	seen := make(map[string]bool)
	for _, v := range views {
		for _, m := range match(v) {
			rule := &injections().Rules[m.rule]
			if kind := rule.Kind; !seen[kind] && (note || !rule.Note) {
				seen[kind] = true
				at := v.source(m.at.start, m.at.end)
				out = append(out, loci.Finding{Class: loci.ClassInjection, Kind: kind, Start: at.start, End: at.end})
			}
		}
	}
	return out
}

// ruleMatch is one rule that holds, and where.
type ruleMatch struct {
	rule int
	at   span
	verb span // of a rule of words: the word of its first list
}

// match runs the rules over one view.
func match(v *view) []ruleMatch {
	r := injections()
	last := make(map[[2]int]span) // the latest hit of every rule and list
	var out []ruleMatch
	r.phrases.each(v, func(p *phrase, at span) {
		rule := &r.Rules[p.rule]
		last[[2]int{p.rule, p.set}] = at
		whole := at
		for set := range rule.Words {
			hit, ok := last[[2]int{p.rule, set}]
			if !ok {
				return
			}
			whole.start, whole.end = min(whole.start, hit.start), max(whole.end, hit.end)
		}
		if len(rule.Words) == 1 || utf8.RuneCountInString(v.text[whole.start:whole.end]) <= rule.Gap+2*(at.end-at.start) {
			out = append(out, ruleMatch{p.rule, whole, last[[2]int{p.rule, 0}]})
		}
	})
	r.index.each(v.lower, func(l literal, pos int) {
		rule := &r.Rules[l.rule]
		if rule.Line && !lineStart(v.lower, pos) {
			return
		}
		if m := rule.re().FindStringIndex(v.lower[pos:min(len(v.lower), pos+patternLimit)]); m != nil {
			out = append(out, ruleMatch{rule: l.rule, at: span{pos + m[0], pos + m[1]}})
		}
	})
	return out
}

// patternLimit is how many bytes a pattern reads.
const patternLimit = 320

func lineStart(t string, pos int) bool {
	before := strings.TrimRight(t[:pos], " \t")
	return before == "" || before[len(before)-1] == '\n'
}

// byOrigin is the trust table for instruction-like text. The user's own wishes
// are imperatives too, so from the user only an order to override, or a claim
// of authority that comes with one, is turned down; but what would tell the
// agent how to work from then on waits until a person has confirmed it, since
// it may have been pasted.
func byOrigin(f loci.Finding, c loci.Candidate, text string) Action {
	switch {
	case c.Origin != loci.UserStated:
		return Quarantine
	case userMayNot(text, f.Kind):
		return Refuse
	case c.Kind == loci.Procedural:
		return Quarantine
	}
	return Accept
}

// userMayNot reports whether the user's own text says what kind forbids: as an
// order of the user's, not quoted and not about the user's own words.
func userMayNot(text, kind string) bool {
	v := newView(unquoted(text), nil)
	for _, m := range match(v) {
		rule := &injections().Rules[m.rule]
		if rule.Kind != kind || !rule.User {
			continue
		}
		if len(rule.Whose) == 0 {
			return true
		}
		from, to := window(v.lower, m.at.start-24, m.at.end+24)
		if hasWord(v.lower[from:to], rule.Whose) && !hasWord(v.lower[m.at.start:m.at.end], rule.Mine) && orders(v.lower, m) {
			return true
		}
	}
	return false
}

// orders reports whether the verb of a match is an order: at the start of a
// clause or after a word of asking, or, where it comes last, at the end of one.
func orders(t string, m ruleMatch) bool {
	r := injections()
	if m.verb.start > m.at.start {
		rest := strings.TrimLeft(t[m.verb.end:], " ")
		next, _, _ := strings.Cut(rest, " ")
		return rest == "" || strings.ContainsAny(rest[:1], ".,:;!?\n)") || r.asking[next]
	}
	before := strings.TrimRight(t[:m.verb.start], " ")
	if before == "" || strings.ContainsAny(before[len(before)-1:], ".,:;!?-\n)") {
		return true
	}
	word := before[strings.LastIndexAny(before, " \n")+1:]
	first, _ := utf8.DecodeRuneInString(word)
	return r.asking[word] || unspacedRune(first)
}

func hasWord(text string, words []string) bool {
	for _, w := range words {
		for i := 0; ; {
			k := strings.Index(text[i:], w)
			if k < 0 {
				break
			}
			k += i
			i = k + len(w)
			if (k == 0 || !isWordByte(text[k-1])) && (i == len(text) || !isWordByte(text[i])) {
				return true
			}
		}
	}
	return false
}

// unquoted blanks what stands in quotation marks: it is somebody's title or
// somebody else's words.
func unquoted(s string) string {
	for _, q := range []string{`""`, "“”", "«»", "„“", "「」", "‘’"} {
		open, size := utf8.DecodeRuneInString(q)
		s = blank(s, string(open), q[size:])
	}
	return blankSingle(s)
}

func blank(s, open, close string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, open)
		if i < 0 {
			break
		}
		n := strings.Index(s[i+len(open):], close)
		if n < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteString(" ")
		s = s[i+len(open)+n+len(close):]
	}
	b.WriteString(s)
	return b.String()
}

// blankSingle is blank for the straight apostrophe, which opens a quotation
// only at the start of a word.
func blankSingle(s string) string {
	i := strings.Index(" "+s, " '")
	if i < 0 {
		return s
	}
	n := strings.LastIndexByte(s, '\'')
	if n <= i {
		return s
	}
	return s[:i] + " " + s[n+1:]
}
