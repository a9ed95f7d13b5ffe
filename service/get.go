package service

import (
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// Get returns one memory that the principal may see, whatever its status.
func (s *Service) Get(ctx context.Context, r loci.GetRequest) (loci.Memory, error) {
	p, err := s.enter(ctx)
	if err != nil {
		return loci.Memory{}, err
	}
	return s.resolveRef(ctx, p, r.Ref)
}

// resolveRef finds the memory that an id, its tail, or a key names. What the
// principal may not see is not found.
func (s *Service) resolveRef(ctx context.Context, p loci.Principal, ref string) (loci.Memory, error) {
	ref = strings.TrimSpace(ref)
	if ref == "" {
		return loci.Memory{}, loci.Errorf(loci.Invalid, "which memory?").WithHint("give its id, the eight characters that list shows, or its key")
	}
	visible := p.Visible()
	for _, q := range []loci.MemoryQuery{
		{Scopes: visible, IDs: []loci.ID{loci.ID(strings.ToLower(ref))}},
		{Scopes: visible, ShortID: strings.ToLower(ref)},
		{Scopes: visible, Key: ref},
	} {
		found, err := s.store.Memories(ctx, q)
		if err != nil {
			return loci.Memory{}, err
		}
		if q.Key != "" && len(found) > 1 { // several kinds or past holders: the live ones count
			if live := slices.DeleteFunc(slices.Clone(found), func(m loci.Memory) bool { return !m.Current(s.now(p)) }); len(live) > 0 {
				found = live
			} else {
				found = latest(found)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1 && q.Key != "":
			return loci.Memory{}, loci.Errorf(loci.Invalid, "key %q names %d memories of different kinds", ref, len(found)).
				WithHint("give the id of one: %s", shortIDs(found))
		case len(found) > 1:
			return loci.Memory{}, loci.Errorf(loci.Invalid, "%q names %d memories", ref, len(found)).WithHint("give more characters of the id")
		}
	}
	return loci.Memory{}, loci.Errorf(loci.NotFound, "no memory %q", ref).WithHint("`loci list` and `loci recall WORDS` show ids")
}

// latest keeps of past holders of a key the last one of each kind.
func latest(ms []loci.Memory) []loci.Memory {
	slices.SortStableFunc(ms, func(a, b loci.Memory) int { return b.Updated.Compare(a.Updated) })
	var out []loci.Memory
	for _, m := range ms {
		if !slices.ContainsFunc(out, func(o loci.Memory) bool { return o.Kind == m.Kind && o.Scope == m.Scope }) {
			out = append(out, m)
		}
	}
	return out
}

// reload returns a memory as it is stored now.
func (s *Service) reload(ctx context.Context, m loci.Memory) (loci.Memory, error) {
	found, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{m.Scope}, IDs: []loci.ID{m.ID}})
	if err != nil {
		return m, err
	}
	if len(found) == 0 {
		return m, loci.Errorf(loci.NotFound, "memory %s has just been forgotten", m.ID.Short())
	}
	return found[0], nil
}

func shortIDs(ms []loci.Memory) string {
	ids := make([]string, len(ms))
	for i, m := range ms {
		ids[i] = m.ID.Short()
	}
	return strings.Join(ids, ", ")
}
