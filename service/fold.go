package service

import (
	"context"
	"slices"
	"time"

	"github.com/locimem/loci"
)

// What a compacted profile holds is superseded by it and yet goes on standing:
// a statement that concerns it meets it as if it stood by itself. Whatever is
// changed then leaves the profile, which is written anew without it.

// unfold gives memories that stand in a profile the status that they have by
// being in it.
func (d *draft) unfold(ctx context.Context, ms []loci.Memory) ([]loci.Memory, error) {
	profiles, err := d.profilesOver(ctx, ms)
	if err != nil || len(profiles) == 0 {
		return ms, err
	}
	for i, m := range ms {
		if standsIn(m, profiles[m.SupersededBy]) {
			ms[i] = released(m)
			d.unfolded[m.ID] = m.SupersededBy
		}
	}
	return ms, nil
}

func released(m loci.Memory) loci.Memory {
	m.Status, m.SupersededBy, m.ValidTo = loci.Active, "", time.Time{}
	return m
}

func standsIn(m, profile loci.Memory) bool {
	return m.Status == loci.Superseded && profile.ID != "" && m.SupersededBy == profile.ID && slices.Contains(profile.DerivedFrom, m.ID)
}

// profilesOver returns the standing profiles among what superseded memories.
func (d *draft) profilesOver(ctx context.Context, ms []loci.Memory) (map[loci.ID]loci.Memory, error) {
	var ids []loci.ID
	for _, m := range ms {
		if m.Status == loci.Superseded && m.SupersededBy != "" && !slices.Contains(ids, m.SupersededBy) {
			ids = append(ids, m.SupersededBy)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := d.s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{d.scope}, IDs: ids,
		Kinds: []loci.Kind{loci.Profile}, Statuses: []loci.Status{loci.Active}})
	out := map[loci.ID]loci.Memory{}
	for _, m := range found {
		if m.Compacted() {
			out[m.ID] = m
		}
	}
	return out, err
}

// partsOf returns what stands in a profile.
func (d *draft) partsOf(ctx context.Context, profile loci.Memory) ([]loci.Memory, error) {
	if len(profile.DerivedFrom) == 0 {
		return nil, nil
	}
	found, err := d.s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{profile.Scope}, IDs: profile.DerivedFrom})
	return slices.DeleteFunc(found, func(m loci.Memory) bool { return !standsIn(m, profile) }), err
}

// spread puts what stands in profiles in their place.
func spread(ms []loci.Memory) []loci.Memory {
	profiles := map[loci.ID]loci.Memory{}
	for _, m := range ms {
		if m.Compacted() && m.Status == loci.Active {
			profiles[m.ID] = m
		}
	}
	var out []loci.Memory
	for _, m := range ms {
		if profiles[m.ID].ID != "" {
			continue
		}
		if standsIn(m, profiles[m.SupersededBy]) {
			m = released(m)
		}
		out = append(out, m)
	}
	return out
}

// refold writes the profiles anew that something has left.
func (d *draft) refold(ctx context.Context) error {
	left := map[loci.ID]bool{}
	for _, id := range d.order {
		if profile := d.unfolded[id]; profile != "" {
			left[profile] = true
		}
	}
	for id := range left {
		profile, err := d.s.reload(ctx, loci.Memory{ID: id, Scope: d.scope})
		if err != nil {
			return err
		}
		parts, err := d.partsOf(ctx, profile)
		if err != nil {
			return err
		}
		parts = slices.DeleteFunc(parts, func(m loci.Memory) bool { return d.pending[m.ID] != nil })
		if len(parts) == 0 {
			profile.Status, profile.ValidTo = loci.Superseded, d.now.UTC()
		} else {
			profile = d.profileFrom(profile, parts)
		}
		d.put(profile, loci.HistoryCompact, "something in it has changed")
	}
	return nil
}

// dissolve lets what stands in a profile stand by itself again, but for what
// is gone.
func (d *draft) dissolve(ctx context.Context, profile loci.Memory, gone map[loci.ID]bool) error {
	parts, err := d.partsOf(ctx, profile)
	for _, m := range parts {
		if !gone[m.ID] && d.pending[m.ID] == nil {
			d.put(released(m), loci.HistoryRestore, "the profile that it stood in is gone")
		}
	}
	return err
}

// reload returns a memory as it stands now, be it in a profile.
func (d *draft) reload(ctx context.Context, m loci.Memory) (loci.Memory, error) {
	m, err := d.s.reload(ctx, m)
	if err != nil {
		return m, err
	}
	ms, err := d.unfold(ctx, []loci.Memory{m})
	return ms[0], err
}

// changeProfile prepares a change of a whole profile: closing it takes back
// the compaction, and what it says is changed where it comes from.
func (d *draft) changeProfile(ctx context.Context, profile loci.Memory, op loci.ChangeOp) error {
	switch op {
	case loci.ChangeConfirm:
		return nil
	case loci.ChangeReject, loci.ChangeRetract:
		return d.dissolve(ctx, profile, nil)
	}
	return loci.Errorf(loci.Invalid, "a compacted profile cannot be changed by %s", op).
		WithHint("change what stands in it: `loci list --status superseded` shows it")
}

// follow closes what mirrors memories that have been closed, and what mirrors
// those.
func (d *draft) follow(ctx context.Context) error {
	followed := map[loci.ID]bool{}
	for {
		var closed []loci.ID
		for _, id := range d.order {
			p := d.pending[id]
			if !followed[id] && !p.memory.Current(d.now) && p.expect != 0 && !(p.memory.Status == loci.Superseded && d.foldedNow(p.memory)) {
				followed[id] = true
				closed = append(closed, id)
			}
		}
		if len(closed) == 0 {
			return nil
		}
		mirrors, err := d.find(ctx, loci.MemoryQuery{Sources: closed, Statuses: current}, func(o loci.Memory) bool {
			return followed[o.ProjectionOf] && o.Current(d.now)
		})
		if err != nil {
			return err
		}
		for _, o := range mirrors {
			d.supersede(o, d.pending[o.ProjectionOf].memory.SupersededBy, loci.HistorySupersede, "what it mirrors was closed")
		}
	}
}

// foldedNow reports whether this draft has taken the memory into a profile, in
// which it goes on standing.
func (d *draft) foldedNow(m loci.Memory) bool {
	p := d.pending[m.SupersededBy]
	return p != nil && p.memory.Compacted()
}
