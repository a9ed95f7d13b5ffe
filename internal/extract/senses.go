package extract

// senses are the features of the tokens of a turn. Each word is looked up once.
type senses struct {
	index    *index
	initials []initials // of each token, and of the end
	of       []int32    // of each token, and of the end: its word
	words    []sense    // the first is none
	all      []feature
	supposed []supposed
	alone    bits // width of each word: the classes that may begin with it, whatever follows
	classes  bits // width of each token, and of the end: the classes that may begin with it
	blocks   bits // width of each block of tokens: the classes that may begin in it
	width    int
	met      map[string]int32 // the latest word of each spelling
	seen     bits             // while a word is looked up
}

// sense says what a token is looked up by, and where its features are: in
// senses.all what holds of every token and the literals that it is, then what
// these lead to; in senses.supposed what depends on the next word.
type sense struct {
	norm                              string
	kind                              tokenKind
	capital                           bool
	before                            int32 // the word met before that is spelt the same
	from, derived, to, supposed, last int32
}

// supposed is a feature that a word has if a certain one follows, and where in
// senses.all is what that leads to.
type supposed struct {
	feature
	then     initials
	from, to int32
}

// newSenses finds out what the tokens can stand for.
func newSenses(x *index, tokens []token) *senses {
	n, width := len(tokens), (x.classes+63)/64
	s := &senses{
		index: x, initials: make([]initials, n+1), of: make([]int32, n+1), words: make([]sense, 1, n/2+1),
		all: make([]feature, 0, 6*n), supposed: make([]supposed, 0, n), alone: make(bits, width, (n/2+1)*width), classes: make(bits, (n+1)*width), blocks: make(bits, (n/block+1)*width), width: width,
		met: make(map[string]int32, n/2), seen: newBits(x.features),
	}
	s.initials[n] = noInitials
	for i := n - 1; i >= 0; i-- {
		s.meet(i, &tokens[i])
	}
	return s
}

// look finds the senses of a token that has become another.
func (s *senses) look(i int, t *token) {
	s.meet(i, t)
	if i > 0 {
		s.place(i - 1)
	}
}

// meet finds the senses of the i-th token, once the next one is known.
func (s *senses) meet(i int, t *token) {
	latest := s.met[t.lower]
	word := latest
	for word != 0 && !s.words[word].of(t) {
		word = s.words[word].before
	}
	if word == 0 {
		word = int32(len(s.words))
		s.met[t.lower] = word
		s.learn(t, latest)
	}
	s.of[i], s.initials[i] = word, initialsOf(t.norm)
	s.place(i)
}

// of reports whether the senses are those of a token spelt the same.
func (w *sense) of(t *token) bool {
	return w.norm == t.norm && w.kind == t.kind && w.capital == t.capital()
}

// place notes which classes may begin with the i-th token.
func (s *senses) place(i int) {
	own := s.classes[i*s.width:][:s.width]
	copy(own, s.alone[int(s.of[i])*s.width:])
	s.given(i, func(features []feature) {
		for _, f := range features {
			if int(f) < s.index.classes {
				own.add(f)
			}
		}
	})
	near := s.blocks[i/block*s.width:]
	for j, classes := range own {
		near[j] |= classes
	}
}

// learn adds a word behind one that is spelt the same.
func (s *senses) learn(t *token, before int32) {
	clear(s.seen)
	w := sense{norm: t.norm, kind: t.kind, capital: t.capital(), before: before, from: int32(len(s.all)), supposed: int32(len(s.supposed))}
	s.all = s.index.literals(t, t.written(s.all))
	w.derived = int32(len(s.all))
	s.follow(w.from)
	w.to = w.derived
	s.alone = append(s.alone, make(bits, s.width)...)
	alone := s.alone[len(s.words)*s.width:]
	for _, f := range s.all[w.from:w.derived] {
		if f < firstClass {
			alone.add(f) // by how it is written
		}
	}
	for _, f := range s.all[w.derived:] {
		if int(f) < s.index.classes {
			alone.add(f)
		}
		if s.index.needed.has(f) {
			s.all[w.to] = f
			w.to++
		}
	}
	s.all, w.last = s.all[:w.to], w.supposed
	for _, c := range s.supposed[w.supposed:] {
		if !s.seen.has(c.feature) {
			c.from = int32(len(s.all))
			s.all = append(s.all, c.feature)
			s.follow(c.from)
			c.to = int32(len(s.all))
			for _, f := range s.all[c.from:] {
				s.seen.drop(f)
			}
			s.supposed[w.last] = c
			w.last++
		}
	}
	s.supposed = s.supposed[:w.last]
	s.words = append(s.words, w)
}

// follow appends what the features from one on lead to, and notes what they
// only may lead to.
func (s *senses) follow(from int32) {
	for j := int(from); j < len(s.all); j++ {
		for _, l := range s.index.linksOf(s.all[j]) {
			if s.seen.has(l.to) {
				continue
			}
			if l.then != anyInitials {
				s.suppose(l)
				continue
			}
			s.seen.add(l.to)
			s.all = append(s.all, l.to)
		}
	}
}

// suppose notes what a link leads to if the next word lets it.
func (s *senses) suppose(l link) {
	if last := len(s.supposed) - 1; last >= int(s.words[len(s.words)-1].last) && s.supposed[last].feature == l.to {
		s.supposed[last].then |= l.then
		return
	}
	s.supposed = append(s.supposed, supposed{feature: l.to, then: l.then})
}

// features returns what a token can stand for and frames need, whatever follows.
func (s *senses) features(pos int) []feature {
	w := &s.words[s.of[pos]]
	return s.all[w.from:w.to]
}

// given visits the features that a token has for what follows it.
func (s *senses) given(pos int, visit func([]feature)) {
	w := &s.words[s.of[pos]]
	for i := w.supposed; i < w.last; i++ {
		if c := &s.supposed[i]; c.then&s.initials[pos+1] != 0 {
			visit(s.all[c.from:c.to])
		}
	}
}

// literals returns the literals that a token is.
func (s *senses) literals(pos int) []feature {
	w := &s.words[s.of[pos]]
	return s.all[w.from:w.derived]
}

// begins reports whether a member of the class may begin at pos.
func (s *senses) begins(class feature, pos int) bool {
	return s.classes[pos*s.width:].has(class)
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
				if s.classes[from*s.width+word]&bit != 0 {
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
