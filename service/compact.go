package service

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
)

//go:embed prompts/compact.md
var compactPrompt string

// Compact gathers the plain facts of the scope in one profile. They are closed
// in its favour and not erased; the profile is written anew each time, in
// place. What needs a line of its own stays as it is: limits, deadlines,
// guesses, instructions and events.
func (s *Service) Compact(ctx context.Context, r loci.CompactRequest) (loci.CompactResult, error) {
	var result loci.CompactResult
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	if r.Model && s.opts.Compactor == nil {
		return result, loci.Errorf(loci.Unavailable, "no model is configured that could write a profile").WithHint("leave the model out: each fact then keeps its words")
	}
	var cost loci.StepStats
	d, err := s.write(ctx, p, p.Scope, func(d *draft) error {
		result = loci.CompactResult{}
		err := s.compactIn(ctx, d, r, &result, &cost)
		d.charge(cost)
		return err
	})
	if err != nil {
		if cost.Calls > 0 { // what was refused was paid for all the same
			err = errors.Join(err, s.chargeOnly(ctx, p, p.Scope, cost))
		}
		return loci.CompactResult{}, err
	}
	if result.Added > 0 {
		result.Change = d.change.Change
	}
	return result, nil
}

func (s *Service) compactIn(ctx context.Context, d *draft, r loci.CompactRequest, result *loci.CompactResult, cost *loci.StepStats) error {
	profile, parts, err := d.profileOf(ctx)
	if err != nil {
		return err
	}
	fresh, err := d.foldable(ctx)
	if err != nil {
		return err
	}
	if profile.Version == 0 && len(fresh) < 2 {
		return nil // one fact makes no profile
	}
	taken, left := fitting(parts, s.obedient(parts, fresh))
	result.Count, result.Added, result.Left = len(parts)+len(taken), len(taken), left
	if len(taken) == 0 {
		if profile.Version > 0 {
			result.Memory, result.Text = &profile, profile.Text
		}
		return nil
	}
	parts = append(parts, taken...)
	profile = d.profileFrom(profile, parts)
	if r.Model {
		profile.Text, *cost, err = s.compose(ctx, parts)
		if err != nil {
			return err
		}
	}
	if err := s.soundProfile(profile); err != nil {
		return err
	}
	for _, m := range taken {
		d.supersede(m, profile.ID, loci.HistoryCompact, "taken into the profile")
	}
	written := d.put(profile, loci.HistoryCompact, "")
	result.Memory, result.Text = &written, written.Text
	return nil
}

// profileOf returns the scope's profile and what stands in it; a profile of
// version 0 where there is none.
func (d *draft) profileOf(ctx context.Context) (loci.Memory, []loci.Memory, error) {
	found, err := d.find(ctx, loci.MemoryQuery{Kinds: []loci.Kind{loci.Profile}, Statuses: []loci.Status{loci.Active}}, func(m loci.Memory) bool {
		return m.Compacted()
	})
	if err != nil || len(found) == 0 {
		return loci.Memory{}, nil, err
	}
	parts, err := d.partsOf(ctx, found[0])
	return found[0], parts, err
}

// foldable returns the active facts that a profile may take in.
func (d *draft) foldable(ctx context.Context) ([]loci.Memory, error) {
	return d.find(ctx, loci.MemoryQuery{
		Kinds: []loci.Kind{loci.Semantic, loci.Profile}, Statuses: []loci.Status{loci.Active},
	}, func(m loci.Memory) bool {
		return m.StatusAt(d.now) == loci.Active && m.Tier >= loci.TierNoted && m.Due == nil && m.ProjectionOf == "" &&
			m.Category != loci.Constraints && m.Category != loci.Ephemeral && m.Importance != loci.Critical && !m.Compacted()
	})
}

// obedient leaves out what would give orders: in a profile that holds anything
// below the user's own words, imperatives have no speaker any more, so that
// the user's own stay by themselves.
func (s *Service) obedient(parts, fresh []loci.Memory) []loci.Memory {
	if lowest(slices.Concat(parts, fresh)) >= loci.TierStated {
		return fresh
	}
	return slices.DeleteFunc(slices.Clone(fresh), func(m loci.Memory) bool {
		return s.guard.Check(loci.Candidate{Op: loci.OpAssert, Kind: loci.Profile, Category: m.Category,
			Text: m.Text, Origin: loci.FromSummary}).Action != guard.Accept
	})
}

