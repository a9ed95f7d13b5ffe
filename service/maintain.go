package service

import (
	"context"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/text"
)

// Bounds of maintenance: how much one transaction takes, and how much a writer
// does on the side.
const (
	maintainBatch = 500
	sideBatch     = 50
	sideEvery     = time.Hour
)

// Maintain makes physical what the life cycle already says: marks what has
// expired, erases quarantine and turns whose time is up, merges exact
// duplicates, brings the index up to date, embeds what has no vector yet, and
// finishes pending forgetting. It works on the whole store and is idempotent.
func (s *Service) Maintain(ctx context.Context) (loci.MaintainResult, error) {
	var r loci.MaintainResult
	p, err := s.enterDrained(ctx)
	if err != nil {
		return r, err
	}
	if err := s.reindex(ctx, &r); err != nil {
		return r, err
	}
	for {
		n, err := s.lapse(ctx, p, maintainBatch, &r)
		if err != nil {
			return r, err
		}
		if n < maintainBatch {
			break
		}
	}
	if err := s.merge(ctx, p, &r); err != nil {
		return r, err
	}
	if err := s.retire(ctx, p, &r); err != nil {
		return r, err
	}
	if err := s.readWaiting(ctx, p, &r); err != nil {
		return r, err
	}
	if err := s.embed(ctx, &r); err != nil {
		return r, err
	}
	scrub, err := s.store.Scrub(ctx)
	r.Pending, r.Holders = scrub.Pending, scrub.Holders
	return r, err
}

// aside does a bounded slice of maintenance after a write, so that nothing
// waits for a job that nobody has set up. The write it follows has succeeded
// whatever becomes of it.
func (s *Service) aside(ctx context.Context, p loci.Principal) {
	now := s.opts.Now()
	last := s.lapsed.Load()
	if last != 0 && now.Sub(time.Unix(0, last)).Abs() < sideEvery || !s.lapsed.CompareAndSwap(last, now.UnixNano()) {
		return
	}
	var r loci.MaintainResult
	_, _ = s.lapse(ctx, p, sideBatch, &r)
}

// lapse ends up to n memories whose time is up, and returns how many it met.
func (s *Service) lapse(ctx context.Context, p loci.Principal, n int, r *loci.MaintainResult) (int, error) {
	due, err := s.store.Memories(ctx, loci.MemoryQuery{AllScopes: true, ExpiresBy: s.now(p).UTC(), Limit: n,
		Statuses: append([]loci.Status{loci.Quarantined}, current...)})
	if err != nil {
		return 0, err
	}
	for scope, ms := range byScope(due) {
		var expired, erased int
		_, err := s.write(ctx, p, scope, func(d *draft) error {
			expired, erased = 0, 0
			for _, m := range ms {
				m, err := s.reload(ctx, m)
				if loci.CodeOf(err) == loci.NotFound {
					continue
				}
				if err != nil {
					return err
				}
				switch status := m.StatusAt(d.now); status {
				case m.Status:
				case loci.Erased:
					d.erase(m, "not confirmed")
					erased++
				default:
					m.Status, m.ValidTo = status, m.ExpiresAt()
					d.put(m, loci.HistoryExpire, "")
					expired++
				}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
		r.Expired += expired
		r.Erased += erased
	}
	return len(due), nil
}

func byScope(ms []loci.Memory) map[loci.Scope][]loci.Memory {
	out := map[loci.Scope][]loci.Memory{}
	for _, m := range ms {
		out[m.Scope] = append(out[m.Scope], m)
	}
	return out
}

// merge joins current memories that say exactly the same, the older one
// staying. Such pairs arise where an analyser changed.
func (s *Service) merge(ctx context.Context, p loci.Principal, r *loci.MaintainResult) error {
	scopes, err := s.store.Scopes(ctx)
	if err != nil {
		return err
	}
	for _, scope := range scopes {
		all, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{scope}, Statuses: current})
		if err != nil {
			return err
		}
		first := map[string]loci.Memory{}
		for _, m := range all { // oldest first
			digest := retrieve.Digest(m)
			keep, twice := first[digest]
			if !twice || keep.Tier != m.Tier || keep.Status != m.Status {
				first[digest] = m
				continue
			}
			if err := s.mergePair(ctx, p, keep, m); err != nil {
				return err
			}
			r.Merged++
		}
	}
	return nil
}

func (s *Service) mergePair(ctx context.Context, p loci.Principal, keep, twin loci.Memory) error {
	_, err := s.write(ctx, p, keep.Scope, func(d *draft) (err error) {
		if keep, err = s.reload(ctx, keep); err != nil {
			return err
		}
		if twin, err = s.reload(ctx, twin); err != nil {
			return err
		}
		for _, day := range twin.Days {
			keep.AddEvidence(day, twin.Said)
		}
		d.supersede(twin, keep.ID, loci.HistoryMerge, "says the same")
		d.put(keep, loci.HistoryMerge, "says the same")
		return nil
	})
	return err
}

// retire blanks turns past their retention; their ids stay, so that a replay
// is still known.
func (s *Service) retire(ctx context.Context, p loci.Principal, r *loci.MaintainResult) error {
	if s.opts.TurnsFor < 0 {
		return nil
	}
	scopes, err := s.store.Scopes(ctx)
	if err != nil {
		return err
	}
	for _, scope := range scopes {
		for {
			old, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{scope}, KeptBefore: s.now(p).Add(-s.opts.TurnsFor), Limit: maintainBatch})
			if err != nil {
				return err
			}
			_, err = s.write(ctx, p, scope, func(d *draft) error {
				for _, t := range old {
					t.Text, t.Blank = "", true
					d.change.Turns = append(d.change.Turns, loci.TurnWrite{Turn: t, Replace: true, Index: s.turnEntry(t)})
				}
				return nil
			})
			if err != nil {
				return err
			}
			r.Turns += len(old)
			if len(old) < maintainBatch {
				break
			}
		}
	}
	return nil
}

// reindex brings the index up to date when the analyser has changed.
func (s *Service) reindex(ctx context.Context, r *loci.MaintainResult) error {
	v, err := s.store.Analyser(ctx)
	if err != nil || v == text.Version {
		return err
	}
	r.Reindexed = true
	return s.Reindex(ctx)
}

// Reindex makes the index anew from the rows, some at a time, while others read
// and write.
func (s *Service) Reindex(ctx context.Context) error {
	scopes, err := s.store.Scopes(ctx)
	if err != nil {
		return err
	}
	counts, err := s.store.Counts(ctx, scopes)
	if err != nil {
		return err
	}
	total, done := counts.Turns, 0
	for _, n := range counts.Memories {
		total += n
	}
	step := func() {
		if done++; s.opts.Progress != nil {
			s.opts.Progress(min(done, total), total)
		}
	}
	return s.store.Reindex(ctx, text.Version,
		func(m loci.Memory) loci.IndexEntry { step(); return s.entry(m) },
		func(t loci.Turn) loci.IndexEntry { step(); return s.turnEntry(t) })
}
