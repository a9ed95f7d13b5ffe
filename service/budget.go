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

// maxPending is how many of a source's texts may wait in a scope's quarantine
// for a person: more nobody reads, and whoever fills a list of questions hides
// one among them.
const maxPending = 20

// mostBudget is the largest count of any budget: no more of a scope is read.
const mostBudget = 500

// ledger knows when programs added what. What was read from the store holds for
// a few seconds and a few writes, so that a server pays no query for each, and
// several processes go beyond a budget that they share by little.
type ledger struct {
	mu       sync.Mutex
	accounts map[account]*entries
}

type account struct {
	scope loci.Scope
	tier  loci.Tier
}

type entries struct {
	read     time.Time
	times    []time.Time // of what the store holds, oldest first
	reserved int         // how many are being written
	spent    int         // how many were reserved since
}

// What was read holds for so long, and for so many more.
const (
	ledgerLife  = 5 * time.Second
	ledgerTrust = 10
)

// bounded are the tiers that have a budget.
var bounded = [...]loci.Tier{loci.TierExternal, loci.TierNoted}

// reserve takes what a draft adds out of the budgets before it is written, so
// that writers side by side do not spend the same allowance, or returns an error
// when a program has used up what it may add for now. A batch is one change: it
// is taken whole or not at all. settle tells what became of it.
func (s *Service) reserve(ctx context.Context, d *draft) (settle func(written bool), err error) {
	settle = func(bool) {}
	if d.turn != "" || d.principal.Person() {
		return settle, nil
	}
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	taken := map[*entries]int{}
	for _, tier := range bounded {
		n := d.adds(tier)
		if n == 0 {
			continue
		}
		e, err := s.added(ctx, account{d.scope, tier}, d.now, n)
		if err != nil {
			return nil, err
		}
		if tier == loci.TierExternal {
			if err := s.mayWait(ctx, d, e.reserved); err != nil {
				return nil, err
			}
		}
		times := slices.Concat(e.times, slices.Repeat([]time.Time{d.now}, e.reserved))
		if err := affordable(times, n, budgets(tier), d.now); err != nil {
			return nil, err
		}
		taken[e] = n
	}
	for e, n := range taken {
		e.reserved += n
		e.spent += n
	}
	return func(written bool) {
		s.ledger.mu.Lock()
		defer s.ledger.mu.Unlock()
		for e, n := range taken {
			e.reserved -= n
			if written {
				e.times = append(e.times, slices.Repeat([]time.Time{d.now}, n)...)
			}
		}
	}, nil
}

// adds counts the memories of a tier that the draft brings in.
func (d *draft) adds(tier loci.Tier) int {
	n := 0
	for _, p := range d.pending {
		if p.expect == 0 && p.memory.Tier == tier {
			n++
		}
	}
	return n
}

// mayWait returns an error when the draft would have more of a source in
// quarantine than a person will look through; others are being written.
func (s *Service) mayWait(ctx context.Context, d *draft, others int) error {
	fresh := map[loci.Origin]int{}
	for _, p := range d.pending {
		if p.expect == 0 && p.memory.Status == loci.Quarantined {
			fresh[p.memory.Origin]++
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	held, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{d.scope}, Statuses: []loci.Status{loci.Quarantined}})
	if err != nil {
		return err
	}
	for origin, n := range fresh {
		waiting := slices.DeleteFunc(slices.Clone(held), func(m loci.Memory) bool { return m.Origin != origin || m.StatusAt(d.now) != loci.Quarantined })
		if len(waiting)+others+n <= maxPending {
			continue
		}
		e := loci.Errorf(loci.Unavailable, "at most %d texts of origin %s may wait for a person here, and %d do", maxPending, origin, len(waiting)+others)
		if len(waiting) == 0 {
			return e.WithHint("add them in parts; `loci review` lets them in or erases them")
		}
		oldest := slices.MinFunc(waiting, func(a, b loci.Memory) int { return a.Created.Compare(b.Created) })
		return e.WithHint("`loci review` lets them in or erases them; the oldest goes by itself in %s", oldest.ExpiresAt().Sub(d.now).Round(time.Second))
	}
	return nil
}

// affordable returns an error when n more would go beyond a budget.
func affordable(times []time.Time, n int, budgets []budget, now time.Time) error {
	slices.SortFunc(times, time.Time.Compare)
	for _, b := range budgets {
		if n > b.count {
			return loci.Errorf(loci.Invalid, "a program may add %d memories within %s, and these are %d", b.count, inWords(b.span), n).
				WithHint("add them in parts, or let a person do it")
		}
		last := len(times) + n - b.count - 1 // the one that must be past
		if last < 0 {
			continue
		}
		if wait := times[last].Add(b.span).Sub(now); wait > 0 {
			return loci.Errorf(loci.Unavailable, "programs may add %d memories here within %s, and that limit is reached", b.count, inWords(b.span)).
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

// added returns when programs added memories of a tier to a scope that is to
// take n more. The ledger is locked.
func (s *Service) added(ctx context.Context, a account, now time.Time, n int) (*entries, error) {
	e := s.ledger.accounts[a]
	if e != nil && e.spent+n <= ledgerTrust && now.Sub(e.read) < ledgerLife && !now.Before(e.read) {
		return e, nil
	}
	recent, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{a.scope}, Order: loci.NewestFirst, Limit: mostBudget})
	if err != nil {
		return nil, err
	}
	if s.ledger.accounts == nil || len(s.ledger.accounts) > mostBudget {
		s.ledger.accounts = map[account]*entries{}
	}
	if e == nil {
		e = &entries{}
	}
	s.ledger.accounts[a] = e
	e.read, e.times, e.spent = now, nil, 0
	for _, m := range recent {
		if m.Origin.Tier() == a.tier && m.Ref.Turn == "" && now.Sub(m.Created) < 24*time.Hour {
			e.times = append(e.times, m.Created)
		}
	}
	return e, nil
}
