package service

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/locimem/loci"
)

// Revoke takes away what came from a source. A memory that the source alone
// has said is closed, or erased, with everything derived from it; what the
// source did to other memories is taken back; and what another source said or
// did meanwhile stays. The words of its messages go, unless they are to be
// kept. Once revoked, the memories can be brought back by undo, erased ones and
// words cannot.
func (s *Service) Revoke(ctx context.Context, r loci.RevokeRequest) (loci.RevokeResult, error) {
	var result loci.RevokeResult
	p, err := s.enterDrained(ctx)
	if err != nil {
		return result, err
	}
	if err := mayRevoke(p, r); err != nil {
		return result, err
	}
	for name, label := range map[string]string{"conversation": r.Conversation, "url": r.URL, "client": r.Client, "turn": string(r.Turn)} {
		if findings := s.guard.CheckLabel(name, label); len(findings) > 0 { // they will stand in the history
			return result, &loci.RefusedError{Findings: findings}
		}
	}
	return s.revoke(ctx, p, r)
}

// revoke is Revoke of a request that has been judged.
func (s *Service) revoke(ctx context.Context, p loci.Principal, r loci.RevokeRequest) (loci.RevokeResult, error) {
	var result loci.RevokeResult
	scopes, err := s.ownScopes(ctx, p)
	if err != nil {
		return result, err
	}
	if r.Conversation, err = s.conversationNamed(ctx, scopes, r.Conversation); err != nil {
		return result, err
	}
	var holders []string
	build := func(d *draft) error {
		v := revocation{draft: d, source: r, scopes: scopes, removed: map[loci.ID]bool{}}
		if err := v.collect(ctx); err != nil {
			return err
		}
		err := v.carryOut(ctx)
		if result = v.result; err == nil && r.Erase {
			holders, err = s.holders(ctx, result.Removed)
		}
		return err
	}
	if r.Preview {
		err := build(s.newDraft(p, p.Scope))
		result.State = loci.ForgetPreview
		return result, err
	}
	d, err := s.write(ctx, p, p.Scope, build)
	if err != nil {
		return result, err
	}
	if len(result.Removed)+len(result.Restored)+result.Turns > 0 {
		result.Change = d.change.Change
	}
	if !r.Erase {
		return result, nil
	}
	receipt := loci.ForgetResult{Holders: holders}
	err = s.scrub(ctx, &receipt)
	for i, m := range result.Removed {
		result.Removed[i] = loci.Memory{ID: m.ID, Scope: m.Scope}
	}
	result.State, result.Holders = receipt.State, receipt.Holders
	return result, err
}

// mayRevoke lets a person revoke anything of their own, and a program the
// writes of a conversation, which are then held to be its own.
func mayRevoke(p loci.Principal, r loci.RevokeRequest) error {
	named := len(r.Origins) > 0 || r.Conversation != "" || r.URL != "" || r.Client != "" || r.Turn != "" || !r.Since.IsZero() || !r.Until.IsZero()
	switch {
	case !named:
		return loci.Errorf(loci.Invalid, "revoke what?").WithHint("name a source: an origin, a conversation, a URL, a client or a time")
	case !p.Person() && !r.Preview && (r.Conversation == "" || r.Erase):
		return loci.Errorf(loci.Denied, "only a person may revoke a source").WithHint("ask the user, or run it at a terminal")
	}
	if r.Erase && r.KeepWords {
		return loci.Errorf(loci.Invalid, "what is erased keeps no words")
	}
	for _, o := range r.Origins {
		if !slices.Contains(loci.Origins(), o) {
			return loci.Errorf(loci.Invalid, "unknown origin %q", o)
		}
	}
	return nil
}

// ownScopes lists the scopes that hold anything of a principal: with any agent
// and project, and those of the org if an admin asks.
func (s *Service) ownScopes(ctx context.Context, p loci.Principal) ([]loci.Scope, error) {
	all, err := s.store.Scopes(ctx)
	return slices.DeleteFunc(all, func(sc loci.Scope) bool {
		own := sc.User == p.User || sc.User == loci.SharedUser && p.Admin()
		return sc.Org != p.Org || !own
	}), err
}

// revocation is one revoking of a source, over all scopes of its principal.
type revocation struct {
	*draft
	source  loci.RevokeRequest
	scopes  []loci.Scope
	turns   map[loci.Scope]map[loci.TurnID]loci.Turn // that are the source
	rows    map[loci.ID][]loci.HistoryEntry          // of each memory, oldest first, but for what was undone
	earlier map[loci.ID][]earlier
	removed map[loci.ID]bool
	result  loci.RevokeResult
}

