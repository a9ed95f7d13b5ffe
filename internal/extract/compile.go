package extract

import (
	"slices"
	"sync/atomic"
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
	opening
}

type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// pattern is a line of a pack. Most lines are never tried in a process, so it
// is compiled when it first is.
type pattern struct {
	src   string
	parts atomic.Pointer[[]part]
}

// part is a sequence of a pattern; an absent one must not be found.
type part struct {
	start  *node
	absent bool
}

// compiled returns the parts of a pattern.
func (p *pack) compiled(pt *pattern) []part {
	if parts := pt.parts.Load(); parts != nil {
		return *parts
	}
	bag, err := parsePattern(pt.src)
	if err != nil { // no compiled pack has such a pattern; it never matches
		return []part{{start: &node{op: opWord, words: &wordSet{}, next: accept()}}}
	}
	parts := make([]part, 0, len(bag))
	for _, seq := range bag {
		seq, absent := without(seq, len(bag))
		parts = append(parts, part{p.compile(seq, accept()), absent})
	}
	pt.parts.Store(&parts)
	return parts
}

func accept() *node { return &node{op: opAccept, opening: anyhow} }

// without tells apart the sequences of a bag that must not be found.
func without(seq []element, bag int) (_ []element, absent bool) {
	if len(seq) == 1 && seq[0].op == opNot && bag > 1 {
		return seq[0].branches[0], true
	}
	return seq, false
}

// compile turns parsed elements into nodes that lead to next.
func (p *pack) compile(seq []element, next *node) *node {
	for i := len(seq) - 1; i >= 0; i-- {
		n := p.compileOne(&seq[i], next)
		if seq[i].optional {
			n = &node{op: opAlt, alts: []*node{n, next}, empty: next.mayEnd(), opening: n.or(next.opening)}
		}
		next = n
	}
	return next
}

func (p *pack) compileOne(el *element, next *node) *node {
	n := &node{op: el.op, next: next, name: el.name, max: el.max, opening: anyhow}
	switch el.op {
	case opWord:
		n.words = newWordSet(el.words)
		n.opening = opening{initials: n.words.initials()}
	case opClass:
		n.opening = opening{}
		if n.class = p.classes[el.name]; n.class != nil { // absent, it never matches: a small pack may leave it out
			n.classes = []feature{n.class.id}
		}
	case opBuiltin:
		if f := builtinFeature(el.name); f != always {
			n.opening = opening{classes: []feature{f}}
		}
	case opAlt:
		n.opening = opening{}
		for _, branch := range el.branches {
			alt := p.compile(branch, next)
			n.alts = append(n.alts, alt)
			n.opening = n.or(alt.opening)
		}
	case opFirst, opText:
		n.opening = next.opening
	case opNot:
		n.opening = next.opening
		n.sub = p.compile(el.branches[0], accept())
	case opCapture:
		if len(el.branches) > 0 {
			end := &node{op: opEnd, name: el.name, next: next, opening: next.opening}
			inner := p.compile(el.branches[0], end)
			return &node{op: opBegin, name: el.name, next: inner, opening: inner.opening}
		}
		n.empty = next.mayEnd()
		for _, s := range el.words {
			n.strip = append(n.strip, foldLiteral(s))
		}
	}
	return n
}

// mayEnd reports whether the pattern may end here without another token. The
// answer is kept, since optional parts share what follows them.
func (n *node) mayEnd() bool {
	if n.ending == unknown {
		n.ending = no
		if n.ends() {
			n.ending = yes
		}
	}
	return n.ending == yes
}

func (n *node) ends() bool {
	switch n.op {
	case opAccept:
		return true
	case opAlt:
		return slices.ContainsFunc(n.alts, (*node).mayEnd)
	case opGap, opEnd, opNot, opLast, opFirst, opText:
		return n.next.mayEnd()
	}
	return false
}
