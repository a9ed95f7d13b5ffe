package extract

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// element is a parsed part of a pattern, before it is compiled.
type element struct {
	op       op
	optional bool
	max      int
	name     string      // of the class, the builtin or the capture
	words    []string    // opWord: one of them; opCapture: suffixes
	branches [][]element // opAlt, opNot, and a capture of a pattern
}

var errUnbalanced = errors.New("unbalanced brackets")

// parser reads the frame language (packs/README.md). What it returns is good
// until it reads another pattern: packs hold thousands of patterns, most of
// which are read only to see what words they need.
type parser struct {
	src   string
	pos   int
	depth int

	els    []element   // of the sequences under way
	seqs   [][]element // branches under way
	words  []string
	kept   arena[element]
	lists  arena[[]element]
	tokens arena[string]
}

// arena hands out slices of a block that is used again.
type arena[T any] struct{ block []T }

// keep moves the end of a stack, from base on, into the arena.
func (a *arena[T]) keep(stack *[]T, base int) []T {
	start := len(a.block)
	a.block = append(a.block, (*stack)[base:]...)
	*stack = (*stack)[:base]
	return a.block[start:len(a.block):len(a.block)]
}

// parsePattern reads a whole pattern: sequences joined by &.
func parsePattern(src string) ([][]element, error) { return new(parser).parse(src) }

func (p *parser) parse(src string) ([][]element, error) {
	p.src, p.pos, p.depth = src, 0, 0
	p.els, p.seqs, p.words = p.els[:0], p.seqs[:0], p.words[:0]
	p.kept.block, p.lists.block, p.tokens.block = p.kept.block[:0], p.lists.block[:0], p.tokens.block[:0]
	for {
		if err := p.sequence(0); err != nil {
			return nil, fmt.Errorf("pattern %q: %w", src, err)
		}
		if !p.eat('&') {
			break
		}
	}
	if p.pos < len(p.src) {
		return nil, fmt.Errorf("pattern %q: unexpected %q", src, p.src[p.pos:])
	}
	return p.lists.keep(&p.seqs, 0), nil
}

// sequence reads a branch: up to the end, a sign, or in brackets the closing one.
func (p *parser) sequence(closer byte) error {
	base := len(p.els)
	for {
		p.spaces()
		if p.pos >= len(p.src) || p.peek('&') || closer != 0 && (p.peek(closer) || p.peek('|')) {
			break
		}
		if err := p.item(closer != 0); err != nil {
			return err
		}
	}
	if len(p.els) == base {
		return fmt.Errorf("empty sequence at %d", p.pos)
	}
	p.branch(base)
	return nil
}

// branch turns the elements from base on into a branch.
func (p *parser) branch(base int) { p.seqs = append(p.seqs, p.kept.keep(&p.els, base)) }

// item reads alternatives written without spaces, and a question mark. It adds
// several elements only for a word that is several tokens.
func (p *parser) item(group bool) error {
	base, branches := len(p.els), len(p.seqs)
	if !group && p.plainWords() {
		p.els[base].optional = p.eat('?')
		return nil
	}
	if err := p.primary(); err != nil {
		return err
	}
	if !group && p.peek('|') {
		p.branch(base)
		for p.eat('|') {
			if err := p.primary(); err != nil {
				return err
			}
			p.branch(base)
		}
		p.choice(branches)
	}
	if p.eat('?') {
		if len(p.els) > base+1 {
			p.branch(base)
			p.els = append(p.els, element{op: opAlt, branches: p.lists.keep(&p.seqs, branches)})
		}
		p.els[base].optional = true
	}
	return nil
}

// plainWords reads words separated by bars where nothing else is among them, as
// in most choices; otherwise it leaves the place as it was.
func (p *parser) plainWords() bool {
	base, start := len(p.words), p.pos
	for {
		from := p.pos
		for p.pos < len(p.src) && !special(p.src[p.pos]) {
			p.pos++
		}
		if from == p.pos || !oneWord(p.src[from:p.pos]) {
			p.words, p.pos = p.words[:base], start
			return false
		}
		p.words = append(p.words, p.src[from:p.pos])
		if !p.eat('|') {
			break
		}
	}
	p.els = append(p.els, element{op: opWord, words: p.tokens.keep(&p.words, base)})
	return true
}