// collect finds the source's turns and rows, and the memories that go.
func (v *revocation) collect(ctx context.Context) error {
	v.result = loci.RevokeResult{Removed: []loci.Memory{}, Restored: []loci.Memory{}}
	if err := v.findTurns(ctx); err != nil {
		return err
	}
	rows, err := v.s.store.History(ctx, loci.HistoryQuery{Scopes: v.scopes})
	if err != nil {
		return err
	}
	v.rows, v.earlier = map[loci.ID][]loci.HistoryEntry{}, map[loci.ID][]earlier{}
	for _, e := range rows {
		v.rows[e.Memory] = append(v.rows[e.Memory], e)
	}
	var named []loci.HistoryEntry
	for id, rows := range v.rows {
		if rows[len(rows)-1].After == nil { // it is forgotten
			delete(v.rows, id)
			continue
		}
		v.rows[id] = standing(rows)
		if v.earlier[id], err = earlierOf(v.rows[id]); err != nil {
			return err
		}
		named = append(named, slices.DeleteFunc(slices.Clone(v.rows[id]), func(e loci.HistoryEntry) bool { return !v.names(e) })...)
	}
	if !v.source.Preview && !v.source.Erase { // which a person wants, or the owner in a message
		if err := mayUndo(v.principal, named); err != nil {
			return err
		}
	}
	var from []loci.ID
	for _, id := range slices.Sorted(maps.Keys(v.rows)) {
		if v.came(v.rows[id]) {
			from = append(from, id)
		}
	}
	return v.remove(ctx, from)
}

// remove marks memories and everything that was derived from them. A profile is
// only written anew.
func (v *revocation) remove(ctx context.Context, ids []loci.ID) error {
	for len(ids) > 0 {
		for _, id := range ids {
			v.removed[id] = true
		}
		children, err := v.s.store.Memories(ctx, loci.MemoryQuery{Scopes: v.scopes, Sources: ids})
		if err != nil {
			return err
		}
		ids = nil
		for _, m := range children {
			if !v.removed[m.ID] && !m.Compacted() {
				ids = append(ids, m.ID)
			}
		}
	}
	return nil
}

// carryOut writes the revocation into the draft, scope by scope.
func (v *revocation) carryOut(ctx context.Context) error {
	for _, scope := range v.scopes {
		v.scope = scope
		if err := v.inScope(ctx); err != nil {
			return err
		}
		if err := v.refold(ctx); err != nil {
			return err
		}
		clear(v.unfolded)
	}
	return nil
}

func (v *revocation) inScope(ctx context.Context) error {
	touched := map[loci.ID]bool{}
	for id, rows := range v.rows {
		if v.removed[id] || slices.ContainsFunc(rows, v.undoes) {
			touched[id] = true
		}
	}
	if len(touched) == 0 && len(v.turns[v.scope]) == 0 {
		return nil
	}
	current, err := v.find(ctx, loci.MemoryQuery{IDs: slices.Collect(maps.Keys(touched))}, func(m loci.Memory) bool { return m.Scope == v.scope && touched[m.ID] })
	if err != nil {
		return err
	}
	// What was said last takes its place first.
	slices.SortFunc(current, func(a, b loci.Memory) int { return b.Said.Compare(a.Said) })
	struck := map[loci.TurnID]loci.Turn{}
	if v.source.URL == "" && v.source.Client == "" && !v.source.KeepWords {
		for id, t := range v.turns[v.scope] {
			if !t.Blank {
				t.Text, t.Blank = "", true
				struck[id] = t
			}
		}
	}
	for _, m := range current { // what ends first, so that its place is free
		if v.removed[m.ID] {
			if err := v.take(ctx, m, struck); err != nil {
				return err
			}
		}
	}
	for _, m := range current {
		if !v.removed[m.ID] && !m.Compacted() {
			if err := v.restore(ctx, m); err != nil {
				return err
			}
		}
	}
	for _, t := range struck {
		v.change.Turns = append(v.change.Turns, loci.TurnWrite{Turn: t, Replace: true, Index: v.s.turnEntry(t)})
	}
	v.result.Turns += len(struck)
	return nil
}

