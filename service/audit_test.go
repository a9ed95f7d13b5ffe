package service_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

// tampered is a store in whose rows somebody has written by hand.
type tampered struct {
	loci.Store
	edit func([]loci.Memory) []loci.Memory
}

func (s tampered) Memories(ctx context.Context, q loci.MemoryQuery) ([]loci.Memory, error) {
	ms, err := s.Store.Memories(ctx, loci.MemoryQuery{Scopes: q.Scopes})
	ms = slices.DeleteFunc(s.edit(ms), func(m loci.Memory) bool { return len(q.IDs) > 0 && !slices.Contains(q.IDs, m.ID) })
	return ms, err
}

func TestAuditFindsRowsWrittenByHand(t *testing.T) {
	b := open(t)
	b.say("I live in Porto")
	b.say("I'm allergic to peanuts")
	b.say("I live in Braga now")
	b.say("I love pizza")
	forgotten := b.one("pizza")
	if _, err := b.Forget(person(), loci.ForgetRequest{Ref: string(forgotten.ID)}); err != nil {
		t.Fatal(err)
	}
	b.sound()
	only := func(words string, do func(*loci.Memory)) func([]loci.Memory) []loci.Memory {
		return func(ms []loci.Memory) []loci.Memory {
			for i := range ms {
				if strings.Contains(ms[i].Text, words) {
					do(&ms[i])
				}
			}
			return ms
		}
	}
	for _, tc := range []struct {
		name, want string
		edit       func([]loci.Memory) []loci.Memory
	}{
		{"altered, with an older version", "is not as history row", only("Porto", func(m *loci.Memory) { m.Text, m.Version = "I live in Faro", m.Version-1 })},
		{"altered, with a newer version", "is not as history row", only("Porto", func(m *loci.Memory) { m.Tier, m.Version = loci.TierConfirmed, m.Version+1 })},
		{"deleted", "is gone", func(ms []loci.Memory) []loci.Memory {
			return slices.DeleteFunc(ms, func(m loci.Memory) bool { return strings.Contains(m.Text, "peanuts") })
		}},
		{"forged under a forgotten id", "was forgotten", func(ms []loci.Memory) []loci.Memory { return append(ms, forgotten) }},
		{"forged", "stands in no history", func(ms []loci.Memory) []loci.Memory {
			m := forgotten.Clone()
			m.ID = "0190a2d3-0000-7000-8000-000000000000"
			return append(ms, m)
		}},
	} {
		s, err := service.New(tampered{b.store, tc.edit}, service.Options{Now: b.now})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Audit(context.Background())
		if err != nil || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], tc.want) {
			t.Errorf("%s: %q %v", tc.name, r.Problems, err)
		}
	}
}

// What changes while the audit reads is looked at again and is no problem.
func TestAuditOfABusyStore(t *testing.T) {
	b := open(t)
	b.say("I live in Porto")
	reads := 0
	s, err := service.New(tampered{b.store, func(ms []loci.Memory) []loci.Memory {
		if reads++; reads == 1 {
			b.say("I live in Braga now")
			b.say("I love pizza")
		}
		return ms
	}}, service.Options{Now: b.now})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := s.Audit(context.Background()); err != nil || len(r.Problems) != 0 {
		t.Errorf("%q %v", r.Problems, err)
	}
}
