package extract

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// op is what a node of a compiled pattern demands at its position.
type op uint8

const (
	opAccept  op = iota // the pattern is satisfied
	opWord              // one token out of a set of words
	opClass             // a member of a word class
	opBuiltin           // <num>, <date>, <name> …
	opAlt               // one of several continuations, the first that works
	opGap               // up to max tokens of the clause
	opCapture           // a free capture, up to max tokens
	opBegin             // a capture begins
	opEnd               // a capture ends
	opNot               // the sub-pattern does not match here
	opFirst             // the clause begins here, discourse markers aside
	opLast              // the clause ends here
	opText              // the text of the candidate begins here
)

// node is one step of a compiled pattern; next is what must follow.
type node struct {
	op     op
	next   *node
	words  *wordSet
	class  *class
	alts   []*node
	sub    *node
	name   string   // of a capture or a builtin
	max    int      // of a gap or a free capture
	strip  []string // suffixes one of which the captured word ends in and loses
	empty  bool     // what follows may be empty: a free capture is greedy
	ending answer   // whether it may end here, once asked
}

type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// element is a parsed part of a pattern, before it is compiled.
type element struct {
	op       op
	words    []string // opWord
	class    string
	name     string
	max      int
	strip    []string
	optional bool
	branches [][]element // opAlt, opNot, and a capture of a pattern
}

var errUnbalanced = errors.New("unbalanced brackets")

// parser reads the frame language (packs/README.md).
type parser struct {
	src string
	pos int
}

// parsePattern reads a whole pattern: sequences joined by &.
func parsePattern(src string) ([][]element, error) {
	p := parser{src: src}
	var bag [][]element
	for {
		seq, err := p.sequence(false)
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w", src, err)
		}
		bag = append(bag, seq)
		if !p.eat('&') {
			break
		}
	}
	if p.pos < len(p.src) {
		return nil, fmt.Errorf("pattern %q: unexpected %q", src, p.src[p.pos:])
	}
	return bag, nil
}

func (p *parser) sequence(group bool) ([]element, error) {
	var seq []element
	for {
		p.spaces()
		if p.pos >= len(p.src) || p.peek('&') || group && (p.peek(')') || p.peek('|')) {
			break
		}
		els, err := p.item(group)
		if err != nil {
			return nil, err
		}
		seq = append(seq, els...)
	}
	if len(seq) == 0 {
		return nil, fmt.Errorf("empty sequence at %d", p.pos)
	}
	return seq, nil
}

// item reads alternatives written without spaces, and a question mark. It
// returns several elements only for a word that is several tokens.
func (p *parser) item(group bool) ([]element, error) {
	first, err := p.primary()
	if err != nil {
		return nil, err
	}
	branches := [][]element{first}
	for !group && p.eat('|') {
		next, err := p.primary()
		if err != nil {
			return nil, err
		}
		branches = append(branches, next)
	}
	els := first
	if len(branches) > 1 {
		els = []element{alternatives(branches)}
	}
	if p.eat('?') {
		if len(els) > 1 {
			els = []element{{op: opAlt, branches: [][]element{els}}}
		}
		els[0].optional = true
	}
	return els, nil
}

// alternatives folds plain words into one set.
func alternatives(branches [][]element) element {
	set := element{op: opWord}
	for _, b := range branches {
		if len(b) != 1 || b[0].op != opWord || b[0].optional {
			return element{op: opAlt, branches: branches}
		}
		set.words = append(set.words, b[0].words...)
	}
	return set
}

func (p *parser) primary() ([]element, error) {
	if p.pos >= len(p.src) {
		return nil, fmt.Errorf("unexpected end")
	}
	switch {
	case p.eat('^'):
		return []element{{op: opFirst}}, nil
	case p.eat('$'):
		return []element{{op: opLast}}, nil
	case p.eat('/'):
		return []element{{op: opText}}, nil
	case p.eat('('):
		return p.group()
	case p.eat('!'):
		inner, err := p.primary()
		return []element{{op: opNot, branches: [][]element{inner}}}, err
	case p.eat('@'):
		return []element{{op: opClass, class: p.ident()}}, nil
	case p.eat('<'):
		name := p.until('>')
		if !slices.Contains(builtins, name) {
			return nil, fmt.Errorf("unknown builtin <%s>", name)
		}
		return []element{{op: opBuiltin, name: name}}, nil
	case p.eat('{'):
		return p.capture(p.until('}'))
	case strings.HasPrefix(p.src[p.pos:], ".."):
		p.pos += 2
		n, _ := strconv.Atoi(p.digits())
		if n == 0 {
			n = 3
		}
		return []element{{op: opGap, max: n}}, nil
	}
	return p.literal()
}

