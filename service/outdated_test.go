package service_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

// A message that is found by its words says which of them hold no longer.
func TestRecallMarksWhatIsOutdated(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	for _, text := range []string{
		"I live in Lisbon and I have a dog called Rex.",
		"We moved to Porto last week.",
		"I smoke twenty cigarettes a day.",
	} {
		b.clock = b.clock.Add(24 * time.Hour)
		if _, err := b.Ingest(ctx, loci.IngestRequest{Turns: []loci.Turn{{Role: loci.RoleUser, Text: text, Time: b.clock}}}); err != nil {
			t.Fatal(err)
		}
	}
	outdated := func(query string, r loci.RecallRequest) map[string][]loci.Outdated {
		t.Helper()
		r.Query, r.OnlyTurns = query, true
		res, err := b.Recall(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string][]loci.Outdated{}
		for _, h := range res.Hits {
			out[h.Excerpt] = h.Outdated
		}
		return out
	}
	const lisbon = "I live in Lisbon and I have a dog called Rex."
	moved := loci.Outdated{Was: "I live in Lisbon", Now: "We moved to Porto last week"}
	for _, tt := range []struct {
		name, query string
		r           loci.RecallRequest
		want        map[string][]loci.Outdated
	}{
		{"superseded", "Lisbon", loci.RecallRequest{}, map[string][]loci.Outdated{lisbon: {moved}}},
		{"before that", "Lisbon", loci.RecallRequest{AsOf: b.clock.Add(-36 * time.Hour)}, map[string][]loci.Outdated{lisbon: nil}},
		{"still so", "cigarettes", loci.RecallRequest{}, map[string][]loci.Outdated{"I smoke twenty cigarettes a day.": nil}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, outdated(tt.query, tt.r)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("superseded without a slot", func(t *testing.T) {
		const was, now = "Our standup is on Mondays", "There are no standups any more"
		b.say(was)
		if _, err := b.ApplyUpdates(person(), loci.ApplyRequest{Facts: []loci.NewFact{{Content: now, Confidence: new(1.0), Supersedes: []string{string(b.one("standup").ID)}}}}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string][]loci.Outdated{was: {{Was: was, Now: now}}}, outdated("Mondays", loci.RecallRequest{})); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("compaction is no change", func(t *testing.T) {
		if _, err := b.Compact(ctx, loci.CompactRequest{}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string][]loci.Outdated{lisbon: {moved}}, outdated("Lisbon", loci.RecallRequest{})); diff != "" {
			t.Error(diff)
		}
	})
}
