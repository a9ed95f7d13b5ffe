package extract

// senses are the features of the tokens of a turn.
type senses struct {
	all     []feature
	of      []sense
	classes bits // width words for each token: the classes that may begin at it
	width   int
}

// sense is where in senses.all the features of a token are: what holds of
// every token and the literals that it is, then what frames need of that which
// these lead to.
type sense struct{ from, derived, to int32 }

// senses looks every token up, each word once.
func (x *index) senses(tokens []token) *senses {
	width := (x.classes + 63) / 64
	s := &senses{
		all: make([]feature, 0, 4*len(tokens)), of: make([]sense, len(tokens)),
		classes: make(bits, width*len(tokens)), width: width,
	}
	seen := newBits(x.features)
	type form struct{ norm, lower string }
	met := make(map[form]int, len(tokens)/2)
	for i := range tokens {
		word := form{tokens[i].norm, tokens[i].lower}
		if j, ok := met[word]; ok {
			s.of[i] = s.of[j]
			copy(s.classes[i*width:(i+1)*width], s.classes[j*width:])
			continue
		}
		met[word] = i
		from := len(s.all)
		s.all = x.literals(&tokens[i], append(s.all, always))
		derived := len(s.all)
		for j := from; j < len(s.all); j++ {
			for _, l := range x.linksOf(s.all[j]) {
				if !seen.has(l.to) {
					seen.add(l.to)
					s.all = append(s.all, l.to)
				}
			}
		}
		at := s.classes[i*width : (i+1)*width]
		kept := derived
		for _, f := range s.all[derived:] {
			seen.drop(f)
			if int(f) < x.classes {
				at.add(f)
			}
			if x.needed.has(f) {
				s.all[kept] = f
				kept++
			}
		}
		s.all = s.all[:kept]
		s.of[i] = sense{int32(from), int32(derived), int32(kept)}
	}
	return s
}

// features returns everything that a token can stand for and frames need.
func (s *senses) features(pos int) []feature { return s.all[s.of[pos].from:s.of[pos].to] }

// literals returns the literals that a token is.
func (s *senses) literals(pos int) []feature { return s.all[s.of[pos].from:s.of[pos].derived] }

// begins reports whether a member of the class may begin at pos.
func (s *senses) begins(class feature, pos int) bool {
	return s.classes[pos*s.width:].has(class)
}

// bits is a set of features.
type bits []uint64

func newBits(n int) bits          { return make(bits, (n+63)/64) }
func (b bits) has(f feature) bool { return b[f/64]&(1<<(f%64)) != 0 }
func (b bits) add(f feature)      { b[f/64] |= 1 << (f % 64) }
func (b bits) drop(f feature)     { b[f/64] &^= 1 << (f % 64) }