func lowest(ms []loci.Memory) loci.Tier {
	tier := loci.TierConfirmed
	for _, m := range ms {
		tier = min(tier, m.Tier)
	}
	return tier
}

// fitting returns the facts for which the profile has room, the most important
// ones first, and how many are left.
func fitting(parts, fresh []loci.Memory) (taken []loci.Memory, left int) {
	fresh = slices.Clone(fresh)
	slices.SortStableFunc(fresh, byWeight)
	for _, m := range fresh {
		if len(profileText(slices.Concat(parts, taken, []loci.Memory{m}))) > loci.MaxProfile {
			left++
			continue
		}
		taken = append(taken, m)
	}
	return taken, left
}

func byWeight(a, b loci.Memory) int {
	return cmp.Or(a.Importance.Rank()-b.Importance.Rank(), a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
}

// profileFrom writes the scope's profile from its parts, in place of an older
// one. It has the trust of the least trusted and the weight of the weightiest.
// What has left it stays in DerivedFrom: the history still holds its words, and
// forgetting it must find them.
func (d *draft) profileFrom(old loci.Memory, parts []loci.Memory) loci.Memory {
	m := old.Clone()
	if m.Version == 0 {
		m = loci.Memory{
			ID: loci.ID(newID()), Scope: d.scope, Kind: loci.Profile, Category: loci.Preferences, Polarity: loci.Affirmed,
			Origin: loci.FromSummary, Created: d.now.UTC(), ValidFrom: d.now.UTC(),
		}
		m.AddEvidence(d.now.Format(time.DateOnly), d.now.UTC())
	}
	m.Status, m.Importance, m.Confidence = loci.Active, loci.Low, 1
	m.Said = d.now.UTC()
	for _, part := range parts {
		if part.Importance.Rank() < m.Importance.Rank() {
			m.Importance = part.Importance
		}
		m.Confidence = min(m.Confidence, part.Confidence)
		if !slices.Contains(m.DerivedFrom, part.ID) {
			m.DerivedFrom = append(m.DerivedFrom, part.ID)
		}
	}
	m.Tier, m.Text, m.Lang = lowest(parts), profileText(parts), commonLang(parts)
	m.Confirmed = time.Time{} // a person confirms bytes, and these are others
	return m
}

// commonLang is the language of most parts.
func commonLang(parts []loci.Memory) string {
	count := map[string]int{}
	best := ""
	for _, m := range parts {
		if count[m.Lang]++; count[m.Lang] > count[best] {
			best = m.Lang
		}
	}
	return best
}

// profileText writes the parts as Markdown: a heading for each category, a
// point for each statement, the weightiest first.
func profileText(parts []loci.Memory) string {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, byWeight)
	var b strings.Builder
	for _, category := range loci.Categories() {
		heading := "## " + string(category) + "\n"
		for _, m := range parts {
			if m.Category != category {
				continue
			}
			b.WriteString(heading + "- " + statement(m) + "\n")
			heading = ""
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// statement is a fact as it stands in a profile: with the name of whom it is
// about, where that is not the user.
func statement(m loci.Memory) string {
	if who := m.Slot.Subject; who != "" && who != loci.SelfSubject {
		return who + ": " + m.Text
	}
	return m.Text
}

// soundProfile has the guard read a profile as it reads everything. Orders in
// it are the user's own where all of it is.
func (s *Service) soundProfile(m loci.Memory) error {
	v := s.guard.Check(loci.Candidate{Op: loci.OpAssert, Kind: m.Kind, Category: m.Category, Text: m.Text, Lang: m.Lang, Origin: m.Origin})
	if v.Action == guard.Refuse || v.Action == guard.Quarantine && m.Tier < loci.TierStated {
		return &loci.RefusedError{Findings: v.Findings}
	}
	return nil
}
