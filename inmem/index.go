package inmem

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

func cloneIndex(e loci.IndexEntry) loci.IndexEntry {
	e.Terms = slices.Clone(e.Terms)
	return e
}

// document is an indexed row of either sort.
type document struct {
	doc   loci.Doc
	scope loci.Scope
	index loci.IndexEntry
}

// documents returns every row that has terms, ascending by handle.
func (s *Store) documents() []document {
	var out []document
	for _, row := range s.rows.memories {
		out = append(out, document{row.doc, row.memory.Scope, row.index})
	}
	for _, row := range s.rows.turns {
		out = append(out, document{row.doc, row.turn.Scope, row.index})
	}
	out = slices.DeleteFunc(out, func(d document) bool { return len(d.index.Terms) == 0 })
	slices.SortFunc(out, func(a, b document) int { return cmp.Compare(a.doc, b.doc) })
	return out
}

// Postings implements [loci.Searcher].
func (s *Store) Postings(ctx context.Context, q loci.PostingsQuery) (loci.Postings, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return loci.Postings{}, err
	}
	defer unlock()
	out := loci.Postings{Terms: make([][]loci.Posting, len(q.Terms))}
	for _, d := range s.documents() {
		if d.index.Kind != q.Kind || !slices.Contains(q.Scopes, d.scope) {
			continue
		}
		out.Docs++
		out.TotalLen += int64(d.index.Len)
		for i, term := range q.Terms {
			at, found := slices.BinarySearchFunc(d.index.Terms, term, func(t loci.TermCount, term string) int {
				return strings.Compare(t.Term, term)
			})
			if found {
				out.Terms[i] = append(out.Terms[i], loci.Posting{Doc: d.doc, TF: d.index.Terms[at].TF, Len: d.index.Len})
			}
		}
	}
	if q.Rarest > 0 {
		keepRarest(out.Terms, q.Rarest)
	}
	return out, nil
}

// keepRarest empties all lists but the n shortest of those that are not empty,
// of equals the later.
func keepRarest(lists [][]loci.Posting, n int) {
	var found []int
	for i, list := range lists {
		if len(list) > 0 {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b int) int {
		return cmp.Or(cmp.Compare(len(lists[a]), len(lists[b])), cmp.Compare(b, a))
	})
	for _, i := range found[min(n, len(found)):] {
		lists[i] = nil
	}
}

// MemoriesByDoc implements [loci.Searcher].
func (s *Store) MemoriesByDoc(ctx context.Context, docs []loci.Doc) (map[loci.Doc]loci.Memory, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	out := map[loci.Doc]loci.Memory{}
	for _, row := range s.rows.memories {
		if slices.Contains(docs, row.doc) {
			out[row.doc] = row.memory.Clone()
		}
	}
	return out, nil
}

// TurnsByDoc implements [loci.Searcher].
func (s *Store) TurnsByDoc(ctx context.Context, docs []loci.Doc) (map[loci.Doc]loci.Turn, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	out := map[loci.Doc]loci.Turn{}
	for _, row := range s.rows.turns {
		if slices.Contains(docs, row.doc) {
			out[row.doc] = row.turn
		}
	}
	return out, nil
}

// Analyser implements [loci.Searcher].
func (s *Store) Analyser(ctx context.Context) (int, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return 0, err
	}
	defer unlock()
	return s.rows.analyser, nil
}
