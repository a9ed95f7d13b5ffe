package service

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/locimem/loci"
)

// A write budget bounds how fast programs fill a scope. What a person does and
// what is read in turns has none: the first is the owner, the second is bounded
// by the conversation itself.
type budget struct {
	count int
	span  time.Duration
}

// budgets returns what a program may add to a scope, by the trust in what it
// brings: the user's own words are not bounded.
func budgets(t loci.Tier) []budget {
	switch t {
	case loci.TierNoted:
		return []budget{{60, time.Minute}, {500, 24 * time.Hour}}
	case loci.TierExternal:
		return []budget{{10, time.Minute}, {50, 24 * time.Hour}}
	}
	return nil
}

// mostBudget is the largest count of any budget: no more of a scope is read.
const mostBudget = 500

// ledger knows when programs added what. It is read from the store once a
// minute and scope, so that a server pays no query for each write, and several
// processes still share one budget.
type ledger struct {
	mu       sync.Mutex
	accounts map[account]*entries
}

type account struct {
	scope loci.Scope
	tier  loci.Tier
}

type entries struct {
	read  time.Time
	times []time.Time // oldest first
}

// ledgerLife is how long what was read holds.
const ledgerLife = time.Minute

// spends returns the budget that a draft draws on, where it has one.
func (d *draft) spends() (account, bool) {
	if d.turn != "" || d.principal.Person() {
		return account{}, false
	}
	a, found := account{scope: d.scope, tier: loci.TierConfirmed}, false
	for _, id := range d.order {
		if p := d.pending[id]; p.expect == 0 && budgets(p.memory.Tier) != nil && p.memory.Tier < a.tier {
			a.tier, found = p.memory.Tier, true
		}
	}
	return a, found
}

// afford returns an error when a program has used up what it may add for now.
// A batch is one change: it is taken whole or not at all.
func (s *Service) afford(ctx context.Context, d *draft, a account) error {
	times, err := s.added(ctx, a, d.now)
	if err != nil {
		return err
	}
	for _, b := range budgets(a.tier) {
		if len(times) < b.count {
			continue
		}
		if wait := times[len(times)-b.count].Add(b.span).Sub(d.now); wait > 0 {
			return loci.Errorf(loci.Unavailable, "programs have added %d memories here within %s, which is the limit", b.count, inWords(b.span)).
				WithHint("wait %s, or let a person store it with loci remember", wait.Round(time.Second)+time.Second)
		}
	}
	return nil
}

func inWords(span time.Duration) string {
	if span == time.Minute {
		return "a minute"
	}
	return "a day"
}

// added returns when programs added memories of a tier to a scope.
func (s *Service) added(ctx context.Context, a account, now time.Time) ([]time.Time, error) {
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	if e := s.ledger.accounts[a]; e != nil && now.Sub(e.read) < ledgerLife && !now.Before(e.read) {
		return slices.Clone(e.times), nil
	}
	recent, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{a.scope}, Order: loci.NewestFirst, Limit: mostBudget})
	if err != nil {
		return nil, err
	}
	e := &entries{read: now}
	for _, m := range recent {
		if m.Origin.Tier() == a.tier && m.Ref.Turn == "" && now.Sub(m.Created) < 24*time.Hour {
			e.times = append(e.times, m.Created)
		}
	}
	slices.SortFunc(e.times, time.Time.Compare)
	if s.ledger.accounts == nil || len(s.ledger.accounts) > mostBudget {
		s.ledger.accounts = map[account]*entries{}
	}
	s.ledger.accounts[a] = e
	return slices.Clone(e.times), nil
}

// spend enters what a draft has added.
func (s *Service) spend(d *draft, a account) {
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	e := s.ledger.accounts[a]
	if e == nil {
		return
	}
	for _, id := range d.order {
		if p := d.pending[id]; p.expect == 0 && p.memory.Tier == a.tier {
			e.times = append(e.times, d.now)
		}
	}
}
