package service

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/text"
)

// draft collects what one request changes, so that its later statements see
// its earlier ones and all of it is applied at once.
type draft struct {
	s         *Service
	turn      loci.TurnID  // that brings the changes about, if one does
	keyed     *loci.Memory // holds the key of what is taken in, which may replace it
	guest     bool         // somebody else than the owner of the memory may have said it
	principal loci.Principal
	scope     loci.Scope
	now       time.Time
	change    loci.Changeset
	pending   map[loci.ID]*pending
	order     []loci.ID
	unsaid    []loci.Memory       // what was forgotten and is not said anew
	unfolded  map[loci.ID]loci.ID // what was met as it stands in a profile, and in which
}

type pending struct {
	memory loci.Memory
	expect int64  // the stored version; 0 = not stored yet
	digest string // of memory, once it was asked for: a batch compares all with all
}

func (s *Service) newDraft(p loci.Principal, scope loci.Scope) *draft {
	now := s.now(p)
	return &draft{
		s: s, principal: p, scope: scope, now: now,
		change:  loci.Changeset{Change: loci.ChangeID(newID()), At: now.UTC(), Analyser: text.Version},
		pending: map[loci.ID]*pending{}, unfolded: map[loci.ID]loci.ID{},
	}
}

// put records a memory's new state and the history row that tells of it.
func (d *draft) put(m loci.Memory, op loci.HistoryOp, why string) loci.Memory {
	p := d.pending[m.ID]
	if p == nil {
		p = &pending{expect: m.Version}
		d.pending[m.ID] = p
		d.order = append(d.order, m.ID)
	}
	m.Version = p.expect + 1
	m.Updated = d.now.UTC()
	m.Expires = m.ExpiresAt()
	p.memory, p.digest = m, ""
	after := m.Clone()
	d.change.History = append(d.change.History, loci.HistoryEntry{
		Change: d.change.Change, Scope: m.Scope, Memory: m.ID, Op: op,
		Actor: d.principal.Actor(), Why: why, Turn: d.turn, At: d.now.UTC(), After: &after,
	})
	return m
}

// supersede closes a memory now, in favour of another where there is one.
func (d *draft) supersede(m loci.Memory, by loci.ID, op loci.HistoryOp, why string) loci.Memory {
	m.Status, m.SupersededBy, m.ValidTo = loci.Superseded, by, d.now.UTC()
	return d.put(m, op, why)
}

// erase marks a memory for erasure.
func (d *draft) erase(m loci.Memory, why string) {
	d.change.Erase = append(d.change.Erase, m.ID)
	d.change.History = append(d.change.History, loci.HistoryEntry{
		Change: d.change.Change, Scope: m.Scope, Memory: m.ID, Op: loci.HistoryForget,
		Actor: d.principal.Actor(), Why: why, At: d.now.UTC(),
	})
}

// review asks a person to look at something.
func (d *draft) review(kind loci.ReviewKind, m, other loci.ID, note string) {
	d.change.Reviews = append(d.change.Reviews, loci.Review{
		ID: newID(), Scope: d.scope, Kind: kind, Memory: m, Other: other, Note: note, Created: d.now.UTC(),
	})
}

// overlay replaces loaded memories by their pending states and adds the
// pending ones that match.
func (d *draft) overlay(loaded []loci.Memory, match func(loci.Memory) bool) []loci.Memory {
	var out []loci.Memory
	seen := map[loci.ID]bool{}
	for _, m := range loaded {
		if p := d.pending[m.ID]; p != nil {
			m = p.memory
		}
		if match(m) {
			seen[m.ID] = true
			out = append(out, m)
		}
	}
	for _, id := range d.order {
		if m := d.pending[id].memory; !seen[id] && match(m) {
			out = append(out, m)
		}
	}
	return out
}

func (d *draft) find(ctx context.Context, q loci.MemoryQuery, match func(loci.Memory) bool) ([]loci.Memory, error) {
	q.Scopes = []loci.Scope{d.scope}
	loaded, err := d.s.store.Memories(ctx, q)
	if err == nil {
		loaded, err = d.unfold(ctx, loaded)
	}
	if err != nil {
		return nil, err
	}
	return d.overlay(loaded, match), nil
}

// digest returns the digest of a memory as the draft leaves it.
func (d *draft) digest(m loci.Memory) string {
	p := d.pending[m.ID]
	if p == nil {
		return retrieve.Digest(m)
	}
	if p.digest == "" {
		p.digest = retrieve.Digest(p.memory)
	}
	return p.digest
}

// neighbours loads the memories that a candidate may concern.
func (d *draft) neighbours(ctx context.Context, c loci.Candidate, fresh loci.Memory) (n resolve.Neighbours, err error) {
	digest := retrieve.Digest(fresh)
	n.Keyed = d.keyed
	if n.Same, err = d.find(ctx, loci.MemoryQuery{Digest: digest}, func(m loci.Memory) bool {
		return m.Scope == d.scope && d.digest(m) == digest
	}); err != nil {
		return n, err
	}
	if c.Slot.Filled() {
		slots := resolve.Slots(c)
		if n.Slot, err = d.find(ctx, loci.MemoryQuery{Slots: slots}, func(m loci.Memory) bool {
			return slices.Contains(slots, m.Slot)
		}); err != nil {
			return n, err
		}
	}
	others := func(m loci.Memory) bool { // what a guest has no say about
		return !own(c.Slot.Subject) && m.Slot.Subject != c.Slot.Subject || d.guest && m.Ref.Conversation != c.Ref.Conversation
	}
	if resolve.Relates(c, fresh) {
		if n.Related, err = d.related(ctx, c); err != nil {
			return n, err
		}
		n.Related = slices.DeleteFunc(n.Related, others)
	}
	if c.Corrects || c.Target == loci.TargetPrevious {
		if n.Previous, err = d.previous(ctx, c); err != nil {
			return n, err
		}
		n.Previous = slices.DeleteFunc(n.Previous, others)
	}
	stones, err := d.s.store.Tombstones(ctx, d.scope, []string{d.s.mac(digest)})
	n.Forgotten = slices.ContainsFunc(stones, func(t loci.Tombstone) bool { return d.holdsBack(t, fresh, n.Same) })
	if n.Forgotten {
		d.unsaid = append(d.unsaid, fresh)
	}
	return n, err
}

