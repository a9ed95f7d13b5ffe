package extract

// needs appends a feature for everything that a match of the sequence must
// contain.
func (a *assembler) needs(seq []element, out []feature) []feature {
	for i := range seq {
		if f := a.need(&seq[i]); f != always {
			out = append(out, f)
		}
	}
	return out
}

// need returns the feature that some token of what the element matches has.
func (a *assembler) need(el *element) feature {
	switch {
	case el.optional:
	case el.op == opWord:
		return a.oneOf(el.words)
	case el.op == opBuiltin:
		return builtinFeature(el.name)
	case el.op == opClass:
		if c := a.pack.classes[el.name]; c != nil {
			return c.id
		}
		return never
	case el.op == opAlt, el.op == opCapture && len(el.branches) > 0:
		var of []feature
		for _, b := range el.branches {
			f := a.rarest(b)
			if f == always {
				return always
			}
			of = append(of, f)
		}
		return a.index.anyOf(of)
	}
	return always
}

// rarest returns of what a sequence needs the feature that the fewest words have.
func (a *assembler) rarest(seq []element) feature {
	best := always
	for i := range seq {
		if f := a.need(&seq[i]); f != always && (best == always || a.index.size[f] < a.index.size[best]) {
			best = f
		}
	}
	return best
}

func (a *assembler) oneOf(words []string) feature {
	if len(words) == 1 {
		return a.index.literal(words[0])
	}
	of := make([]feature, 0, len(words))
	for _, w := range words {
		of = append(of, a.index.literal(w))
	}
	return a.index.anyOf(of)
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
