package service

import (
	"context"
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
)

// search is the only way to the index: the best documents for a query, and the
// postings that say why.
func (s *Service) search(ctx context.Context, scopes []loci.Scope, kind loci.DocKind, q retrieve.Analysis, n int) ([]retrieve.Scored, loci.Postings, error) {
	if len(q.Terms) == 0 {
		return nil, loci.Postings{}, nil
	}
	p, err := s.store.Postings(ctx, q.Postings(kind, scopes))
	if err != nil {
		return nil, p, err
	}
	return retrieve.Rank(p, n), p, nil
}

func docsOf(scored []retrieve.Scored) []loci.Doc {
	docs := make([]loci.Doc, len(scored))
	for i, h := range scored {
		docs[i] = h.Doc
	}
	return docs
}

// readRows is how many rows a recall reads at a time.
const readRows = 50

// memories returns the best current memories for a query; with past also what
// is no longer so, with asOf what was so then. Scores come from the index, and
// only as many rows are read as it takes to fill n.
func (s *Service) memories(ctx context.Context, p loci.Principal, q retrieve.Analysis, n int, keep func(loci.Memory) bool, asOf time.Time, past bool) ([]loci.Hit, error) {
	kinds := []loci.DocKind{loci.DocMemory}
	if past || !asOf.IsZero() {
		kinds = append(kinds, loci.DocPast)
	}
	var hits []loci.Hit
	for _, kind := range kinds {
		scored, postings, err := s.search(ctx, p.Visible(), kind, q, searchDepth)
		if err != nil {
			return nil, err
		}
		found := 0
		for chunk := range slices.Chunk(scored, readRows) {
			got, err := s.load(ctx, p, chunk, asOf)
			if err != nil {
				return nil, err
			}
			for _, h := range got {
				if (past || h.Memory.Current(s.at(p, asOf))) && keep(*h.Memory) {
					h.Explain = retrieve.Shares(q, postings, h.doc)
					hits = append(hits, h.Hit)
					found++
				}
			}
			if found >= n {
				break
			}
		}
	}
	slices.SortStableFunc(hits, byScore)
	return hits[:min(n, len(hits))], nil
}

// searchDepth is how many documents are ranked, so that filters have something
// to choose from.
const searchDepth = 400

func (s *Service) at(p loci.Principal, asOf time.Time) time.Time {
	if asOf.IsZero() {
		return s.now(p)
	}
	return asOf
}

type docHit struct {
	loci.Hit
	doc loci.Doc
}

// load reads the memories of scored documents, as they were at asOf.
func (s *Service) load(ctx context.Context, p loci.Principal, scored []retrieve.Scored, asOf time.Time) ([]docHit, error) {
	docs, err := s.store.MemoriesByDoc(ctx, docsOf(scored))
	if err != nil {
		return nil, err
	}
	then := map[loci.ID]loci.Memory{}
	if !asOf.IsZero() {
		var ids []loci.ID
		for _, m := range docs {
			ids = append(ids, m.ID)
		}
		states, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: p.Visible(), IDs: ids, AsOf: asOf})
		if err != nil {
			return nil, err
		}
		for _, m := range states {
			then[m.ID] = m
		}
	}
	var hits []docHit
	for _, h := range scored {
		m, ok := docs[h.Doc]
		if ok && !asOf.IsZero() {
			m, ok = then[m.ID]
		}
		if !ok || m.Status == loci.Quarantined {
			continue
		}
		hits = append(hits, docHit{loci.Hit{Memory: &m, Status: m.StatusAt(s.at(p, asOf)), Score: h.Score}, h.Doc})
	}
	return hits, nil
}

func byScore(a, b loci.Hit) int {
	switch {
	case a.Score > b.Score:
		return -1
	case a.Score < b.Score:
		return 1
	}
	return 0
}
