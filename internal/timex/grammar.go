package timex

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// rule rewrites a sequence of symbols into one.
type rule struct {
	lhs    symbol
	rhs    []symbol
	act    action
	arg    int
	weight int
	lead   bool // the first symbol is a preposition that the span leaves out
	last   bool // no word without a use in times follows
}

// action builds the node of a rule from those of its parts, or returns nil
// where the parts do not fit.
type action func(kids []*node, arg int) *node

// grammar is a set of rules over named symbols.
type grammar struct {
	symbols map[string]symbol
	rules   [][]*rule // by first symbol
	words   []string  // literals of the rules
}

//go:embed grammar.txt
var grammarText string

// universal is the grammar that all languages share.
var universal = sync.OnceValues(func() (*grammar, error) {
	g := &grammar{symbols: map[string]symbol{}}
	for line := range strings.Lines(grammarText) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := g.addRule(line); err != nil {
			return nil, err
		}
	}
	return g, nil
})

// clone copies g so that a language can add rules of its own.
func (g *grammar) clone() *grammar {
	c := &grammar{symbols: make(map[string]symbol, len(g.symbols)), rules: make([][]*rule, len(g.rules))}
	for i, rules := range g.rules {
		c.rules[i] = slices.Clip(rules) // so that appending copies
	}
	for name, s := range g.symbols {
		c.symbols[name] = s
	}
	return c
}

// symbol returns the symbol of a name, a new one if need be.
func (g *grammar) symbol(name string) symbol {
	s, ok := g.symbols[name]
	if !ok {
		s = symbol(len(g.symbols))
		g.symbols[name] = s
		g.rules = append(g.rules, nil)
	}
	return s
}

// addRule reads "lhs: sym sym? a/b "literal" > action arg @weight". A sym with
// "?" may be missing, "a/b" is either; a first sym with "!" is left out of
// the span; behind "$" stands no word that has no use in times.
func (g *grammar) addRule(line string) error {
	head, action, _ := strings.Cut(line, " > ")
	lhs, rhs, ok := strings.Cut(head, ":")
	if !ok {
		return fmt.Errorf("timex: rule without a colon: %s", line)
	}
	r := rule{lhs: g.symbol(lhs), act: actions["merge"]}
	for i, word := range strings.Fields(action) {
		if weight, ok := strings.CutPrefix(word, "@"); ok {
			r.weight, _ = strconv.Atoi(weight)
		} else if i == 0 {
			if r.act = actions[word]; r.act == nil {
				return fmt.Errorf("timex: no action %q: %s", word, line)
			}
		} else if r.arg, ok = arguments[word]; !ok {
			n, err := strconv.Atoi(word)
			if err != nil {
				return fmt.Errorf("timex: no argument %q: %s", word, line)
			}
			r.arg = n
		}
	}
	rhs, r.last = strings.CutSuffix(rhs, " $")
	return g.expand(r, strings.Fields(rhs))
}

// expand adds one rule for every choice that the optional symbols leave.
func (g *grammar) expand(r rule, rest []string) error {
	if len(rest) == 0 {
		if len(r.rhs) == 0 || len(r.rhs) > maxKids {
			return fmt.Errorf("timex: a rule of %d symbols", len(r.rhs))
		}
		r.rhs = slices.Clone(r.rhs)
		g.rules[r.rhs[0]] = append(g.rules[r.rhs[0]], &r)
		return nil
	}
	name, optional := strings.CutSuffix(rest[0], "?")
	lead := strings.Contains(name, "!")
	name = strings.ReplaceAll(name, "!", "")
	if optional {
		if err := g.expand(r, rest[1:]); err != nil {
			return err
		}
	}
	var choices []string
	if strings.HasPrefix(name, `"`) {
		g.words = append(g.words, strings.Trim(name, `"`))
		choices = []string{name}
	} else {
		choices = strings.Split(name, "/")
	}
	for _, choice := range choices {
		next := r
		next.rhs = append(slices.Clone(r.rhs), g.symbol(choice))
		next.lead = next.lead || lead
		if err := g.expand(next, rest[1:]); err != nil {
			return err
		}
	}
	return nil
}
