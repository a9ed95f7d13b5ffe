package extract

import (
	"fmt"
	"slices"
	"strings"
)

// noClass is the id of a class that a pack does not have.
const noClass = -1

// compile turns parsed elements into nodes that lead to next.
func (p *pack) compile(seq []element, next *node) (*node, error) {
	for i := len(seq) - 1; i >= 0; i-- {
		n, err := p.compileOne(&seq[i], next)
		if err != nil {
			return nil, err
		}
		if seq[i].optional {
			n = &node{op: opAlt, alts: []*node{n, next}, empty: next.mayEnd()}
		}
		next = n
	}
	return next, nil
}

func (p *pack) compileOne(el *element, next *node) (*node, error) {
	n := &node{op: el.op, next: next, name: el.name, max: el.max, strip: el.strip}
	switch el.op {
	case opWord:
		n.words = p.set(el.words)
	case opClass:
		if n.class = p.classes[el.class]; n.class == nil {
			// an absent class never matches, so that a small pack may leave it out
			n.class = &class{name: el.class, id: noClass}
		}
	case opAlt:
		for _, branch := range el.branches {
			b, err := p.compile(branch, next)
			if err != nil {
				return nil, err
			}
			n.alts = append(n.alts, b)
		}
	case opNot:
		sub, err := p.compile(el.branches[0], &node{op: opAccept})
		if err != nil {
			return nil, err
		}
		n.sub = sub
	case opCapture:
		if len(el.branches) == 0 {
			n.empty = next.mayEnd()
			return n, nil
		}
		inner, err := p.compile(el.branches[0], &node{op: opEnd, name: el.name, next: next})
		if err != nil {
			return nil, err
		}
		return &node{op: opBegin, name: el.name, next: inner}, nil
	case opBuiltin, opGap, opFirst, opLast, opText:
	default:
		return nil, fmt.Errorf("cannot compile element %d", el.op)
	}
	return n, nil
}

// set returns the set of the words, one for all patterns that name the same.
func (p *pack) set(words []string) *wordSet {
	key := strings.Join(words, "|")
	if s, ok := p.sets[key]; ok {
		return s
	}
	s := &wordSet{}
	for _, w := range words {
		s.add(w, "")
	}
	if p.sets == nil {
		p.sets = map[string]*wordSet{}
	}
	p.sets[key] = s
	return s
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

// wordIndex finds the frames that a token can be part of, so that only they
// are tried on a clause.
type wordIndex struct {
	whole  map[string][]int
	begin  map[string][]int
	sizes  []int
	always []int
}

// add files a frame under words one of which it needs; nil words mean that it
// must always be tried.
func (x *wordIndex) add(id int, words []string) {
	if words == nil {
		x.always = append(x.always, id)
		return
	}
	if x.whole == nil {
		x.whole, x.begin = map[string][]int{}, map[string][]int{}
	}
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		if stem, ok := strings.CutSuffix(w, "*"); ok {
			if !slices.Contains(x.sizes, len(stem)) {
				x.sizes = append(x.sizes, len(stem))
			}
			x.begin[stem] = append(x.begin[stem], id)
			continue
		}
		x.whole[w] = append(x.whole[w], id)
	}
}

// frames appends the frames that a token may be part of.
func (x *wordIndex) frames(t *token, ids []int) []int {
	ids = append(ids, x.whole[t.norm]...)
	for _, n := range x.sizes {
		if n <= len(t.norm) {
			ids = append(ids, x.begin[t.norm[:n]]...)
		}
	}
	return ids
}

// needs returns the smallest set of words one of which every match of the
// sequences contains, nil if there is none.
func (p *pack) needs(seqs [][]element) []string {
	var best []string
	for _, seq := range seqs {
		if w := p.seqNeeds(seq, 0); w != nil && (best == nil || len(w) < len(best)) {
			best = w
		}
	}
	return best
}

// maxNesting bounds how deep classes are followed.
const maxNesting = 6

func (p *pack) seqNeeds(seq []element, depth int) []string {
	var best []string
	for i := range seq {
		if w := p.elementNeeds(&seq[i], depth); w != nil && (best == nil || len(w) < len(best)) {
			best = w
		}
	}
	return best
}

func (p *pack) elementNeeds(el *element, depth int) []string {
	if el.optional || depth > maxNesting {
		return nil
	}
	switch el.op {
	case opWord:
		return literalNeeds(el.words)
	case opClass:
		if c := p.classes[el.class]; c != nil {
			return c.needs(p, depth+1)
		}
		return []string{}
	case opAlt, opCapture:
		if len(el.branches) == 0 {
			return nil
		}
		var all []string
		for _, b := range el.branches {
			w := p.seqNeeds(b, depth)
			if w == nil {
				return nil
			}
			all = append(all, w...)
		}
		return all
	}
	return nil
}

func literalNeeds(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if strings.HasPrefix(w, "*") || strings.ContainsAny(w, ",:;.—") {
			return nil // no index of word ends; marks are everywhere
		}
		stem, isStem := strings.CutSuffix(strings.TrimPrefix(w, "="), "*")
		stem = foldLiteral(stem)
		if isStem {
			stem += "*"
		}
		out = append(out, stem)
	}
	return out
}

// needs returns the words one of which every member of the class contains.
func (c *class) needs(p *pack, depth int) []string {
	if c.known {
		return c.need
	}
	c.known = true // a class that contains itself needs nothing more of itself
	c.need = c.collect(p, depth)
	return c.need
}

func (c *class) collect(p *pack, depth int) []string {
	out := make([]string, 0, len(c.words.few)+len(c.words.whole)+len(c.phrases))
	if !c.words.each(func(w string) { out = append(out, w) }) {
		return nil
	}
	for _, ph := range c.phrases {
		w := p.seqNeeds(ph.seq, depth)
		if w == nil {
			return nil
		}
		out = append(out, w...)
	}
	return out
}