// take closes a memory, or erases it: a quarantined one has never been anything.
func (v *revocation) take(ctx context.Context, m loci.Memory, struck map[loci.TurnID]loci.Turn) error {
	rows := v.rows[m.ID]
	if len(rows) > 0 && rows[len(rows)-1].Op == loci.HistoryRevoke && m.Status == loci.Superseded && !v.source.Erase {
		return nil // done before
	}
	v.result.Removed = append(v.result.Removed, m)
	if m.Compacted() {
		if err := v.dissolve(ctx, m, v.removed); err != nil {
			return err
		}
		maps.DeleteFunc(v.unfolded, func(_, profile loci.ID) bool { return profile == m.ID })
	}
	switch {
	case v.source.Erase:
		if err := v.s.strikeTurns(ctx, v.draft, m, struck); err != nil {
			return err
		}
		v.erase(m, v.why())
		return nil
	case m.Status == loci.Quarantined:
		v.erase(m, v.why())
		return nil
	case m.Status != loci.Superseded:
		m.Status, m.ValidTo = loci.Superseded, v.now.UTC()
	}
	v.put(m, loci.HistoryRevoke, v.why())
	return nil
}

// restore brings a memory to where it would be without the source.
func (v *revocation) restore(ctx context.Context, now loci.Memory) error {
	m, err := v.without(now)
	if err != nil {
		return err
	}
	if m.SupersededBy != "" && v.stoodIn(m.SupersededBy) {
		m = released(m)
	}
	if heir, at := v.heir(now); heir != "" && m.Status != loci.Superseded {
		m.Status, m.SupersededBy, m.ValidTo = loci.Superseded, heir, at
	}
	if m.Status == loci.Active || m.Status == loci.Hypothesis || m.Status == loci.Completed {
		other, err := v.inPlaceOf(ctx, m)
		if err != nil {
			return err
		}
		if other.ID != "" {
			m.Status, m.SupersededBy, m.ValidTo = loci.Superseded, other.ID, other.ValidFrom
		}
	}
	m.Version, m.Updated, m.Expires = now.Version, now.Updated, now.Expires
	if same, err := sameRecord(m, now); err != nil || same {
		return err
	}
	v.result.Restored = append(v.result.Restored, v.put(m, loci.HistoryRevoke, v.why()))
	return nil
}

// without replays the rows of a memory that stand without the source.
func (v *revocation) without(now loci.Memory) (loci.Memory, error) {
	var m *loci.Memory
	var before *loci.Memory
	for _, e := range v.rows[now.ID] {
		switch {
		case v.undoes(e):
		case m == nil:
			first := e.After.Clone()
			if before != nil { // others said it after the source had
				first.Evidence, first.Days = 0, nil
				first = withEvidence(first, *before, *e.After)
				first.Evidence = max(first.Evidence, 1)
				first.Created = e.At.UTC()
			}
			m = &first
		default:
			next, err := carryOver(*m, *before, *e.After)
			if err != nil {
				return now, err
			}
			m = &next
		}
		before = e.After
	}
	if m == nil {
		return now, nil
	}
	return *m, nil
}

func (v *revocation) stoodIn(id loci.ID) bool {
	rows := v.rows[id]
	return len(rows) > 0 && rows[len(rows)-1].After.Compacted()
}

// heir follows what superseded a memory over what is removed to what is not,
// and says when that took its place.
func (v *revocation) heir(m loci.Memory) (loci.ID, time.Time) {
	for v.removed[m.SupersededBy] && len(v.rows[m.SupersededBy]) > 0 {
		rows := v.rows[m.SupersededBy]
		if m = *rows[len(rows)-1].After; m.SupersededBy != "" && !v.removed[m.SupersededBy] {
			return m.SupersededBy, m.ValidTo
		}
	}
	return "", time.Time{}
}

// inPlaceOf returns the memory that has the slot, the key or the words of one
// that would come back.
func (v *revocation) inPlaceOf(ctx context.Context, m loci.Memory) (loci.Memory, error) {
	entry := v.s.entry(m)
	var queries []loci.MemoryQuery
	if m.Slot.Filled() {
		queries = append(queries, loci.MemoryQuery{Slots: []loci.Slot{m.Slot}, Statuses: []loci.Status{loci.Active}})
	}
	if m.Key != "" {
		queries = append(queries, loci.MemoryQuery{Key: m.Key, Kinds: []loci.Kind{m.Kind}})
	}
	queries = append(queries, loci.MemoryQuery{Digest: entry.Digest})
	for _, q := range queries {
		found, err := v.find(ctx, q, func(o loci.Memory) bool {
			return o.Scope == v.scope && o.ID != m.ID && !v.removed[o.ID] && o.Current(v.now) &&
				(m.Slot.Filled() && o.Slot == m.Slot && o.Status == loci.Active || m.Key != "" && o.Key == m.Key && o.Kind == m.Kind ||
					v.s.entry(o).Digest == entry.Digest)
		})
		if err != nil || len(found) > 0 {
			return append(found, loci.Memory{})[0], err
		}
	}
	return loci.Memory{}, nil
}
