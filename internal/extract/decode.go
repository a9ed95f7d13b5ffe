package extract

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

var errPack = errors.New("no compiled pack of this version; run go generate ./internal/extract")

// decoder reads a compiled pack. Whatever the data, what it returns refers to
// nothing that is not there. Strings are cut out of the data; what comes many
// times is counted first, so that it is made room for at once.
type decoder struct {
	data string
	pos  int
	err  error
}

// below reads a number less than a limit.
func (d *decoder) below(limit int) int {
	if d.pos < len(d.data) {
		if b := d.data[d.pos]; b < 0x80 && int(b) < limit {
			d.pos++
			return int(b)
		}
	}
	return d.long(limit)
}

// long reads a number of several bytes.
func (d *decoder) long(limit int) int {
	n := 0
	for shift := 0; shift < 32 && d.pos < len(d.data); shift += 7 {
		b := d.data[d.pos]
		d.pos++
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			if n < limit {
				return n
			}
			break
		}
	}
	d.fail()
	return 0
}

// fail gives up: what is read from now on is nothing.
func (d *decoder) fail() { d.err, d.pos = errPack, len(d.data) }

// count reads how many of something follow, each of which takes a byte or more.
func (d *decoder) count() int { return d.below(len(d.data) - d.pos + 1) }

func (d *decoder) flag() bool { return d.below(2) == 1 }

func (d *decoder) string() string {
	n := d.count()
	if n > len(d.data)-d.pos {
		d.fail()
		return ""
	}
	d.pos += n
	return d.data[d.pos-n : d.pos]
}

func (d *decoder) pairs() map[string]string {
	n := d.count()
	m := make(map[string]string, n)
	for range n {
		from := d.string()
		m[from] = d.string()
	}
	return m
}

func (d *decoder) strings() []string {
	var list []string
	for range d.count() {
		list = append(list, d.string())
	}
	return list
}

// take cuts the first n off a block.
func take[T any](block *[]T, n int) []T {
	n = min(n, len(*block))
	part := (*block)[:n:n]
	*block = (*block)[n:]
	return part
}

// decodePack reads a compiled pack.
func decodePack(data string, facts []*fact) (*pack, error) {
	d := &decoder{data: data}
	p := &pack{}
	for _, f := range p.flags() {
		*f.at = d.flag()
	}
	for _, t := range p.texts() {
		*t.at = d.string()
	}
	p.prefixes, p.proclitics = d.strings(), d.strings()
	for _, m := range p.pairs() {
		*m.at = d.pairs()
	}
	p.index = &index{labels: d.strings()}
	classes := d.classes(p)
	d.index(p.index, classes)
	d.frames(p, facts)
	if d.err == nil && d.pos < len(d.data) {
		d.err = errPack
	}
	if d.err != nil {
		return nil, d.err
	}
	p.call()
	p.denials = sync.OnceValue(p.readDenials)
	p.beside = map[string]*fact{}
	for _, f := range facts {
		if slices.Contains(frameless, f.Name) {
			p.beside[f.Name] = f
		}
	}
	return p, nil
}

func (d *decoder) classes(p *pack) []class {
	classes := make([]class, d.count())
	phrases := make([]phrase, d.count())
	p.index.classes = len(classes) + int(firstClass)
	p.classes = make(map[string]*class, len(classes))
	for i := range classes {
		c := &classes[i]
		c.name, c.id = d.string(), firstClass+feature(i)
		p.classes[c.name] = c
		c.phrases = take(&phrases, d.count())
		for j := range c.phrases {
			c.phrases[j].src = d.string()
			c.phrases[j].label = int32(d.below(len(p.index.labels)))
		}
		if n := d.below(len(c.phrases) + 1); n > 0 {
			c.rest = make([]int32, n)
		}
		for j := range c.rest {
			c.rest[j] = int32(d.below(len(c.phrases)))
		}
	}
	return classes
}

func (d *decoder) index(x *index, classes []class) {
	first := feature(x.classes)
	for _, words := range []*dict{&x.whole, &x.begin, &x.exact} {
		first = d.dict(words, first)
	}
	x.sizes = make([]int, d.count())
	for i := range x.sizes {
		x.sizes[i] = d.below(len(x.begin.words) + 1)
	}
	x.ends = make([]ending, d.count())
	for i := range x.ends {
		x.ends[i] = ending{affix{d.string(), d.string()}, first}
		x.last[int(x.ends[i].last())+1]++
		first++
	}
	for i := range 256 {
		x.last[i+1] += x.last[i]
	}
	x.features = max(d.count(), int(first))
	x.into, x.read = classes, make([]atomic.Pointer[[]link], x.features)
	if x.from = d.bounds(x.features); d.err == nil {
		x.coded = d.string()
	}
	if len(x.coded) != int(x.from[x.features]) {
		d.fail()
	}
}

// links reads the links of one feature; of broken ones, those before the fault.
func (d *decoder) links(x *index) []link {
	links := make([]link, 0, len(d.data)/2)
	for to := 0; d.pos < len(d.data); {
		to += d.below(x.features - to)
		if l := d.link(x, to); d.err == nil {
			links = append(links, l)
		}
	}
	return links
}

func (d *decoder) link(x *index, to int) link {
	phrases := 0
	if at := to - int(firstClass); at >= 0 && at < len(x.into) {
		phrases = len(x.into[at].phrases)
	}
	l := link{feature(to), begins, anyInitials}
	if how := d.below(1 + len(x.labels) + phrases); how > len(x.labels) {
		l.how = int32(how - 1 - len(x.labels))
	} else if how > 0 {
		l.how = member(int32(how - 1))
	}
	if x.depends(l) {
		l.then = d.then()
	}
	return l
}

// then reads the initials of what must follow.
func (d *decoder) then() (s initials) {
	for range d.below(mostThen + 1) {
		s |= 1 << d.below(64)
	}
	if s == 0 {
		return anyInitials
	}
	return s
}

// dict reads a table of words, whose features count up from the first, and
// returns the one after them.
func (d *decoder) dict(t *dict, first feature) feature {
	buckets := d.count()
	if buckets == 0 {
		d.string()
		return first
	}
	t.first = first
	t.buckets = d.bounds(buckets)
	words := int(t.buckets[buckets])
	t.ends = d.bounds(words)
	if t.words = d.string(); len(t.words) != int(t.ends[words]) || buckets&(buckets-1) != 0 {
		d.fail()
		*t = dict{}
	}
	return first + feature(words)
}

// bounds reads how large n parts of something are that lies behind, and returns
// where each begins, and the last ends.
func (d *decoder) bounds(n int) []int32 {
	out := make([]int32, n+1)
	for i := range n {
		out[i+1] = out[i] + int32(d.below(len(d.data)-d.pos-int(out[i])+1))
	}
	return out
}

func (d *decoder) frames(p *pack, facts []*fact) {
	p.frames = make([]frame, d.count())
	rest, needs := p.frames, make([]feature, d.count())
	for len(rest) > 0 && d.err == nil {
		name := d.string()
		for len(facts) > 0 && facts[0].Name != name {
			facts = facts[1:]
		}
		if len(facts) == 0 {
			d.err = fmt.Errorf("no fact %q: %w", name, errPack)
			break
		}
		own := take(&rest, max(d.count(), 1))
		for i := range own {
			own[i].src, own[i].fact = d.string(), facts[0]
			own[i].needs = take(&needs, d.count())
			for j := range own[i].needs {
				own[i].needs[j] = feature(d.below(p.index.features))
			}
		}
	}
}
