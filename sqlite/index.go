package sqlite

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/locimem/loci"
)

// document is a row as the index sees it.
type document struct {
	doc   loci.Doc
	scope int64
	entry loci.IndexEntry
}

// terms is how the terms of a row are stored beside it, so that its postings
// can be found again. NULL means that the row is no document.
func (d document) terms() any {
	if len(d.entry.Terms) == 0 {
		return nil
	}
	tf := make(map[string]int, len(d.entry.Terms))
	for _, t := range d.entry.Terms {
		tf[t.Term] = t.TF
	}
	data, _ := json.Marshal(tf) // strings and numbers always marshal
	return string(data)
}

// index reads the columns index_kind, index_len and index_terms.
func (r *rows) index() (loci.IndexEntry, error) {
	e := loci.IndexEntry{Kind: loci.DocKind(r.int()), Len: int(r.int())}
	var tf map[string]int
	if err := fromJSON(r.blob(), &tf); err != nil {
		return e, err
	}
	for _, term := range slices.Sorted(maps.Keys(tf)) {
		e.Terms = append(e.Terms, loci.TermCount{Term: term, TF: tf[term]})
	}
	return e, nil
}

// repost replaces the postings and the vector of a document. Most changes of a
// memory leave its text alone and cost nothing here.
func (t tx) repost(old, fresh document) error {
	changed := old.entry.Len != fresh.entry.Len || !slices.Equal(old.entry.Terms, fresh.entry.Terms)
	if !changed && old.scope == fresh.scope && old.entry.Kind == fresh.entry.Kind {
		return nil
	}
	if old.doc != 0 && !slices.Contains(loci.TurnDocs(), old.entry.Kind) {
		if err := t.moveVector(fresh, changed); err != nil {
			return err
		}
	}
	return t.relist(old, fresh)
}

// relist replaces the postings of a document, as far as they differ.
func (t tx) relist(old, fresh document) error {
	stays := map[loci.TermCount]bool{}
	if old.scope == fresh.scope && old.entry.Kind == fresh.entry.Kind && old.entry.Len == fresh.entry.Len {
		for _, term := range fresh.entry.Terms {
			stays[term] = false
		}
		for _, term := range old.entry.Terms {
			_, stays[term] = stays[term]
		}
	}
	for _, term := range old.entry.Terms {
		if !stays[term] {
			t.edits.unpost(list{old.scope, old.entry.Kind, term.Term}, old.doc)
		}
	}
	for _, term := range fresh.entry.Terms {
		if !stays[term] {
			t.edits.post(list{fresh.scope, fresh.entry.Kind, term.Term}, loci.Posting{Doc: fresh.doc, TF: term.TF, Len: fresh.entry.Len})
		}
	}
	return cmp.Or(t.count(old, -1), t.count(fresh, 1))
}

// count adds a document to the totals of its index, or takes it away.
func (t tx) count(d document, sign int) error {
	if len(d.entry.Terms) == 0 {
		return nil
	}
	return t.exec(`INSERT INTO totals (scope, kind, docs, len) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET docs = docs + excluded.docs, len = len + excluded.len`,
		d.scope, int(d.entry.Kind), sign, sign*d.entry.Len)
}

// Postings implements [loci.Searcher].
func (s *Store) Postings(ctx context.Context, q loci.PostingsQuery) (loci.Postings, error) {
	var out loci.Postings
	err := s.read(ctx, func(c *conn) error {
		scopes, err := c.scopeIDs(q.Scopes)
		if err != nil {
			return err
		}
		out = loci.Postings{Terms: make([][]loci.Posting, len(q.Terms))}
		var keep map[int]bool
		if q.Rarest > 0 && len(q.Terms) > q.Rarest {
			if keep, err = c.rarest(scopes, q); err != nil {
				return err
			}
		}
		for _, scope := range scopes {
			if err := c.postings(scope, q, keep, &out); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return loci.Postings{}, err
	}
	return out, nil
}

// postings adds those of one scope, of all terms if keep is nil.
func (c *conn) postings(scope int64, q loci.PostingsQuery, keep map[int]bool, out *loci.Postings) error {
	r := c.query("SELECT docs, len FROM totals WHERE scope = ? AND kind = ?", scope, int(q.Kind))
	docs := r.next()
	if docs {
		out.Docs += int(r.int())
		out.TotalLen += r.int()
	}
	if err := r.close(); err != nil || !docs {
		return err
	}
	for i, term := range q.Terms {
		if keep != nil && !keep[i] {
			continue
		}
		found, err := c.postingsOf(list{scope, q.Kind, term})
		if err != nil {
			return err
		}
		if len(out.Terms[i]) > 0 { // of another scope
			found = append(out.Terms[i], found...)
			slices.SortFunc(found, func(a, b loci.Posting) int { return cmp.Compare(a.Doc, b.Doc) })
		}
		out.Terms[i] = found
	}
	return nil
}

// MemoriesByDoc implements [loci.Searcher].
func (s *Store) MemoriesByDoc(ctx context.Context, docs []loci.Doc) (map[loci.Doc]loci.Memory, error) {
	return byDoc(ctx, s, docs, memoryByDoc, (*rows).memory)
}

// TurnsByDoc implements [loci.Searcher].
func (s *Store) TurnsByDoc(ctx context.Context, docs []loci.Doc) (map[loci.Doc]loci.Turn, error) {
	return byDoc(ctx, s, docs, turnByDoc, (*rows).turn)
}

func byDoc[T any](
	ctx context.Context, s *Store, docs []loci.Doc, query string, scan func(*rows) (T, error),
) (map[loci.Doc]T, error) {
	out := make(map[loci.Doc]T, len(docs))
	err := s.read(ctx, func(c *conn) error {
		for _, doc := range docs {
			v, found, err := first(c.query(query, int64(doc)), scan)
			if err != nil {
				return err
			}
			if found {
				out[doc] = v
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Analyser implements [loci.Searcher].
func (s *Store) Analyser(ctx context.Context) (int, error) {
	var version int64
	err := s.read(ctx, func(c *conn) (err error) {
		version, _, err = c.one("SELECT value FROM meta WHERE name = 'analyser'")
		return err
	})
	return int(version), err
}
