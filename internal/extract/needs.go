package extract

import "slices"

// needs appends a feature for everything that a match of the sequence must
// contain.
func (a *assembler) needs(seq []element, out []feature) []feature {
	for i := range seq {
		if f := a.need(seq[i:]); f != always {
			out = append(out, f)
		}
	}
	return out
}

// need returns the feature that some token of what the first element of the
// sequence matches has.
func (a *assembler) need(seq []element) feature {
	el := &seq[0]
	switch {
	case el.optional:
	case el.op == opWord:
		return a.oneOf(el.words, a.then(seq[1:]))
	case el.op == opBuiltin:
		return builtinFeature(el.name)
	case el.op == opClass:
		return a.member(a.pack.classes[el.name])
	case el.op == opAlt, el.op == opCapture && len(el.branches) > 0:
		var of []given
		for _, b := range el.branches {
			f := a.rarest(b)
			if f == always {
				return always
			}
			of = append(of, given{f, anyInitials})
		}
		return a.index.anyOf(of)
	}
	return always
}

// member returns the feature that some token of every member of a class has: what
// members may begin with, if they cannot begin with nearly anything.
func (a *assembler) member(c *class) feature {
	switch core := a.cores[c]; {
	case c == nil:
		return never
	case len(core) > 0 && !slices.Contains(core, given{always, anyInitials}):
		return a.index.anyOf(slices.Clone(core))
	}
	return c.id
}

// rarest returns of what a sequence needs the feature that the fewest words have.
func (a *assembler) rarest(seq []element) feature {
	best := always
	for i := range seq {
		if f := a.need(seq[i:]); f != always && (best == always || a.index.size[f] < a.index.size[best]) {
			best = f
		}
	}
	return best
}

// oneOf returns the feature of one of the words, where certain words follow.
func (a *assembler) oneOf(words []string, then initials) feature {
	of := make([]given, 0, len(words))
	for _, w := range words {
		of = append(of, given{a.index.literal(w), then})
	}
	return a.index.anyOf(of)
}

// mostThen is how many initials a pack notes of what must follow a word; more
// would tell too little.
const mostThen = 8

// then returns the initials of the words that a sequence may begin with.
func (a *assembler) then(seq []element) initials {
	o := a.pack.compile(seq, accept()).opening
	if n := len(o.initials.list()); len(o.classes) > 0 || n == 0 || n > mostThen {
		return anyInitials
	}
	return o.initials
}

// firsts appends the features one of which the first token of every match of
// the sequence has.
func (a *assembler) firsts(seq []element, out []feature) []feature {
	for i := range seq {
		el := &seq[i]
		switch el.op {
		case opFirst, opLast, opText, opNot:
			continue
		case opWord:
			for _, w := range el.words {
				out = append(out, a.index.literal(w))
			}
		case opBuiltin:
			out = append(out, builtinFeature(el.name))
		case opClass:
			if c := a.pack.classes[el.name]; c != nil {
				out = append(out, c.id)
			}
		case opAlt, opCapture:
			if len(el.branches) == 0 {
				return append(out, always)
			}
			for _, b := range el.branches {
				out = a.firsts(b, out)
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
