package sqlite

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/locimem/loci"
)

// The postings of a term are kept in blocks of up to blockSize bytes, because
// stepping through rows costs far more than reading bytes. A block is a row
// that is keyed by a handle that none of its documents, and none of those in
// later blocks, lies below.
const blockSize = 512

// list names the postings of one term.
type list struct {
	scope int64
	kind  loci.DocKind
	term  string
}

// block is a row of postings.
type block struct {
	first loci.Doc // its key
	data  []byte
}

// appendPosting encodes a posting that follows one of document last.
func appendPosting(data []byte, last loci.Doc, p loci.Posting) []byte {
	data = binary.AppendUvarint(data, uint64(p.Doc-last))
	data = binary.AppendUvarint(data, uint64(p.TF))
	return binary.AppendUvarint(data, uint64(p.Len))
}

var errBlock = errors.New("a block of postings is damaged")

// decode appends the postings of a block to a list.
func (b block) decode(to []loci.Posting) ([]loci.Posting, error) {
	data, doc := b.data, b.first
	for len(data) > 0 {
		var v [3]uint64
		for i := range v {
			n := 0
			if v[i], n = binary.Uvarint(data); n <= 0 {
				return to, errBlock
			}
			data = data[n:]
		}
		doc += loci.Doc(v[0])
		to = append(to, loci.Posting{Doc: doc, TF: int(v[1]), Len: int(v[2])})
	}
	return to, nil
}

// count returns how many postings a block holds: three numbers each, of which
// the last byte alone is below 0x80.
func (b block) count() int {
	ends := 0
	for _, c := range b.data {
		ends += int(^c >> 7)
	}
	return ends / 3
}

// pack encodes postings into blocks, the first of them keyed by first. Blocks
// are filled up, as documents mostly come in ascending order; where one was put
// in between, the next will be too, and all blocks get the same room.
func pack(first loci.Doc, postings []loci.Posting, between bool) []block {
	room := blockSize
	if between {
		all := 0
		for _, b := range pack(first, postings, false) {
			all += len(b.data)
		}
		blocks := (all + blockSize - 1) / blockSize
		room = (all + blocks - 1) / blocks
	}
	out := []block{{first: first}}
	last := first
	for _, p := range postings {
		b := &out[len(out)-1]
		if len(b.data) >= room {
			out = append(out, block{first: p.Doc})
			b, last = &out[len(out)-1], p.Doc
		}
		b.data = appendPosting(b.data, last, p)
		last = p.Doc
	}
	return out
}

// blockOf returns the block that a document belongs into, and whether the list
// has one.
func (t tx) blockOf(l list, doc loci.Doc) (block, bool, error) {
	return first(t.query(`SELECT first, docs FROM postings WHERE scope = ? AND kind = ? AND term = ? AND first <= ?
		ORDER BY first DESC LIMIT 1`, l.scope, int(l.kind), l.term, int64(doc)), (*rows).block)
}

func (r *rows) block() (block, error) {
	return block{loci.Doc(r.int()), r.blob()}, nil
}

// postingsOf reads the postings of a term. They are counted before, because a
// slice that grows costs more than both.
func (c *conn) postingsOf(l list) ([]loci.Posting, error) {
	n, _, err := c.size(l, -1)
	if err != nil || n == 0 {
		return nil, err
	}
	out := make([]loci.Posting, 0, n)
	r := c.query("SELECT first, docs FROM postings WHERE scope = ? AND kind = ? AND term = ? ORDER BY first",
		l.scope, int(l.kind), l.term)
	for r.next() {
		out, r.err = block{loci.Doc(r.int()), r.raw()}.decode(out)
	}
	return out, r.close()
}

// post adds postings, in ascending order, of documents that the list lacks.
func (t tx) post(l list, fresh []loci.Posting) error {
	for len(fresh) > 0 {
		b, found, err := t.blockOf(l, fresh[0].Doc)
		if err != nil {
			return err
		}
		if !found {
			b.first = fresh[0].Doc
		}
		n, err := t.fitting(l, fresh)
		if err != nil {
			return err
		}
		old, err := b.decode(nil)
		if err != nil {
			return err
		}
		between := len(old) > 0 && fresh[0].Doc < old[len(old)-1].Doc
		all := append(old, fresh[:n]...)
		if between {
			slices.SortFunc(all, func(a, b loci.Posting) int { return cmp.Compare(a.Doc, b.Doc) })
		}
		for _, b := range pack(b.first, all, between) {
			if err := t.writeBlock(l, b); err != nil {
				return err
			}
		}
		fresh = fresh[n:]
	}
	return nil
}

