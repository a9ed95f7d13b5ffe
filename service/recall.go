package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/contextblock"
	"github.com/locimem/loci/internal/retrieve"
)

// Defaults of recall.
const (
	recallLimit   = 12
	semanticLimit = 6 // of a search among facts alone
	episodeLimit  = 3 // of a search among events alone
	recallMax     = 100
	offsetMax     = 1 << 20
	excerptLen    = 320 // characters of a turn's excerpt
)

// Recall finds what is relevant to a question: memories first, then excerpts
// of turns. A query without any word to search for finds nothing.
func (s *Service) Recall(ctx context.Context, r loci.RecallRequest) (loci.RecallResult, error) {
	result := loci.RecallResult{Hits: []loci.Hit{}}
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	limit, err := limitOf(r.Limit, usualLimit(r.Kinds), recallMax)
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
	r.Offset = min(r.Offset, offsetMax)
	q := retrieve.Analyse(r.Query, s.opts.Languages...).At(s.now(p))
	result.Lang = q.Lang
	if r.Explain {
		result.Terms = q.Terms
	}
	var memories, turns []loci.Hit
	if !r.OnlyTurns {
		var near []float32
		near, result.Degraded = s.embedQuery(ctx, q, r)
		if memories, err = s.recallMemories(ctx, p, q, r, near, r.Offset+limit); err != nil {
			return result, err
		}
	}
	if !r.NoTurns && len(r.Kinds)+len(r.Categories) == 0 {
		if turns, err = s.recallTurns(ctx, p, q, r, r.Offset+limit); err != nil {
			return result, err
		}
	}
	result.Hits = page(memories, turns, r.Offset, limit)
	if err := s.markOutdated(ctx, p, result.Hits, r.AsOf); err != nil {
		return result, err
	}
	if !r.Explain {
		for i := range result.Hits {
			result.Hits[i].Explain = nil
		}
	}
	return result, nil
}

// usualLimit is how many hits there are unless a number is asked for.
func usualLimit(kinds []loci.Kind) int {
	switch {
	case slices.Equal(kinds, []loci.Kind{loci.Semantic}):
		return semanticLimit
	case slices.Equal(kinds, []loci.Kind{loci.Episodic}):
		return episodeLimit
	}
	return recallLimit
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

func (s *Service) recallMemories(ctx context.Context, p loci.Principal, q retrieve.Analysis, r loci.RecallRequest, near []float32, n int) ([]loci.Hit, error) {
	hits, err := s.memories(ctx, p, q, n, wanted{asOf: r.AsOf, past: r.Past, near: near, keep: func(m loci.Memory) bool {
		return (len(r.Kinds) == 0 || slices.Contains(r.Kinds, m.Kind)) &&
			(len(r.Categories) == 0 || slices.Contains(r.Categories, m.Category))
	}})
	for i, h := range hits {
		if h.Memory.Compacted() {
			hits[i].Excerpt = contextblock.Condense(*h.Memory, r.Query, excerptLen)
		}
	}
	return hits, err
}

// turnRows is how many turns are read and ranked again at a time.
const turnRows = 50

// recallTurns finds what was said: by the user and the assistant, and where it
// is asked for by strangers too.
func (s *Service) recallTurns(ctx context.Context, p loci.Principal, q retrieve.Analysis, r loci.RecallRequest, n int) ([]loci.Hit, error) {
	hits, err := s.recallIndex(ctx, p, loci.DocTurn, q, r, n)
	if err != nil || !r.External {
		return hits, err
	}
	external, err := s.recallIndex(ctx, p, loci.DocExternal, q, r, n)
	hits = append(hits, external...)
	slices.SortStableFunc(hits, byScore)
	return hits[:min(n, len(hits))], err
}

func (s *Service) recallIndex(ctx context.Context, p loci.Principal, kind loci.DocKind, q retrieve.Analysis, r loci.RecallRequest, n int) ([]loci.Hit, error) {
	postings, err := s.postings(ctx, p.Visible(), kind, q)
	if err != nil {
		return nil, err
	}
	taken := map[string]int{}
	keep := func(t *loci.Turn) bool {
		if t.Blank || !r.AsOf.IsZero() && t.Time.After(r.AsOf) {
			return false
		}
		in := t.Scope.User + "\x00" + t.Conversation
		if t.Conversation != "" && r.PerConversation > 0 && taken[in] == r.PerConversation {
			return false
		}
		taken[in]++
		return true
	}
	ranked := retrieve.RankTurns(postings, max(n, searchDepth))
	var hits []loci.Hit
	for first := true; len(hits) < n && (first || len(ranked) > 0); first = false {
		chunk := ranked[:min(turnRows, len(ranked))]
		ranked = ranked[len(chunk):]
		found, err := s.readTurns(ctx, q, chunk, func(t *loci.Turn) bool { return (first || !hasTurn(hits, t)) && keep(t) })
		if err == nil && first {
			found, err = s.saidThen(ctx, p, q, found, func(t *loci.Turn) bool {
				return s.turnKind(*t) == kind && keep(t)
			})
		}
		if err != nil {
			return nil, err
		}
		hits = append(hits, retrieve.Spread(found, sourceRoom, sourceOfTurn)...)
	}
	hits = hits[:min(n, len(hits))]
	for i := range hits {
		t := hits[i].Turn
		hits[i].Excerpt = retrieve.Excerpt(t.Text, q, excerptLen)
		t.Text = "" // the excerpt is the answer; a turn may be a megabyte
	}
	return hits, nil
}

// readTurns reads turns by their handles and ranks them again.
func (s *Service) readTurns(ctx context.Context, q retrieve.Analysis, ranked []retrieve.Scored, keep func(*loci.Turn) bool) ([]loci.Hit, error) {
	if len(ranked) == 0 {
		return nil, nil
	}
	rows, err := s.store.TurnsByDoc(ctx, docsOf(ranked))
	if err != nil {
		return nil, err
	}
	var hits []loci.Hit
	for _, h := range retrieve.Turns(q, ranked, rows) {
		if t := rows[h.Doc]; keep(&t) {
			hits = append(hits, loci.Hit{Turn: &t, Score: h.Score, Explain: h.Shares()})
		}
	}
	return hits, nil
}
