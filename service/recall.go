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
	switch {
	case r.Offset < 0:
		return result, loci.Errorf(loci.Invalid, "offset must not be negative")
	case r.PerConversation < 0:
		return result, loci.Errorf(loci.Invalid, "the number of turns per conversation must not be negative")
	case r.OnlyTurns && r.NoTurns:
		return result, loci.Errorf(loci.Invalid, "neither memories nor turns are asked for")
	}
	q := retrieve.Analyse(r.Query, s.opts.Languages...).At(s.now(p))
	result.Lang = q.Lang
	if r.Explain {
		result.Terms = q.Terms
	}
	var memories, turns []loci.Hit
	if !r.OnlyTurns {
		if memories, err = s.recallMemories(ctx, p, q, r, r.Offset+limit); err != nil {
			return result, err
		}
	}
	if !r.NoTurns && len(r.Kinds)+len(r.Categories) == 0 {
		if turns, err = s.recallTurns(ctx, p, q, r, r.Offset+limit); err != nil {
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

// page returns the hits of one page, the memories first. Of all hits two in
// three are memories, as long as there are any of both: so each hit has its
// place whatever the size of the pages, and none is on two or on none.
func page(memories, turns []loci.Hit, offset, limit int) []loci.Hit {
	var m, t []loci.Hit
	for i := range min(offset+limit, len(memories)+len(turns)) {
		from, to := &turns, &t
		if len(turns) == 0 || len(memories) > 0 && i%3 < 2 {
			from, to = &memories, &m
		}
		if i >= offset {
			*to = append(*to, (*from)[0])
		}
		*from = (*from)[1:]
	}
	return slices.Concat([]loci.Hit{}, m, t)
}

func (s *Service) recallMemories(ctx context.Context, p loci.Principal, q retrieve.Analysis, r loci.RecallRequest, n int) ([]loci.Hit, error) {
	return s.memories(ctx, p, q, n, wanted{asOf: r.AsOf, past: r.Past, keep: func(m loci.Memory) bool {
		return (len(r.Kinds) == 0 || slices.Contains(r.Kinds, m.Kind)) &&
			(len(r.Categories) == 0 || slices.Contains(r.Categories, m.Category))
	}})
}

// turnRows is how many turns are read and ranked again at a time.
const turnRows = 50

// recallTurns finds what was said, whoever said it.
func (s *Service) recallTurns(ctx context.Context, p loci.Principal, q retrieve.Analysis, r loci.RecallRequest, n int) ([]loci.Hit, error) {
	postings, err := s.postings(ctx, p.Visible(), loci.DocTurn, q)
	if err != nil {
		return nil, err
	}
	var hits []loci.Hit
	taken := map[int64]int{}
	for chunk := range slices.Chunk(retrieve.RankTurns(postings, searchDepth), turnRows) {
		rows, err := s.store.TurnsByDoc(ctx, docsOf(chunk))
		if err != nil {
			return nil, err
		}
		var found []loci.Hit
		for _, h := range retrieve.Turns(q, chunk, rows) {
			t := rows[h.Doc]
			conversation := h.Doc.Conversation()
			if t.Blank || !r.AsOf.IsZero() && t.Time.After(r.AsOf) || r.PerConversation > 0 && taken[conversation] == r.PerConversation {
				continue
			}
			taken[conversation]++
			found = append(found, loci.Hit{Turn: &t, Score: h.Score, Explain: h.Shares()})
		}
		if hits = append(hits, retrieve.Spread(found, sourceRoom, sourceOfTurn)...); len(hits) >= n {
			break
		}
	}
	hits = hits[:min(n, len(hits))]
	for i := range hits {
		t := hits[i].Turn
		hits[i].Excerpt = retrieve.Excerpt(t.Text, q, excerptLen)
		t.Text = "" // the excerpt is the answer; a turn may be a megabyte
	}
	return hits, nil
}
