package service

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
)

const (
	// searchDepth is how many documents are ranked at least, so that filters
	// have something to choose from.
	searchDepth = 200
	// nearDepth is how many are found by meaning.
	nearDepth = 50
	// readRows is how many rows are read and ranked again at a time: few where
	// the rows change nothing, more where the query names a time. It does not
	// depend on how many are asked for, so that pages fit together.
	readRows      = 24
	readDatedRows = 50
)

// postings is the only way to the index.
func (s *Service) postings(ctx context.Context, scopes []loci.Scope, kind loci.DocKind, q retrieve.Analysis) (loci.Postings, error) {
	if len(q.Terms) == 0 {
		return loci.Postings{}, nil
	}
	return s.store.Postings(ctx, q.Postings(kind, scopes))
}

// search returns the n best documents by their words.
func (s *Service) search(ctx context.Context, scopes []loci.Scope, kind loci.DocKind, q retrieve.Analysis, n int) ([]retrieve.Scored, error) {
	p, err := s.postings(ctx, scopes, kind, q)
	if err != nil {
		return nil, err
	}
	return retrieve.Rank(p, n), nil
}

// searchTurns reads the n best turns of each index by their words.
func (s *Service) searchTurns(ctx context.Context, scopes []loci.Scope, q retrieve.Analysis, n int, kinds ...loci.DocKind) ([]loci.Turn, error) {
	var out []loci.Turn
	for _, kind := range kinds {
		scored, err := s.search(ctx, scopes, kind, q, n)
		if err != nil {
			return nil, err
		}
		if len(scored) == 0 {
			continue
		}
		docs, err := s.store.TurnsByDoc(ctx, docsOf(scored))
		if err != nil {
			return nil, err
		}
		for _, h := range scored {
			if t, ok := docs[h.Doc]; ok {
				out = append(out, t)
			}
		}
	}
	return out, nil
}

func docsOf(scored []retrieve.Scored) []loci.Doc {
	docs := make([]loci.Doc, len(scored))
	for i, h := range scored {
		docs[i] = h.Doc
	}
	return docs
}

// wanted says which memories a search may return.
type wanted struct {
	keep func(loci.Memory) bool // nil = all
	asOf time.Time              // as they were then
	past bool                   // also what is no longer so
	near []float32              // the query\'s vector; nil = by words only
}

// memories returns the n best memories for a query. Scores come from the
// index, and only as many rows are read as it takes.
func (s *Service) memories(ctx context.Context, p loci.Principal, q retrieve.Analysis, n int, w wanted) ([]loci.Hit, error) {
	kinds := []loci.DocKind{loci.DocMemory}
	if w.past || !w.asOf.IsZero() {
		kinds = append(kinds, loci.DocPast)
	}
	var hits []loci.Hit
	for _, kind := range kinds {
		scored, err := s.search(ctx, p.Visible(), kind, q, max(n, searchDepth))
		if err != nil {
			return nil, err
		}
		if w.near != nil {
			near, err := s.store.Nearest(ctx, loci.NearestQuery{
				Scopes: p.Visible(), Kind: kind, Model: s.opts.Embedder.Model(), Vector: w.near, N: nearDepth,
			})
			if err != nil {
				return nil, err
			}
			scored = retrieve.Fuse(scored, near)
		}
		found, err := s.readMemories(ctx, p, q, kind, scored, n, w)
		if err != nil {
			return nil, err
		}
		hits = append(hits, found...)
	}
	if len(kinds) > 1 {
		slices.SortStableFunc(hits, byScore)
	}
	return hits[:min(n, len(hits))], nil
}

// readMemories reads rows from the best on until n of them are wanted.
func (s *Service) readMemories(ctx context.Context, p loci.Principal, q retrieve.Analysis, kind loci.DocKind, scored []retrieve.Scored, n int, w wanted) ([]loci.Hit, error) {
	at := w.asOf
	if at.IsZero() {
		at = s.now(p)
	}
	size := readRows
	if q.Dated() {
		size = readDatedRows
	}
	var hits []loci.Hit
	for first := true; len(hits) < n && (first || len(scored) > 0); first = false {
		chunk := scored[:min(size, len(scored))]
		scored = scored[len(chunk):]
		rows, err := s.load(ctx, p, docsOf(chunk), w.asOf)
		if err != nil {
			return nil, err
		}
		var found []loci.Hit
		for _, h := range retrieve.Memories(q, chunk, rows) {
			m := rows[h.Doc]
			if m.Status == loci.Quarantined || !w.past && !m.Current(at) || w.keep != nil && !w.keep(m) || !first && has(hits, m.ID) {
				continue
			}
			found = append(found, loci.Hit{Memory: &m, Status: m.StatusAt(at), Score: h.Score, Explain: h.Shares()})
		}
		if first && kind == loci.DocMemory && w.asOf.IsZero() {
			if found, err = s.dueThen(ctx, p, q, found, w); err != nil {
				return nil, err
			}
		}
		hits = append(hits, retrieve.Spread(found, sourceRoom, sourceOfMemory)...)
	}
	return hits, nil
}

func has(hits []loci.Hit, id loci.ID) bool {
	return slices.ContainsFunc(hits, func(h loci.Hit) bool { return h.Memory.ID == id })
}

// load reads memories by their handles, as they were at asOf.
func (s *Service) load(ctx context.Context, p loci.Principal, docs []loci.Doc, asOf time.Time) (map[loci.Doc]loci.Memory, error) {
	if len(docs) == 0 {
		return nil, nil
	}
	rows, err := s.store.MemoriesByDoc(ctx, docs)
	if err != nil || asOf.IsZero() || len(rows) == 0 {
		return rows, err
	}
	var ids []loci.ID
	for _, m := range rows {
		ids = append(ids, m.ID)
	}
	states, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: p.Visible(), IDs: ids, AsOf: asOf})
	if err != nil {
		return nil, err
	}
	then := make(map[loci.ID]loci.Memory, len(states))
	for _, m := range states {
		then[m.ID] = m
	}
	for doc, m := range rows {
		if was, ok := then[m.ID]; ok {
			rows[doc] = was
		} else {
			delete(rows, doc)
		}
	}
	return rows, nil
}

// sourceRoom is how many hits one source has room for among those of others.
const sourceRoom = 3

// sourceOfMemory names the page, tool or turn that memories come from, where
// somebody may have written it to be found.
func sourceOfMemory(h loci.Hit) string {
	m := h.Memory
	if m.Tier >= loci.TierStated {
		return ""
	}
	return cmp.Or(m.Ref.URL, m.Ref.Tool, string(m.Ref.Turn))
}

// sourceOfTurn names the pages, documents or tools of a conversation.
func sourceOfTurn(h loci.Hit) string {
	switch h.Turn.Role {
	case loci.RoleUser, loci.RoleAssistant:
		return ""
	}
	if h.Turn.Conversation == "" {
		return ""
	}
	return string(h.Turn.Role) + " in " + h.Turn.Conversation
}
