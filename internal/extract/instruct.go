package extract

import (
	"slices"

	"github.com/locimem/loci"
)

// lacks reports whether an instruction asks for something to be left out, "answer
// without emoji", and not only besides: "get to the point, without a preamble".
func (b *builder) lacks(x *match) bool {
	return x.fact.Without != "" && b.within(x.fact.Without, &b.clauses[x.clauses.from])
}

// withoutReasons drops what only says why an instruction is given: "no tables,
// | they're unreadable on my phone", "always paste the imports, | I'm tired of
// hunting for them".
func (b *builder) withoutReasons(kept []*match) []*match {
	return slices.DeleteFunc(kept, func(x *match) bool { return x.fact.Idle && b.instructed(kept, x.clauses.from) })
}

// instructed reports whether an instruction precedes a clause in its sentence.
func (b *builder) instructed(kept []*match, at int) bool {
	return slices.ContainsFunc(kept, func(k *match) bool {
		return k.fact.Kind == loci.Procedural && !k.void && k.clauses.to <= at && b.beside(k.clauses.from, at)
	})
}
