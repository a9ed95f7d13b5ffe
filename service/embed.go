package service

import (
	"context"
	"fmt"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/vector"
)

const (
	embedBatch   = 64               // texts of one call
	embedTimeout = 60 * time.Second // of a call of maintenance
	noEmbedder   = "no embedder is configured: memories are found by words and slots alone"
)

// embedQuery returns the vector of a query, or why there is none. A query
// without a word to search for has none either.
func (s *Service) embedQuery(ctx context.Context, q retrieve.Analysis, r loci.RecallRequest) ([]float32, string) {
	switch {
	case s.opts.Embedder == nil && r.Explain:
		return nil, noEmbedder
	case s.opts.Embedder == nil || len(q.Terms) == 0:
		return nil, ""
	}
	vectors, err := callEmbedder(ctx, s.opts.Embedder, s.opts.EmbedTimeout, []string{r.Query})
	if err != nil {
		return nil, "by words alone: " + err.Error()
	}
	return vector.Unit(vectors[0]), ""
}

// embed gives a vector of the present model to every current memory that lacks
// one. That the model does not answer is no failure: searching goes on without.
func (s *Service) embed(ctx context.Context, r *loci.MaintainResult) error {
	e := s.opts.Embedder
	if e == nil {
		return nil
	}
	for skip := 0; ; { // those that got none stay the first
		lacking, err := s.store.Memories(ctx, loci.MemoryQuery{
			AllScopes: true, Statuses: current, Lacks: e.Model(), Limit: embedBatch, Offset: skip,
		})
		if err != nil || len(lacking) == 0 {
			return err
		}
		texts := make([]string, len(lacking))
		for i, m := range lacking {
			texts[i] = m.Text
		}
		start := time.Now()
		vectors, err := callEmbedder(ctx, e, embedTimeout, texts)
		if err != nil {
			r.Degraded = err.Error()
			return ctx.Err()
		}
		var c loci.Changeset
		for i, v := range vectors {
			if unit := vector.Unit(v); unit != nil {
				w := loci.VectorWrite{Memory: lacking[i].ID, Version: lacking[i].Version, Model: e.Model()}
				w.Vector.Scale, w.Vector.Data = vector.Quantise(unit)
				c.Vectors = append(c.Vectors, w)
			}
		}
		c.Bill = []loci.BillWrite{{Scope: lacking[0].Scope, Day: day(s.opts.Now()), StepStats: loci.StepStats{
			Step: stepVectors, Calls: 1, Found: len(c.Vectors), Stored: len(c.Vectors), Took: time.Since(start)}}}
		if _, err := s.store.Apply(ctx, c); err != nil {
			return err
		}
		r.Embedded += len(c.Vectors)
		skip += len(lacking) - len(c.Vectors)
	}
}

// callEmbedder shields the service from what an embedder does.
func callEmbedder(ctx context.Context, e loci.Embedder, limit time.Duration, texts []string) ([][]float32, error) {
	return shielded(ctx, limit, "the embedder", func(ctx context.Context) ([][]float32, error) {
		vectors, err := e.Embed(ctx, texts)
		if err == nil && len(vectors) != len(texts) {
			err = fmt.Errorf("the embedder answers with %d vectors for %d texts", len(vectors), len(texts))
		}
		return vectors, err
	})
}
