package inmem

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

type memoryRow struct {
	doc    loci.Doc
	memory loci.Memory
	index  loci.IndexEntry
	embedding
}

func (t *tx) writeMemory(w loci.MemoryWrite) error {
	m := stamped(w.Memory)
	old, found := t.memories[m.ID]
	switch {
	case found && w.Expect == 0:
		return loci.Errorf(loci.Conflict, "memory %s exists", m.ID.Short())
	case !found && w.Expect != 0, found && old.memory.Version != w.Expect:
		return loci.Errorf(loci.Conflict, "memory %s was changed meanwhile", m.ID.Short())
	}
	row := memoryRow{doc: old.doc, memory: m, index: cloneIndex(w.Index)}
	if sameTerms(old.index, row.index) {
		row.embedding = old.embedding
	}
	for id, other := range t.memories {
		if what := clash(&row, &other); id != m.ID && what != "" {
			return loci.Errorf(loci.Conflict, "memory %s has the same %s", id.Short(), what)
		}
	}
	if !found {
		t.lastDoc++
		row.doc = t.lastDoc
	}
	put(t, t.memories, m.ID, row)
	return nil
}

func sameTerms(a, b loci.IndexEntry) bool {
	return a.Len == b.Len && slices.Equal(a.Terms, b.Terms)
}

// clash names what two rows may not both have, empty if they can stand side by
// side.
func clash(a, b *memoryRow) string {
	x, y := &a.memory, &b.memory
	switch {
	case x.Scope != y.Scope:
	case x.Slot.Filled() && x.Slot == y.Slot && x.Status == loci.Active && y.Status == loci.Active:
		return "slot"
	case !live(x) || !live(y):
	case a.index.Digest != "" && a.index.Digest == b.index.Digest:
		return "digest"
	case x.Key != "" && x.Key == y.Key && x.Kind == y.Kind:
		return "key"
	}
	return ""
}

func live(m *loci.Memory) bool {
	return m.Status == loci.Active || m.Status == loci.Hypothesis || m.Status == loci.Completed
}

// stamped returns a copy with times as stores hold them.
func stamped(m loci.Memory) loci.Memory {
	m = m.Clone()
	for _, t := range []*time.Time{
		&m.ValidFrom, &m.ValidTo, &m.Created, &m.Updated, &m.Said, &m.Confirmed, &m.Completed, &m.Expires,
	} {
		*t = micro(*t)
	}
	for _, w := range []*loci.When{m.Due, m.Event} {
		if w != nil {
			w.Start, w.End = micro(w.Start), micro(w.End)
		}
	}
	return m
}

// Memories implements [loci.Loader].
func (s *Store) Memories(ctx context.Context, q loci.MemoryQuery) ([]loci.Memory, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if !q.AsOf.IsZero() && (q.Digest != "" || q.Lacks != "") {
		return nil, loci.Errorf(loci.Invalid, "the history knows no digests and no vectors")
	}
	var out []loci.Memory
	for _, row := range s.candidates(q) {
		if (q.Digest == "" || row.index.Digest == q.Digest) && (q.Lacks == "" || row.lacks(q.Lacks)) && matches(row.memory, q) {
			out = append(out, row.memory.Clone())
		}
	}
	slices.SortFunc(out, order(q.Order))
	return page(out, q.Offset, q.Limit), nil
}

// candidates returns the rows of the present or, without digests, of q.AsOf.
func (s *Store) candidates(q loci.MemoryQuery) map[loci.ID]memoryRow {
	if q.AsOf.IsZero() {
		return s.rows.memories
	}
	past := map[loci.ID]memoryRow{}
	for seq := int64(1); seq <= int64(len(s.rows.history)); seq++ {
		e := s.rows.history[seq].entry
		switch {
		case e.At.After(micro(q.AsOf)):
		case e.After == nil:
			delete(past, e.Memory)
		default:
			past[e.Memory] = memoryRow{memory: *e.After}
		}
	}
	return past
}

func matches(m loci.Memory, q loci.MemoryQuery) bool {
	return (q.AllScopes || slices.Contains(q.Scopes, m.Scope)) &&
		among(q.IDs, m.ID) &&
		(q.ShortID == "" || len(q.ShortID) >= len(m.ID.Short()) && strings.HasSuffix(string(m.ID), q.ShortID)) &&
		is(q.Key, m.Key) &&
		among(q.Kinds, m.Kind) &&
		!slices.Contains(q.NotKinds, m.Kind) &&
		among(q.Categories, m.Category) &&
		is(q.Importance, m.Importance) &&
		among(q.Statuses, m.Status) &&
		among(q.Slots, m.Slot) &&
		(q.Subject == "" || m.Slot.Filled() && m.Slot.Subject == q.Subject) &&
		is(q.Value, m.Value) &&
		among(q.Turns, m.Ref.Turn) &&
		(len(q.Sources) == 0 || slices.ContainsFunc(q.Sources, func(id loci.ID) bool { return m.ProjectionOf == id || slices.Contains(m.DerivedFrom, id) })) &&
		(q.ExpiresBy.IsZero() || !m.Expires.IsZero() && !m.Expires.After(micro(q.ExpiresBy))) &&
		(q.DueAfter.IsZero() || m.Due != nil && m.Due.End.After(micro(q.DueAfter)))
}

// is and among are filters that an unset value does not narrow.
func is[T ~string](want, have T) bool { return want == "" || want == have }

func among[T comparable](want []T, have T) bool {
	return len(want) == 0 || slices.Contains(want, have)
}

// order returns the comparison of an order; every one is total.
func order(o loci.QueryOrder) func(a, b loci.Memory) int {
	switch o {
	case loci.NewestFirst:
		return func(a, b loci.Memory) int {
			return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
		}
	case loci.SoonestDue:
		return func(a, b loci.Memory) int {
			return cmp.Or(compareDue(a.Due, b.Due), cmp.Compare(a.ID, b.ID))
		}
	}
	return func(a, b loci.Memory) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	}
}

// compareDue puts what is never due after everything that is.
func compareDue(a, b *loci.When) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return a.End.Compare(b.End)
}