// choice makes an element of the branches from base on, plain words in a row
// folded into one set.
func (p *parser) choice(base int) {
	words, branches, folded := len(p.words), p.seqs[base:], base
	for i, b := range branches {
		if !plainBranch(b) {
			p.seqs[folded] = b
			folded++
			continue
		}
		p.words = append(p.words, b[0].words...)
		if i+1 == len(branches) || !plainBranch(branches[i+1]) {
			p.els = append(p.els, element{op: opWord, words: p.tokens.keep(&p.words, words)})
			p.seqs[folded] = p.kept.keep(&p.els, len(p.els)-1)
			folded++
		}
	}
	p.seqs = p.seqs[:folded]
	if folded == base+1 && plainBranch(p.seqs[base]) {
		p.els = append(p.els, p.seqs[base][0])
		p.seqs = p.seqs[:base]
		return
	}
	p.els = append(p.els, element{op: opAlt, branches: p.lists.keep(&p.seqs, base)})
}

// plainBranch reports whether a branch is nothing but one of some words.
func plainBranch(b []element) bool { return len(b) == 1 && b[0].op == opWord && !b[0].optional }

// maxNesting bounds how deep brackets and negations stand in each other.
const maxNesting = 20

func (p *parser) primary() error {
	if p.depth == maxNesting {
		return errors.New("too many brackets in each other")
	}
	p.depth++
	err := p.simple()
	p.depth--
	return err
}

func (p *parser) simple() error {
	if p.pos >= len(p.src) {
		return errors.New("unexpected end")
	}
	switch {
	case p.eat('^'):
		p.els = append(p.els, element{op: opFirst})
	case p.eat('$'):
		p.els = append(p.els, element{op: opLast})
	case p.eat('/'):
		p.els = append(p.els, element{op: opText})
	case p.eat('@'):
		p.els = append(p.els, element{op: opClass, name: p.ident()})
	case p.eat('('):
		return p.group(')')
	case p.eat('!'):
		base, branches := len(p.els), len(p.seqs)
		if err := p.primary(); err != nil {
			return err
		}
		p.branch(base)
		p.els = append(p.els, element{op: opNot, branches: p.lists.keep(&p.seqs, branches)})
	case p.eat('<'):
		name := p.until('>')
		if !slices.Contains(builtins, name) {
			return fmt.Errorf("unknown builtin <%s>", name)
		}
		p.els = append(p.els, element{op: opBuiltin, name: name})
	case p.eat('{'):
		return p.capture()
	case strings.HasPrefix(p.src[p.pos:], ".."):
		p.pos += 2
		n, _ := strconv.Atoi(p.digits())
		p.els = append(p.els, element{op: opGap, max: cmp.Or(n, defaultGap)})
	default:
		return p.literal()
	}
	return nil
}

// defaultGap is how many tokens a gap without a number skips at most.
const defaultGap = 3

// group reads branches up to the closing bracket.
func (p *parser) group(closer byte) error {
	base, branches, start := len(p.els), len(p.seqs), p.pos
	if p.plainWords() {
		if p.eat(closer) {
			return nil
		}
		p.els, p.pos = p.els[:base], start
	}
	for {
		if err := p.sequence(closer); err != nil {
			return err
		}
		if p.eat('|') {
			continue
		}
		if !p.eat(closer) {
			return errUnbalanced
		}
		p.choice(branches)
		return nil
	}
}

// capture reads what stands in braces: {x}, {x:4}, {x:-da|-de}, {x:pattern}.
func (p *parser) capture() error {
	start := p.pos
	body := p.until('}')
	name, spec, found := strings.Cut(body, ":")
	el := element{op: opCapture, name: name, max: maxCapture}
	switch {
	case !found:
	case spec != "" && strings.Trim(spec, "0123456789") == "":
		el.max, _ = strconv.Atoi(spec)
	case strings.HasPrefix(spec, "-"):
		words := len(p.words)
		for s := range strings.SplitSeq(spec, "|") {
			p.words = append(p.words, strings.TrimPrefix(s, "-"))
		}
		el.words = p.tokens.keep(&p.words, words)
		el.max = 3
	default:
		p.pos = start + len(name) + 1
		base, branches := len(p.els), len(p.seqs)
		if err := p.group('}'); err != nil {
			return fmt.Errorf("capture {%s}: %w", body, err)
		}
		p.branch(base)
		el.branches = p.lists.keep(&p.seqs, branches)
	}
	p.els = append(p.els, el)
	return nil
}

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
