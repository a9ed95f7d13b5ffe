package sqlite

import (
	"cmp"
	"slices"

	"github.com/locimem/loci"
)

// ranks reports whether the answer is the head of an order that the indexes
// hold for each scope, status, importance and kind.
func ranks(q loci.MemoryQuery) bool {
	if q.AllScopes || q.Limit <= 0 || len(q.IDs) > 0 || q.ShortID != "" {
		return false
	}
	return q.Order == loci.NewestFirst || q.Order == loci.SoonestDue && !q.DueAfter.IsZero()
}

// firstMemories reads the head of every part of the order and merges them, so
// that its cost does not grow with the number of memories.
func (c *conn) firstMemories(q loci.MemoryQuery, scopes []int64) ([]loci.Memory, error) {
	sign, key, order := -1, "m.updated", " ORDER BY m.updated DESC, m.id DESC"
	if q.Order == loci.SoonestDue {
		sign, key, order = 1, "m.due_end", " ORDER BY m.due_end, m.id"
	}
	parts := partsOf(q, scopes)
	q.Statuses, q.Importance, q.Kinds, q.NotKinds = nil, "", nil, nil
	f := memoryFilter(q)
	f.add("m.scope = ? AND m.status = ? AND m.importance = ? AND m.kind = ?")
	query := "SELECT m.doc, " + key + ", m.id FROM memories m" + f.String() + order + " LIMIT ?"
	var heads []head
	for _, part := range parts {
		r := c.query(query, append(append(slices.Clone(f.args), part...), max(q.Offset, 0)+q.Limit)...)
		for r.next() {
			heads = append(heads, head{doc: r.int(), key: r.int(), id: r.text()})
		}
		if err := r.close(); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(heads, func(a, b head) int { return sign * cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) })
	heads = page(heads, q.Offset, q.Limit)
	out := make([]loci.Memory, len(heads))
	for i, h := range heads {
		var err error
		if out[i], _, err = first(c.query(memoryByDoc, h.doc), (*rows).memory); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// partsOf returns the scope, status, importance and kind of every part of the
// order that a query may find something in.
func partsOf(q loci.MemoryQuery, scopes []int64) [][]any {
	importances := loci.Importances()
	if q.Importance != "" {
		importances = []loci.Importance{q.Importance}
	}
	var parts [][]any
	for _, scope := range scopes {
		for _, status := range distinct(q.Statuses, loci.Statuses()) {
			for _, importance := range importances {
				for _, kind := range distinct(q.Kinds, loci.Kinds()) {
					if !slices.Contains(q.NotKinds, kind) {
						parts = append(parts, []any{scope, string(status), string(importance), string(kind)})
					}
				}
			}
		}
	}
	return parts
}

// head is what decides a memory's place in an order.
type head struct {
	doc, key int64
	id       string
}

// distinct returns the members of a list once each, all if it is empty.
func distinct[T cmp.Ordered](list, all []T) []T {
	if len(list) == 0 {
		return all
	}
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

func page[T any](all []T, offset, limit int) []T {
	all = all[min(max(offset, 0), len(all)):]
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	return all
}