// fitting returns how many of the postings belong into the block of the first.
func (t tx) fitting(l list, fresh []loci.Posting) (int, error) {
	if len(fresh) == 1 {
		return 1, nil
	}
	next, found, err := t.one(`SELECT first FROM postings WHERE scope = ? AND kind = ? AND term = ? AND first > ?
		ORDER BY first LIMIT 1`, l.scope, int(l.kind), l.term, int64(fresh[0].Doc))
	if n := slices.IndexFunc(fresh, func(p loci.Posting) bool { return p.Doc >= loci.Doc(next) }); found && n > 0 {
		return n, err
	}
	return len(fresh), err
}

func (t tx) writeBlock(l list, b block) error {
	return t.exec(`INSERT INTO postings (scope, kind, term, first, size, docs) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET size = excluded.size, docs = excluded.docs`,
		l.scope, int(l.kind), l.term, int64(b.first), b.count(), b.data)
}

// unpost takes documents, in ascending order, out of a list.
func (t tx) unpost(l list, gone []loci.Posting) error {
	for len(gone) > 0 {
		b, found, err := t.blockOf(l, gone[0].Doc)
		if err != nil {
			return err
		}
		n, err := t.fitting(l, gone)
		if err != nil {
			return err
		}
		if found {
			if err := t.shrink(l, b, gone[:n]); err != nil {
				return err
			}
		}
		gone = gone[n:]
	}
	return nil
}

// shrink takes documents out of a block.
func (t tx) shrink(l list, b block, gone []loci.Posting) error {
	all, err := b.decode(nil)
	if err != nil {
		return err
	}
	byDoc := func(p loci.Posting, doc loci.Doc) int { return cmp.Compare(p.Doc, doc) }
	all = slices.DeleteFunc(all, func(p loci.Posting) bool {
		_, goes := slices.BinarySearchFunc(gone, p.Doc, byDoc)
		return goes
	})
	if len(all) > 0 { // they are no longer than before
		return t.writeBlock(l, pack(b.first, all, false)[0])
	}
	return t.exec("DELETE FROM postings WHERE scope = ? AND kind = ? AND term = ? AND first = ?",
		l.scope, int(l.kind), l.term, int64(b.first))
}

// rarest returns those of a query's terms that are to be answered. How many
// documents hold a term is counted in rounds of ever more blocks, until the
// terms that are left to count are known to be too common.
func (c *conn) rarest(scopes []int64, q loci.PostingsQuery) (keep map[int]bool, err error) {
	type count struct{ term, docs int }
	byDocs := func(a, b count) int { return cmp.Or(cmp.Compare(a.docs, b.docs), cmp.Compare(b.term, a.term)) }
	var known []count
	open := make([]count, len(q.Terms))
	for i := range open {
		open[i].term = i
	}
	for blocks := 8; len(open) > 0; blocks *= 8 {
		slices.SortFunc(known, byDocs)
		slices.SortFunc(open, byDocs)
		if len(known) >= q.Rarest && byDocs(known[q.Rarest-1], open[0]) < 0 {
			break
		}
		var left []count
		for _, o := range open {
			docs, all := 0, true
			for _, scope := range scopes {
				n, read, err := c.size(list{scope, q.Kind, q.Terms[o.term]}, blocks)
				if err != nil {
					return nil, err
				}
				docs, all = docs+n, all && read < blocks
			}
			switch {
			case !all:
				left = append(left, count{o.term, docs})
			case docs > 0:
				known = append(known, count{o.term, docs})
			}
		}
		open = left
	}
	slices.SortFunc(known, byDocs)
	keep = map[int]bool{}
	for _, k := range known[:min(q.Rarest, len(known))] {
		keep[k.term] = true
	}
	return keep, nil
}

// size counts the postings of the first blocks of a list, of all if most is -1.
func (c *conn) size(l list, most int) (postings, blocks int, err error) {
	r := c.query(`SELECT coalesce(sum(size), 0), count(*) FROM
		(SELECT size FROM postings WHERE scope = ? AND kind = ? AND term = ? LIMIT ?)`, l.scope, int(l.kind), l.term, most)
	if r.next() {
		postings, blocks = int(r.int()), int(r.int())
	}
	return postings, blocks, r.close()
}
