package sqlite

import (
	"context"
	"unsafe"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/vector"
)

// writeVector gives a memory its vector, if it still is what was embedded.
func (t tx) writeVector(w loci.VectorWrite) error {
	return t.exec(`INSERT OR REPLACE INTO vectors (doc, scope, kind, model, scale, data)
		SELECT doc, scope, index_kind, ?, ?, ? FROM memories WHERE id = ? AND version = ? AND index_terms IS NOT NULL`,
		w.Model, float64(w.Vector.Scale), bytesOf(w.Vector.Data), string(w.Memory), w.Version)
}

// moveVector keeps a memory's vector where its postings are; changed says that
// the vector is of a text that is no more.
func (t tx) moveVector(fresh document, changed bool) error {
	if changed {
		return t.exec("DELETE FROM vectors WHERE doc = ?", int64(fresh.doc))
	}
	return t.exec("UPDATE vectors SET scope = ?, kind = ? WHERE doc = ?", fresh.scope, int(fresh.entry.Kind), int64(fresh.doc))
}

// Nearest implements [loci.Searcher].
func (s *Store) Nearest(ctx context.Context, q loci.NearestQuery) ([]loci.Near, error) {
	scan := vector.NewScan(q.Vector, q.N)
	err := s.read(ctx, func(c *conn) error {
		scopes, err := c.scopeIDs(q.Scopes)
		if err != nil {
			return err
		}
		for _, scope := range scopes {
			r := c.query("SELECT doc, scale, data FROM vectors WHERE scope = ? AND kind = ? AND model = ?", scope, int(q.Kind), q.Model)
			for r.next() {
				scan.Add(r.int(), float32(r.float()), int8sOf(r.raw()))
			}
			if err := r.close(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []loci.Near
	for _, f := range scan.Best() {
		out = append(out, loci.Near{Doc: loci.Doc(f.ID), Cosine: f.Cosine})
	}
	return out, nil
}

// bytesOf and int8sOf read the same memory as the other type.
func bytesOf(data []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data))
}

func int8sOf(data []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(data))), len(data))
}
