package extract

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// sorted fills the slot of a candidate without one by the sort of thing that its
// words say: "I work nights", and later "I'm on days now", are values of one
// slot. What is denied is no value of it, "I don't work weekends".
func (b *builder) sorted(x *match, words span, c *loci.Candidate) {
	if len(x.fact.Sorts) == 0 || c.Slot.Filled() || c.Op != loci.OpAssert || b.negated(x) || b.has("not", words.from, words.to) {
		return
	}
	for _, s := range x.fact.Sorts {
		if labels := b.labels(s.Class, words); len(labels) > 0 {
			c.Slot.Attribute, c.Value = s.Slot, strings.Join(labels, " ")
			return
		}
	}
}

// labels returns the labels of the members of a class among the words.
func (b *builder) labels(class string, words span) (labels []string) {
	for i := words.from; i < words.to; i++ {
		if got := b.members(b.pack.classes[class], i); len(got) > 0 && got[0].label != "" {
			labels = append(labels, got[0].label)
			i = got[0].to - 1
		}
	}
	slices.Sort(labels)
	return slices.Compact(labels)
}
