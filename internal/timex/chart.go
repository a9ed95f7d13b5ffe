package timex

import (
	"unicode"
	"unicode/utf8"
)

// item is a symbol recognised over a stretch of an island.
type item struct {
	sym      symbol
	start    int // where it begins
	core     int // where it begins without a leading preposition
	end, raw int // where the next item may begin; where this one ends
	score    int
	leaves   int // tokens it was built of
	node     *node
	next     *item // that begins at the same place, in the order of finding
}

const (
	maxKids      = 8
	maxLength    = 200 // bytes of an expression; keeps the work linear in the text
	maxPerStart  = 160
	maxSameShape = 4
)

// chart holds the items of one island by start.
type chart struct {
	lang *language
	text []byte
	base int
	rows []row
	*room
}

// room is what the charts of a text share, so that they do not each ask for memory.
type room struct {
	free []item // to be handed out
	kids [maxKids]*node
}

// row holds the items that begin at a place.
type row struct {
	first, last *item
	size        int
	marks       uint64 // their symbols, one bit for all that share it
}

func bit(s symbol) uint64 { return 1 << (uint(s) % 64) }

// parse builds everything the grammar finds in the tokens of an island. Going
// from right to left, all items that may follow are complete when needed.
func (l *language) parse(text []byte, tokens []token, r *room) *chart {
	base, end := tokens[0].start, 0
	for _, t := range tokens {
		end = max(end, t.end)
	}
	c := &chart{lang: l, text: text, base: base, rows: make([]row, end-base+1), room: r}
	for hi := len(tokens); hi > 0; {
		lo := hi
		for lo > 0 && tokens[lo-1].start == tokens[hi-1].start {
			lo--
		}
		for _, t := range tokens[lo:hi] {
			c.add(item{sym: t.sym, start: t.start, core: t.start, end: skipSpace(text, t.end), raw: t.end, leaves: 1, node: t.node})
		}
		c.close(tokens[lo].start)
		hi = lo
	}
	return c
}

func skipSpace(text []byte, i int) int {
	for i < len(text) && text[i] == ' ' {
		i++
	}
	return i
}

// at returns the first of the items that begin at a place.
func (c *chart) at(pos int) *item {
	if i := pos - c.base; i < len(c.rows) {
		return c.rows[i].first
	}
	return nil
}

func (c *chart) add(it item) {
	r := &c.rows[it.start-c.base]
	if r.size >= maxPerStart {
		return
	}
	same := 0
	for old := r.first; old != nil; old = old.next {
		if old.sym == it.sym && old.raw == it.raw {
			if same++; same >= maxSameShape || sameNode(old.node, it.node) {
				if it.score > old.score || it.score == old.score && it.leaves < old.leaves {
					old.score, old.leaves = it.score, it.leaves
				}
				return
			}
		}
	}
	r.append(c.keep(it))
}

// keep gives an item a place in memory, many of them at a time.
func (r *room) keep(it item) *item {
	const block = 64
	if len(r.free) == 0 {
		r.free = make([]item, block)
	}
	kept := &r.free[0]
	r.free = r.free[1:]
	*kept = it
	return kept
}

func (r *row) append(it *item) {
	if r.first == nil {
		r.first = it
	} else {
		r.last.next = it
	}
	r.last = it
	r.size++
	r.marks |= bit(it.sym)
}

// close applies the rules to every item that begins at pos, including those
// that the rules add.
func (c *chart) close(pos int) {
	for it := c.at(pos); it != nil; it = it.next {
		var follow uint64
		if i := it.end - c.base; i < len(c.rows) {
			follow = c.rows[i].marks
		}
		for _, r := range c.lang.rulesFrom(it.sym) {
			if len(r.rhs) > 1 && follow&bit(r.rhs[1]) == 0 {
				continue
			}
			var kids [maxKids]*item
			kids[0] = it
			c.extend(r, kids[:1])
		}
	}
}

// goesOn reports whether a word that has no use in times follows an item.
func (c *chart) goesOn(it *item) bool {
	if next, _ := utf8.DecodeRune(c.text[it.end:]); it.end == it.raw || !unicode.IsLetter(next) {
		return false
	}
	for next := c.at(it.end); next != nil; next = next.next {
		if boundary(c.text, next.raw) {
			return false
		}
	}
	return true
}

// extend completes rule r, whose first symbols the kids have matched.
func (c *chart) extend(r *rule, kids []*item) {
	last := kids[len(kids)-1]
	if len(kids) == len(r.rhs) {
		if !r.last || !c.goesOn(last) {
			c.reduce(r, kids)
		}
		return
	}
	if last.end-kids[0].start > maxLength {
		return
	}
	want := r.rhs[len(kids)]
	for it := c.at(last.end); it != nil; it = it.next {
		if it.sym == want {
			c.extend(r, append(kids, it))
		}
	}
}

func (c *chart) reduce(r *rule, kids []*item) {
	score, leaves := r.weight, 0
	for i, k := range kids {
		c.kids[i] = k.node
		score += k.score
		leaves += k.leaves
	}
	n := r.act(c.kids[:len(kids)], r.arg)
	if n == nil {
		return
	}
	first, last := kids[0], kids[len(kids)-1]
	core := first.core
	if r.lead {
		core = kids[1].core
	}
	c.add(item{sym: r.lhs, start: first.start, core: core, end: last.end, raw: last.raw, score: score, leaves: leaves, node: n})
}
