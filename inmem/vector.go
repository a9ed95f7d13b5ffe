package inmem

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/vector"
)

// embedding is a memory's vector and the model that made it.
type embedding struct {
	model  string
	vector loci.Vector
}

// lacks reports whether a document has no vector of a model.
func (r *memoryRow) lacks(model string) bool { return len(r.index.Terms) > 0 && r.model != model }

func (t *tx) writeVector(w loci.VectorWrite) {
	row, found := t.memories[w.Memory]
	if !found || row.memory.Version != w.Version || len(row.index.Terms) == 0 {
		return
	}
	row.embedding = embedding{w.Model, loci.Vector{Scale: w.Vector.Scale, Data: slices.Clone(w.Vector.Data)}}
	put(t, t.memories, w.Memory, row)
}

// Nearest implements [loci.Searcher].
func (s *Store) Nearest(ctx context.Context, q loci.NearestQuery) ([]loci.Near, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	scan := vector.NewScan(q.Vector, q.N)
	for _, row := range s.rows.memories {
		if row.index.Kind == q.Kind && row.model == q.Model && slices.Contains(q.Scopes, row.memory.Scope) {
			scan.Add(int64(row.doc), row.vector.Scale, row.vector.Data)
		}
	}
	var out []loci.Near
	for _, f := range scan.Best() {
		out = append(out, loci.Near{Doc: loci.Doc(f.ID), Cosine: f.Cosine})
	}
	return out, nil
}
