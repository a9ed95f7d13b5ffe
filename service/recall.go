package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
)

// Defaults of recall.
const (
	recallLimit = 12
	recallMax   = 100
	excerptLen  = 320 // characters of a turn's excerpt
	turnDepth   = 50  // how many turns are ranked by what surrounds them
	// memoryShare is the part of an answer that memories take when turns have
	// something to say too; either yields when the other has nothing.
	memoryShare = 2.0 / 3
)

// Recall finds what is relevant to a question: memories first, then excerpts
// of turns. A query without any word to search for finds nothing.
func (s *Service) Recall(ctx context.Context, r loci.RecallRequest) (loci.RecallResult, error) {
	result := loci.RecallResult{Hits: []loci.Hit{}}
	p, err := s.principal(ctx)
	if err != nil {
		return result, err
	}
	limit, err := limitOf(r.Limit, recallLimit, recallMax)
	if err != nil {
		return result, err
	}
	if r.Offset < 0 {
		return result, loci.Errorf(loci.Invalid, "offset must not be negative")
	}
	q := retrieve.Analyse(r.Query, s.opts.Languages...)
	result.Lang = q.Lang
	if r.Explain {
		result.Terms = q.Terms
	}
	reach := r.Offset + limit
	memories, err := s.memories(ctx, p, q, reach, func(m loci.Memory) bool {
		return (len(r.Kinds) == 0 || slices.Contains(r.Kinds, m.Kind)) &&
			(len(r.Categories) == 0 || slices.Contains(r.Categories, m.Category))
	}, r.AsOf, r.Past)
	if err != nil {
		return result, err
	}
	var turns []loci.Hit
	if !r.NoTurns && len(r.Kinds)+len(r.Categories) == 0 {
		if turns, err = s.turns(ctx, p, q, reach, r); err != nil {
			return result, err
		}
	}
	result.Hits = page(memories, turns, r.Offset, limit)
	if !r.Explain {
		for i := range result.Hits {
			result.Hits[i].Explain = nil
		}
	}
	return result, nil
}

// page fills an answer: memories have their share, and each side yields what
// it does not need.
func page(memories, turns []loci.Hit, offset, limit int) []loci.Hit {
	room := int(float64(offset+limit)*memoryShare + 0.5)
	if len(turns) < offset+limit-room {
		room = offset + limit - len(turns)
	}
	memories = memories[:min(room, len(memories))]
	all := append(slices.Clone(memories), turns...)
	lo := min(offset, len(all))
	return append([]loci.Hit{}, all[lo:min(lo+limit, len(all))]...)
}

// turns finds what was said, whoever said it.
func (s *Service) turns(ctx context.Context, p loci.Principal, q retrieve.Analysis, n int, r loci.RecallRequest) ([]loci.Hit, error) {
	scored, postings, err := s.search(ctx, p.Visible(), loci.DocTurn, q, max(n, turnDepth))
	if err != nil {
		return nil, err
	}
	docs, err := s.store.TurnsByDoc(ctx, docsOf(scored))
	if err != nil {
		return nil, err
	}
	for doc, t := range docs {
		if t.Blank || !r.AsOf.IsZero() && t.Time.After(r.AsOf) {
			delete(docs, doc)
		}
	}
	var hits []loci.Hit
	for _, h := range retrieve.Turns(q, scored, docs) {
		if len(hits) == n {
			break
		}
		t := docs[h.Doc]
		hit := loci.Hit{Turn: &t, Excerpt: retrieve.Excerpt(t.Text, q, excerptLen), Score: h.Score}
		t.Text = "" // the excerpt is the answer; a turn may be a megabyte
		if r.Explain {
			hit.Explain = retrieve.Shares(q, postings, h.Doc)
		}
		hits = append(hits, hit)
	}
	return hits, nil
}
