package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
)

// predecessors returns the versions that a memory has replaced: who names it means
// all that it ever was, and no longer knows what to call the rest by. Links lead
// from one to the next, in a slot or under a key; an import has none, so that
// under the key of a current memory all that is past counts.
func (s *Service) predecessors(ctx context.Context, p loci.Principal, m loci.Memory) ([]loci.Memory, error) {
	all := []loci.Memory{m}
	now := s.now(p)
	for at := 0; at < len(all); at++ {
		heir := all[at]
		found, err := s.sharing(ctx, heir)
		if err != nil {
			return nil, err
		}
		for _, o := range found {
			known := slices.ContainsFunc(all, func(k loci.Memory) bool { return k.ID == o.ID })
			version := o.SupersededBy == heir.ID || heir.Current(now) && sameKey(o, heir)
			theirs := o.Tier >= loci.TierStated && heir.Tier < loci.TierStated // the user's words are no version of an agent's
			if version && !known && !theirs && !o.Current(now) {
				all = append(all, o)
			}
		}
	}
	return all[1:], nil
}

// sharing returns the memories under the key and in the slot of another.
func (s *Service) sharing(ctx context.Context, m loci.Memory) ([]loci.Memory, error) {
	var out []loci.Memory
	scope := []loci.Scope{m.Scope}
	if m.Key != "" {
		keyed, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: scope, Key: m.Key})
		if err != nil {
			return nil, err
		}
		out = keyed
	}
	if !m.Slot.Filled() {
		return out, nil
	}
	slotted, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: scope, Slots: []loci.Slot{m.Slot}})
	return append(out, slotted...), err
}

func sameKey(a, b loci.Memory) bool { return a.Key != "" && a.Key == b.Key && a.Kind == b.Kind }
