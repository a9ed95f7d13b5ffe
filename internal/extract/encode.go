package extract

import (
	"encoding/binary"
	"maps"
	"slices"
)

// encoder writes a compiled pack: numbers of varying length, and strings behind
// their lengths. The decoder reads the same things in the same order.
type encoder struct{ out []byte }

func (e *encoder) number(n int) { e.out = binary.AppendUvarint(e.out, uint64(n)) }

func (e *encoder) flag(set bool) {
	n := 0
	if set {
		n = 1
	}
	e.number(n)
}

func (e *encoder) string(s string) {
	e.number(len(s))
	e.out = append(e.out, s...)
}

func (e *encoder) strings(list []string) {
	e.number(len(list))
	for _, s := range list {
		e.string(s)
	}
}

func (e *encoder) pairs(m map[string]string) {
	e.number(len(m))
	for _, from := range slices.Sorted(maps.Keys(m)) {
		e.string(from)
		e.string(m[from])
	}
}

// encodePack writes a pack; the same pack is always the same bytes.
func encodePack(p *pack) []byte {
	var e encoder
	for _, f := range p.flags() {
		e.flag(*f.at)
	}
	for _, t := range p.texts() {
		e.string(*t.at)
	}
	e.strings(p.prefixes)
	e.strings(p.proclitics)
	for _, m := range p.pairs() {
		e.pairs(*m.at)
	}
	e.strings(p.index.labels)
	e.classes(p)
	e.index(p.index)
	e.frames(p)
	return e.out
}

func (e *encoder) classes(p *pack) {
	byID := make([]*class, len(p.classes))
	phrases := 0
	for _, c := range p.classes {
		byID[c.id-firstClass] = c
		phrases += len(c.phrases)
	}
	e.number(len(byID))
	e.number(phrases)
	for _, c := range byID {
		e.string(c.name)
		e.number(len(c.phrases))
		for i := range c.phrases {
			e.string(c.phrases[i].src)
			e.number(int(c.phrases[i].label))
		}
		e.number(len(c.rest))
		for _, i := range c.rest {
			e.number(int(i))
		}
	}
}

func (e *encoder) index(x *index) {
	e.dict(&x.whole)
	e.dict(&x.begin)
	e.dict(&x.exact)
	e.number(len(x.sizes))
	for _, n := range x.sizes {
		e.number(n)
	}
	e.number(len(x.ends))
	for _, a := range x.ends {
		e.string(a.prefix)
		e.string(a.suffix)
	}
	e.number(x.features)
	var coded encoder
	for f := range x.features {
		from := len(coded.out)
		coded.links(x, x.linksOf(feature(f)))
		e.number(len(coded.out) - from)
	}
	e.string(string(coded.out))
}

func (e *encoder) links(x *index, links []link) {
	to := 0
	for _, l := range links {
		e.number(int(l.to) - to)
		to = int(l.to)
		e.number(kindOf(l, len(x.labels)))
		if x.depends(l) {
			e.then(l.then)
		}
	}
}

// then writes the initials of what must follow, none for any.
func (e *encoder) then(s initials) {
	if s == anyInitials {
		e.number(0)
		return
	}
	list := s.list()
	e.number(len(list))
	for _, i := range list {
		e.number(i)
	}
}

// kindOf is how a link leads to a class in one number: first comes the
// beginning, then the labels of members, then the phrases.
func kindOf(l link, labels int) int {
	if label, ok := l.label(); ok {
		return 1 + int(label)
	}
	if l.how == begins {
		return 0
	}
	return 1 + labels + int(l.how)
}

func (e *encoder) dict(d *dict) {
	e.number(max(len(d.buckets)-1, 0))
	for i := 1; i < len(d.buckets); i++ {
		e.number(int(d.buckets[i] - d.buckets[i-1]))
	}
	for i := 1; i < len(d.ends); i++ {
		e.number(int(d.ends[i] - d.ends[i-1]))
	}
	e.string(d.words)
}

// frames writes the frames under the names of their facts, which stand in the
// order of facts.toml.
func (e *encoder) frames(p *pack) {
	needs := 0
	for i := range p.frames {
		needs += len(p.frames[i].needs)
	}
	e.number(len(p.frames))
	e.number(needs)
	for i := 0; i < len(p.frames); {
		fact := p.frames[i].fact
		to := i
		for to < len(p.frames) && p.frames[to].fact == fact {
			to++
		}
		e.string(fact.Name)
		e.number(to - i)
		for ; i < to; i++ {
			e.string(p.frames[i].src)
			e.number(len(p.frames[i].needs))
			for _, f := range p.frames[i].needs {
				e.number(int(f))
			}
		}
	}
}