// holdsBack reports whether a tombstone of the same words keeps a statement out.
// Said in a message since, or by a person, it is said anew, and then it is known:
// a message that is older comes from the same conversation read again, or from a
// copy of it. What an agent notes may only still stand in its context.
func (d *draft) holdsBack(t loci.Tombstone, fresh loci.Memory, same []loci.Memory) bool {
	switch {
	case fresh.Ref.Turn != "":
		return t.Turn == fresh.Ref.Turn || fresh.Said.Before(t.At)
	case d.principal.Person() || slices.ContainsFunc(same, func(m loci.Memory) bool { return m.Current(d.now) }):
		return false
	}
	return t.Turn == "" || fresh.Tier < loci.TierStated
}

// related returns memories that share words with a closing statement: also
// closed ones, which it may reopen or which stand in a profile. The profile
// itself is about everything and so about nothing that is said.
func (d *draft) related(ctx context.Context, c loci.Candidate) ([]loci.Memory, error) {
	q := retrieve.Analyse(c.Text+" "+c.Value, append([]string{c.Lang}, d.s.opts.Languages...)...)
	var found []loci.Memory
	for _, kind := range []loci.DocKind{loci.DocMemory, loci.DocPast} {
		scored, err := d.s.search(ctx, []loci.Scope{d.scope}, kind, q, relatedLimit)
		if err != nil {
			return nil, err
		}
		docs, err := d.s.store.MemoriesByDoc(ctx, docsOf(scored))
		if err != nil {
			return nil, err
		}
		for _, h := range scored {
			if m, ok := docs[h.Doc]; ok {
				found = append(found, m)
			}
		}
	}
	found, err := d.unfold(ctx, found)
	return d.overlay(found, func(m loci.Memory) bool { return m.Scope == d.scope && !m.Compacted() }), err
}

// relatedLimit bounds how many memories a closing statement is compared with.
const relatedLimit = 30

// previousWindow is how far back "that wasn't me" and "I meant" reach.
const previousWindow = time.Hour

// previous returns what the speaker's turn before this one said, or this one
// itself said before the candidate.
func (d *draft) previous(ctx context.Context, c loci.Candidate) ([]loci.Memory, error) {
	at := d.turnTime(c)
	turns, err := d.s.store.Turns(ctx, loci.TurnQuery{
		Scopes: []loci.Scope{d.scope}, Conversation: c.Ref.Conversation, Role: loci.RoleUser,
		Since: at.Add(-previousWindow), Until: at, Newest: true, Limit: 1,
	})
	if err != nil || len(turns) == 0 {
		return nil, err
	}
	id := turns[0].ID
	return d.find(ctx, loci.MemoryQuery{Turns: []loci.TurnID{id}}, func(m loci.Memory) bool { return m.Ref.Turn == id })
}

func (d *draft) turnTime(c loci.Candidate) time.Time {
	for _, t := range d.change.Turns {
		if t.Turn.ID == c.Ref.Turn {
			return t.Turn.Time
		}
	}
	return d.now
}

// apply writes the draft.
func (d *draft) apply(ctx context.Context) error {
	if err := d.follow(ctx); err != nil {
		return err
	}
	if err := d.refold(ctx); err != nil {
		return err
	}
	for _, id := range d.order {
		p := d.pending[id]
		d.change.Memories = append(d.change.Memories, loci.MemoryWrite{Memory: p.memory, Expect: p.expect, Index: d.s.entry(p.memory)})
	}
	if d.empty() {
		return nil
	}
	_, err := d.s.store.Apply(ctx, d.change)
	return err
}

func (d *draft) empty() bool {
	return len(d.change.Memories)+len(d.change.Turns)+len(d.change.Erase)+len(d.change.Reviews)+len(d.change.Tombstones) == 0
}

// mac is a hash under the store's key, in hex.
func (s *Service) mac(parts ...string) string {
	var data []byte
	for _, p := range parts {
		data = append(append(data, p...), 0)
	}
	return hex.EncodeToString(s.store.MAC(data))
}

// entry is what the index holds of a memory: nothing while it is quarantined.
func (s *Service) entry(m loci.Memory) loci.IndexEntry {
	e := loci.IndexEntry{Kind: loci.DocMemory, Digest: retrieve.Digest(m)}
	switch m.Status {
	case loci.Quarantined:
		return e
	case loci.Superseded, loci.Expired:
		e.Kind = loci.DocPast
	}
	e.Terms, e.Len = retrieve.MemoryTerms(m, s.opts.Languages...)
	return e
}

// turnKind says in which index a turn stands: what tools, pages and documents
// say, and orders that the assistant passes on, is apart.
func (s *Service) turnKind(t loci.Turn) loci.DocKind {
	if t.Role.Origin().Tier() == loci.TierExternal || t.Role != loci.RoleUser && s.guard.Orders(t.Text) {
		return loci.DocExternal
	}
	return loci.DocTurn
}

func (s *Service) turnEntry(t loci.Turn) loci.IndexEntry {
	e := loci.IndexEntry{Kind: s.turnKind(t)}
	if !t.Blank {
		e.Terms, e.Len = retrieve.TurnTerms(t, s.opts.Languages...)
	}
	return e
}
