package service

import (
	"context"
	"errors"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/contextblock"
	"github.com/locimem/loci/internal/retrieve"
)

// What the block chooses from: a window of each importance by freshness and
// one by deadline, so that a store of any size is read through its indexes.
const (
	blockFresh    = 48
	blockDue      = 16
	blockRelevant = 2 * readRows
	blockProcs    = 64
)

// ContextBlock returns the text to hand to a model before it answers: the
// facts that matter most, and how the user wants the agent to work.
func (s *Service) ContextBlock(ctx context.Context, r loci.BlockRequest) (loci.BlockResult, error) {
	p, err := s.enter(ctx)
	if err != nil {
		return loci.BlockResult{}, err
	}
	if r.Facts < 0 || r.Chars < 0 {
		return loci.BlockResult{}, loci.Errorf(loci.Invalid, "limits of the block must not be negative")
	}
	in := contextblock.Input{Now: s.now(p), MAC: s.store.MAC, Request: r}
	if in.Facts, err = s.blockFacts(ctx, p); err != nil {
		return loci.BlockResult{}, err
	}
	if q := retrieve.Analyse(r.Query, s.opts.Languages...); len(q.Terms) > 0 {
		if err := s.relevant(ctx, p, q, &in); err != nil {
			return loci.BlockResult{}, err
		}
	}
	return contextblock.Render(in), nil
}

// blockFacts reads standing instructions, then facts from the highest
// importance down, until there are enough that nothing of a lower one could
// get in.
func (s *Service) blockFacts(ctx context.Context, p loci.Principal) ([]loci.Memory, error) {
	room := blockFresh + blockDue + blockRelevant // for what a new store is asked: to move memories costs more
	pick := picker{s: s, ctx: ctx, p: p, seen: map[loci.ID]bool{}, found: make([]loci.Memory, 0, room)}
	if err := pick.read(loci.MemoryQuery{Kinds: []loci.Kind{loci.Procedural}, Order: loci.NewestFirst, Limit: blockProcs}); err != nil {
		return nil, err
	}
	for _, importance := range loci.Importances() {
		if pick.sure >= loci.BlockFacts {
			break
		}
		facts := loci.MemoryQuery{Importance: importance, NotKinds: []loci.Kind{loci.Procedural, loci.Episodic}}
		fresh, due := facts, facts
		fresh.Order, fresh.Limit = loci.NewestFirst, blockFresh
		due.Order, due.Limit, due.DueAfter = loci.SoonestDue, blockDue, s.now(p).AddDate(0, 0, -contextblock.PastDays-1)
		if err := errors.Join(pick.read(fresh), pick.read(due)); err != nil {
			return nil, err
		}
	}
	return pick.found, nil
}

// picker collects what the block chooses from.
type picker struct {
	s     *Service
	ctx   context.Context
	p     loci.Principal
	seen  map[loci.ID]bool
	found []loci.Memory
	sure  int // facts that nothing of a lower importance can displace
}

func (k *picker) read(q loci.MemoryQuery) error {
	q.Scopes, q.Statuses = k.p.Visible(), current
	found, err := k.s.store.Memories(k.ctx, q)
	if err != nil {
		return err
	}
	now := k.s.now(k.p)
	for _, m := range found {
		if k.seen[m.ID] {
			continue
		}
		k.seen[m.ID] = true
		k.found = append(k.found, m)
		if m.Kind != loci.Procedural && m.Tier >= loci.TierStated && m.Current(now) {
			k.sure++
		}
	}
	return nil
}

// relevant adds what the query finds, with its scores, and similar episodes
// where they are asked for.
func (s *Service) relevant(ctx context.Context, p loci.Principal, q retrieve.Analysis, in *contextblock.Input) error {
	near, _ := s.embedQuery(ctx, q, loci.RecallRequest{Query: in.Request.Query})
	hits, err := s.memories(ctx, p, q, blockRelevant, wanted{near: near})
	if err != nil {
		return err
	}
	have := map[loci.ID]bool{}
	for _, m := range in.Facts {
		have[m.ID] = true
	}
	in.Relevance = map[loci.ID]float64{}
	for _, h := range hits {
		in.Relevance[h.Memory.ID] = h.Score
		if h.Memory.Kind == loci.Episodic {
			if in.Request.Episodes && len(in.Episodes) < loci.BlockEpisodes {
				in.Episodes = append(in.Episodes, *h.Memory)
			}
			continue
		}
		if !have[h.Memory.ID] {
			in.Facts = append(in.Facts, *h.Memory)
		}
	}
	return nil
}