func (p *parser) group() ([]element, error) {
	var branches [][]element
	for {
		seq, err := p.sequence(true)
		if err != nil {
			return nil, err
		}
		branches = append(branches, seq)
		if p.eat('|') {
			continue
		}
		if !p.eat(')') {
			return nil, fmt.Errorf("missing )")
		}
		return []element{alternatives(branches)}, nil
	}
}

// capture reads what stands in braces: {x}, {x:4}, {x:-da|-de}, {x:pattern}.
func (p *parser) capture(body string) ([]element, error) {
	name, spec, found := strings.Cut(body, ":")
	el := element{op: opCapture, name: name, max: maxCapture}
	switch n, err := strconv.Atoi(spec); {
	case !found:
	case err == nil:
		el.max = n
	case strings.HasPrefix(spec, "-"):
		for s := range strings.SplitSeq(spec, "|") {
			el.strip = append(el.strip, foldLiteral(strings.TrimPrefix(s, "-")))
		}
		el.max = 3
	default:
		inner := parser{src: spec + ")"}
		group, err := inner.group()
		if err != nil || inner.pos < len(inner.src) {
			return nil, fmt.Errorf("capture {%s}: %w", body, cmp.Or(err, errUnbalanced))
		}
		el.branches = [][]element{group}
	}
	return []element{el}, nil
}

// literal reads a word. Written with a hyphen, or in a script without spaces,
// it is as many tokens as the lexer would make of it.
func (p *parser) literal() ([]element, error) {
	start := p.pos
	for p.pos < len(p.src) && !strings.ContainsRune(" \t|?(){}<", rune(p.src[p.pos])) {
		p.pos++
	}
	lit := p.src[start:p.pos]
	if lit == "" {
		// a punctuation mark that the language uses itself, escaped by position
		return nil, fmt.Errorf("unexpected %q", p.src[start:])
	}
	prefix, suffix := "", ""
	core := lit
	if r, n := utf8.DecodeRuneInString(core); (r == '=' || r == '*') && len(core) > n {
		prefix, core = string(r), core[n:]
	}
	if strings.HasSuffix(core, "*") && len(core) > 1 {
		suffix, core = "*", strings.TrimSuffix(core, "*")
	}
	if oneWord(core) {
		return []element{{op: opWord, words: []string{prefix + core + suffix}}}, nil
	}
	tokens := lex(core, false)
	els := make([]element, len(tokens))
	for i, t := range tokens {
		w := core[t.start:t.end]
		if i == 0 {
			w = prefix + w
		}
		if i == len(tokens)-1 {
			w += suffix
		}
		els[i] = element{op: opWord, words: []string{w}}
	}
	return els, nil
}

// oneWord reports whether a literal is plainly a single token, which most are.
func oneWord(s string) bool {
	for i := range len(s) {
		if (s[i] < 'a' || s[i] > 'z') && !cyrillicByte(s[i]) {
			return false
		}
	}
	return true
}

// cyrillicByte reports whether a byte occurs only in the UTF-8 of letters
// written with spaces between words: Latin-1, Cyrillic, Arabic.
func cyrillicByte(b byte) bool { return b >= 0xc3 && b <= 0xdb || b >= 0x80 && b < 0xc0 }

func (p *parser) spaces() {
	for p.pos < len(p.src) && (p.src[p.pos] == ' ' || p.src[p.pos] == '\t') {
		p.pos++
	}
}

func (p *parser) peek(c byte) bool { return p.pos < len(p.src) && p.src[p.pos] == c }

func (p *parser) eat(c byte) bool {
	if !p.peek(c) {
		return false
	}
	p.pos++
	return true
}

func (p *parser) ident() string {
	start := p.pos
	for p.pos < len(p.src) && (p.src[p.pos] == '_' || p.src[p.pos] >= 'a' && p.src[p.pos] <= 'z') {
		p.pos++
	}
	return p.src[start:p.pos]
}

func (p *parser) digits() string {
	start := p.pos
	for p.pos < len(p.src) && p.src[p.pos] >= '0' && p.src[p.pos] <= '9' {
		p.pos++
	}
	return p.src[start:p.pos]
}

func (p *parser) until(c byte) string {
	rest := p.src[p.pos:]
	body, _, ok := strings.Cut(rest, string(c))
	p.pos += len(body)
	if ok {
		p.pos++
	}
	return body
}
