package storetest

import (
	"testing"

	"github.com/locimem/loci"
)

// testVector follows the vectors of memories through their lives.
func testVector(t *testing.T, h Harness) {
	east, north := loci.Vector{Scale: 1. / 127, Data: []int8{127, 0}}, loci.Vector{Scale: 1. / 127, Data: []int8{0, 127}}
	embed := func(n int, version int64, model string, v loci.Vector) loci.Changeset {
		return loci.Changeset{Vectors: []loci.VectorWrite{{Memory: id(n), Version: version, Model: model, Vector: v}}}
	}
	nearest := func(p probe, kind loci.DocKind, scope loci.Scope) []loci.ID {
		near, err := p.Nearest(p.ctx, loci.NearestQuery{Scopes: []loci.Scope{scope}, Kind: kind, Model: "m", Vector: []float32{0.8, 0.6}, N: 3})
		must(p, near, err)
		var docs []loci.Doc
		for i, n := range near {
			docs = append(docs, n.Doc)
			if i > 0 && n.Cosine > near[i-1].Cosine {
				p.t.Errorf("not the nearest first: %v", near)
			}
		}
		memories, err := p.MemoriesByDoc(p.ctx, docs)
		must(p, memories, err)
		out := []loci.ID{}
		for _, d := range docs {
			out = append(out, memories[d].ID)
		}
		return out
	}
	t.Run("the nearest of a scope and model", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1), memory(2), memory(3), memory(4, inScope(other)), memory(5))
		for n, v := range []loci.Vector{1: north, 2: east, 3: east, 4: east} {
			if n > 0 {
				p.apply(embed(n, 1, "m", v))
			}
		}
		p.apply(embed(5, 1, "other", east))
		p.same("home", []loci.ID{id(3), id(2), id(1)}, nearest(p, loci.DocMemory, home))
		p.same("other", []loci.ID{id(4)}, nearest(p, loci.DocMemory, other))
		p.same("lacking", []loci.ID{id(5)}, ids(p.memories(loci.MemoryQuery{AllScopes: true, Lacks: "m"})))
		p.same("lacking the other", 4, len(p.memories(loci.MemoryQuery{AllScopes: true, Lacks: "other"})))
		p.apply(embed(5, 1, "m", loci.Vector{Scale: 1, Data: []int8{1, 0, 0}}))
		p.same("another dimension", []loci.ID{id(3), id(2), id(1)}, nearest(p, loci.DocMemory, home))
		p.clean()
	})
	t.Run("a vector lives as long as its text", func(t *testing.T) {
		p := open(t, h)
		m := memory(1, withText("likes tea"))
		lacking := func() int { return len(p.memories(loci.MemoryQuery{AllScopes: true, Lacks: "m"})) }
		for _, step := range []struct {
			name          string
			do            func()
			current, past []loci.ID
			lacking       int
		}{
			{"inserted", func() { p.insert(m) }, nil, nil, 1},
			{"of another version", func() { p.apply(embed(1, 9, "m", east)) }, nil, nil, 1},
			{"embedded", func() { p.apply(embed(1, 1, "m", east)) }, []loci.ID{m.ID}, nil, 0},
			{"renamed", func() { m = next(m, withKey("k")); p.write(update(m)) }, []loci.ID{m.ID}, nil, 0},
			{"superseded", func() { m = next(m, withStatus(loci.Superseded)); p.write(update(m)) }, nil, []loci.ID{m.ID}, 0},
			{"restored", func() { m = next(m, withStatus(loci.Active)); p.write(update(m)) }, []loci.ID{m.ID}, nil, 0},
			{"reworded", func() { m = next(m, withText("likes milk")); p.write(update(m)) }, nil, nil, 1},
			{"embedded again", func() { p.apply(embed(1, m.Version, "m", east)) }, []loci.ID{m.ID}, nil, 0},
			{"quarantined", func() { m = next(m, withStatus(loci.Quarantined)); p.write(update(m)) }, nil, nil, 0},
			{"confirmed", func() { m = next(m, withStatus(loci.Active)); p.write(update(m)) }, nil, nil, 1},
			{"and again", func() { p.apply(embed(1, m.Version, "m", east)) }, []loci.ID{m.ID}, nil, 0},
			{"erased", func() { p.apply(loci.Changeset{Erase: []loci.ID{m.ID}}) }, nil, nil, 0},
			{"too late", func() { p.apply(embed(1, m.Version, "m", east)) }, nil, nil, 0},
		} {
			step.do()
			p.same(step.name, step.current, nearest(p, loci.DocMemory, home))
			p.same(step.name+": past", step.past, nearest(p, loci.DocPast, home))
			p.same(step.name+": lacking", step.lacking, lacking())
			p.clean()
		}
	})
	t.Run("refused", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		p.refused(loci.Invalid, embed(1, 1, "", east))
		p.refused(loci.Invalid, embed(1, 1, "m", loci.Vector{}))
		_, err := p.Memories(p.ctx, loci.MemoryQuery{AllScopes: true, Lacks: "m", AsOf: start})
		p.wantCode(loci.Invalid, err)
	})
}
