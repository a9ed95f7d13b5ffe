package loci_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

var t0 = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func TestStatusAtHoldsToTheSecond(t *testing.T) {
	for _, tc := range []struct {
		name  string
		m     loci.Memory
		life  time.Duration
		after loci.Status
	}{
		{"hypothesis, from its last evidence", loci.Memory{Status: loci.Hypothesis, Created: t0.AddDate(-1, 0, 0), Said: t0}, loci.HypothesisLife, loci.Expired},
		{"ephemeral, from when it was said", loci.Memory{Status: loci.Active, Category: loci.Ephemeral, Said: t0}, loci.EphemeralLife, loci.Expired},
		{"ephemeral guess", loci.Memory{Status: loci.Hypothesis, Category: loci.Ephemeral, Said: t0}, loci.EphemeralLife, loci.Expired},
		{"completed, from completion", loci.Memory{Status: loci.Completed, Said: t0.AddDate(-1, 0, 0), Completed: t0}, loci.CompletedLife, loci.Expired},
		{"quarantined, from intake", loci.Memory{Status: loci.Quarantined, Created: t0}, loci.QuarantineLife, loci.Erased},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.m.StatusAt(t0.Add(tc.life - time.Second)); got != tc.m.Status {
				t.Errorf("a second before: %s", got)
			}
			if got := tc.m.StatusAt(t0.Add(tc.life)); got != tc.after {
				t.Errorf("at the moment: %s, want %s", got, tc.after)
			}
			if got := tc.m.ExpiresAt(); !got.Equal(t0.Add(tc.life)) {
				t.Errorf("expires %s", got)
			}
		})
	}
}

func TestWhatAPersonStatedDoesNotDecay(t *testing.T) {
	for _, c := range loci.Categories() {
		if c == loci.Ephemeral {
			continue
		}
		m := loci.Memory{Status: loci.Active, Category: c, Said: t0, Created: t0}
		if got := m.StatusAt(t0.AddDate(50, 0, 0)); got != loci.Active {
			t.Errorf("%s: %s after 50 years", c, got)
		}
	}
}

func TestTransitions(t *testing.T) {
	// The table of the design, written out again: from, cause, to.
	want := map[loci.Status]map[loci.Cause]loci.Status{
		loci.Hypothesis:  {loci.Confirm: loci.Active, loci.Corroborate: loci.Active, loci.Lapse: loci.Expired, loci.Complete: loci.Completed, loci.Supersede: loci.Superseded, loci.Retract: loci.Superseded},
		loci.Active:      {loci.Complete: loci.Completed, loci.Supersede: loci.Superseded, loci.Retract: loci.Superseded, loci.Reject: loci.Superseded, loci.Lapse: loci.Expired},
		loci.Completed:   {loci.Reopen: loci.Active, loci.Supersede: loci.Superseded, loci.Lapse: loci.Expired},
		loci.Expired:     {loci.Restate: loci.Active, loci.Reguess: loci.Hypothesis},
		loci.Superseded:  {loci.Restate: loci.Active, loci.Reguess: loci.Hypothesis},
		loci.Quarantined: {loci.Confirm: loci.Active, loci.Reject: loci.Erased, loci.Lapse: loci.Erased},
	}
	for from, causes := range want {
		for cause, to := range causes {
			if got, ok := loci.Transition(from, cause); !ok || got != to {
				t.Errorf("%s by %s: got %q, want %s", from, cause, got, to)
			}
		}
	}
	forbidden := []struct {
		from  loci.Status
		cause loci.Cause
	}{
		{loci.Quarantined, loci.Restate}, {loci.Quarantined, loci.Corroborate}, {loci.Quarantined, loci.Complete},
		{loci.Superseded, loci.Complete}, {loci.Superseded, loci.Supersede}, {loci.Erased, loci.Confirm},
		{loci.Active, loci.Reopen}, {loci.Expired, loci.Complete},
	}
	for _, f := range forbidden {
		if to, ok := loci.Transition(f.from, f.cause); ok {
			t.Errorf("%s by %s must not happen, but becomes %s", f.from, f.cause, to)
		}
	}
}

func TestEvidenceCountsDays(t *testing.T) { // field bug A1, mem0#1674
	var m loci.Memory
	for _, day := range []string{"2026-03-01", "2026-03-01", "2026-03-05", "2026-03-03", "2026-03-05"} {
		m.AddEvidence(day, t0)
	}
	if diff := cmp.Diff([]string{"2026-03-01", "2026-03-03", "2026-03-05"}, m.Days); diff != "" || m.Evidence != 3 {
		t.Errorf("evidence %d, days %s", m.Evidence, diff)
	}
	for d := range 100 {
		day := t0.AddDate(0, 1, d)
		m.AddEvidence(day.Format(time.DateOnly), day)
	}
	if m.Evidence != 103 || len(m.Days) != loci.MaxDays || !slices.IsSorted(m.Days) {
		t.Errorf("evidence %d, %d days", m.Evidence, len(m.Days))
	}
}

func TestCloneSharesNothing(t *testing.T) {
	due := loci.Day(t0)
	m := loci.Memory{Days: []string{"a"}, Due: &due, Metadata: []byte(`{"a":1}`), DerivedFrom: []loci.ID{"x"}}
	c := m.Clone()
	c.Days[0], c.Due.Precision, c.Metadata[2], c.DerivedFrom[0] = "b", loci.PrecisionYear, 'b', "y"
	if m.Days[0] != "a" || m.Due.Precision != loci.PrecisionDay || m.Metadata[2] != 'a' || m.DerivedFrom[0] != "x" {
		t.Errorf("the clone changed its source: %+v", m)
	}
}
