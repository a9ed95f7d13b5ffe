package extract

// senses are the features of the tokens of a turn. Each word is looked up once.
type senses struct {
	index   *index
	of      []int32 // of each token, and of the end: its word
	words   []sense // the first is none
	all     []feature
	classes bits // width of each word: the classes that may begin with it
	blocks  bits // width of each block of tokens: the classes that may begin in it
	width   int
	met     map[form]int32
	seen    bits // while a word is looked up
}

// sense is where in senses.all the features of a word are: what holds of
// every token and the literals that it is, then what frames need of that which
// these lead to.
type sense struct{ from, derived, to int32 }

// form is all that the senses of a token depend on.
type form struct {
	norm, lower string
	kind        tokenKind
	capital     bool
}

// senses makes room for the senses of so many tokens.
func (x *index) senses(tokens int) *senses {
	width := (x.classes + 63) / 64
	return &senses{
		index: x, of: make([]int32, tokens+1), words: make([]sense, 1, tokens/2+1), width: width, classes: make(bits, width, (tokens/2+1)*width), blocks: make(bits, (tokens/block+1)*width),
		all: make([]feature, 0, 4*tokens), met: make(map[form]int32, tokens/2), seen: newBits(x.features),
	}
}

// look finds the senses of the i-th token.
func (s *senses) look(i int, t *token) {
	f := form{t.norm, t.lower, t.kind, t.capital()}
	word, ok := s.met[f]
	if !ok {
		word = int32(len(s.words))
		s.met[f] = word
		s.learn(t)
	}
	s.of[i] = word
	own := s.blocks[i/block*s.width:]
	for j, classes := range s.classes[int(word)*s.width:][:s.width] {
		own[j] |= classes
	}
}

// learn adds a word.
func (s *senses) learn(t *token) {
	from := len(s.all)
	s.all = s.index.literals(t, t.written(s.all))
	derived := len(s.all)
	for j := from; j < len(s.all); j++ {
		for _, l := range s.index.linksOf(s.all[j]) {
			if !s.seen.has(l.to) {
				s.seen.add(l.to)
				s.all = append(s.all, l.to)
			}
		}
	}
	s.classes = append(s.classes, make(bits, s.width)...)
	classes, kept := s.classes[len(s.words)*s.width:], derived
	for _, f := range s.all[derived:] {
		s.seen.drop(f)
		if int(f) < s.index.classes {
			classes.add(f)
		}
		if s.index.needed.has(f) {
			s.all[kept] = f
			kept++
		}
	}
	s.all = s.all[:kept]
	s.words = append(s.words, sense{int32(from), int32(derived), int32(kept)})
}

// features returns everything that a token can stand for and frames need.
func (s *senses) features(pos int) []feature {
	w := s.words[s.of[pos]]
	return s.all[w.from:w.to]
}

// literals returns the literals that a token is.
func (s *senses) literals(pos int) []feature {
	w := s.words[s.of[pos]]
	return s.all[w.from:w.derived]
}

// begins reports whether a member of the class may begin at pos.
func (s *senses) begins(class feature, pos int) bool {
	return s.classes[int(s.of[pos])*s.width:].has(class)
}

// block is how many tokens are dismissed at once.
const block = 16

// next returns the first place of [from, to) where a member of the class may
// begin, or to.
func (s *senses) next(class feature, from, to int) int {
	word, bit := int(uint32(class)/64), uint64(1)<<(uint32(class)%64)
	for from < to {
		last := min((from/block+1)*block, to)
		if s.blocks[from/block*s.width+word]&bit != 0 {
			for ; from < last; from++ {
				if s.classes[int(s.of[from])*s.width+word]&bit != 0 {
					return from
				}
			}
		}
		from = last
	}
	return to
}

// bits is a set of features.
type bits []uint64

func newBits(n int) bits          { return make(bits, (n+63)/64) }
func (b bits) has(f feature) bool { return b[uint32(f)/64]&(1<<(uint32(f)%64)) != 0 }
func (b bits) add(f feature)      { b[uint32(f)/64] |= 1 << (uint32(f) % 64) }
func (b bits) drop(f feature)     { b[uint32(f)/64] &^= 1 << (uint32(f) % 64) }
