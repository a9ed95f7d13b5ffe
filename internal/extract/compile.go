package extract

import (
	"slices"
	"sync"
)

// pattern is a line of a pack. Most lines are never tried in a process, so it
// is compiled when it first is.
type pattern struct {
	src   string
	once  sync.Once
	parts []part
}

// part is a sequence of a pattern; an absent one must not be found.
type part struct {
	start  *node
	absent bool
}

// compiled returns the parts of a pattern, which was parsed before.
func (p *pack) compiled(pt *pattern) []part {
	pt.once.Do(func() {
		bag, err := parsePattern(pt.src)
		if err != nil {
			return
		}
		for _, seq := range bag {
			seq, absent := without(seq, len(bag))
			pt.parts = append(pt.parts, part{p.compile(seq, accept()), absent})
		}
	})
	return pt.parts
}

func accept() *node { return &node{op: opAccept, initials: anyInitials} }

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
			n = &node{op: opAlt, alts: []*node{n, next}, empty: next.mayEnd(), initials: n.initials | next.initials}
		}
		next = n
	}
	return next
}

func (p *pack) compileOne(el *element, next *node) *node {
	n := &node{op: el.op, next: next, name: el.name, max: el.max, initials: anyInitials}
	switch el.op {
	case opWord:
		n.words = newWordSet(el.words)
		n.initials = n.words.initials()
	case opClass:
		n.class = p.classes[el.name] // absent, it never matches: a small pack may leave it out
	case opAlt:
		n.initials = 0
		for _, branch := range el.branches {
			alt := p.compile(branch, next)
			n.alts = append(n.alts, alt)
			n.initials |= alt.initials
		}
	case opFirst, opText:
		n.initials = next.initials
	case opNot:
		n.initials = next.initials
		n.sub = p.compile(el.branches[0], accept())
	case opCapture:
		if len(el.branches) > 0 {
			end := &node{op: opEnd, name: el.name, next: next, initials: next.initials}
			inner := p.compile(el.branches[0], end)
			return &node{op: opBegin, name: el.name, next: inner, initials: inner.initials}
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

// needs appends a feature for everything that a match of the sequence must
// contain.
func (p *pack) needs(seq []element, out []feature) []feature {
	for i := range seq {
		if f := p.need(&seq[i]); f != always {
			out = append(out, f)
		}
	}
	return out
}

// need returns the feature that some token of what the element matches has.
func (p *pack) need(el *element) feature {
	switch {
	case el.optional:
	case el.op == opWord:
		return p.oneOf(el.words)
	case el.op == opClass:
		if c := p.classes[el.name]; c != nil {
			return c.id
		}
		return never
	case el.op == opAlt, el.op == opCapture && len(el.branches) > 0:
		of := make([]feature, 0, 8)
		for _, b := range el.branches {
			f := p.rarest(b)
			if f == always {
				return always
			}
			of = append(of, f)
		}
		return p.index.anyOf(of)
	}
	return always
}

// rarest returns of what a sequence needs the feature that the fewest words have.
func (p *pack) rarest(seq []element) feature {
	best := always
	for i := range seq {
		if f := p.need(&seq[i]); f != always && (best == always || p.index.size[f] < p.index.size[best]) {
			best = f
		}
	}
	return best
}

func (p *pack) oneOf(words []string) feature {
	if len(words) == 1 {
		return p.index.literal(words[0])
	}
	of := make([]feature, 0, 16)
	for _, w := range words {
		of = append(of, p.index.literal(w))
	}
	return p.index.anyOf(of)
}

// firsts appends the features one of which the first token of every match of
// the sequence has.
func (p *pack) firsts(seq []element, out []feature) []feature {
	for i := range seq {
		el := &seq[i]
		switch el.op {
		case opFirst, opLast, opText, opNot:
			continue
		case opWord:
			for _, w := range el.words {
				out = append(out, p.index.literal(w))
			}
		case opClass:
			if c := p.classes[el.name]; c != nil {
				out = append(out, c.id)
			}
		case opAlt, opCapture:
			if len(el.branches) == 0 {
				return append(out, always)
			}
			for _, b := range el.branches {
				out = p.firsts(b, out)
			}
		default:
			return append(out, always)
		}
		if !el.optional {
			return out
		}
	}
	return append(out, always)
}
