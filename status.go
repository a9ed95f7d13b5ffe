package loci

import (
	"slices"
	"time"
)

// Status is where a memory stands in its life.
type Status string

// The statuses. Erased is never stored: it is what StatusAt says of a
// quarantined memory whose time is up.
const (
	Hypothesis  Status = "hypothesis"
	Active      Status = "active"
	Completed   Status = "completed"
	Expired     Status = "expired"
	Superseded  Status = "superseded"
	Quarantined Status = "quarantined"
	Erased      Status = "erased"
)

// Statuses lists every status that a stored memory can have.
func Statuses() []Status {
	return []Status{Hypothesis, Active, Completed, Expired, Superseded, Quarantined}
}

// ParseStatus returns the status named s.
func ParseStatus(s string) (Status, error) { return parseEnum("status", s, Statuses()) }

// How long memories live without anybody touching them.
const (
	HypothesisLife = 30 * 24 * time.Hour // after the last evidence
	EphemeralLife  = 24 * time.Hour      // after it was said
	CompletedLife  = 90 * 24 * time.Hour // after completion
	QuarantineLife = 7 * 24 * time.Hour  // after it came in
	EvidenceDays   = 3                   // distinct days that make a guess a fact
)

// Cause is why a status changes.
type Cause string

// The causes.
const (
	Lapse       Cause = "lapse"     // time has passed
	Confirm     Cause = "confirm"   // a person said that it is true
	Reject      Cause = "reject"    // a person said that it is not
	Corroborate Cause = "evidence"  // said on EvidenceDays distinct days
	Complete    Cause = "complete"  // done
	Reopen      Cause = "reopen"    // started again
	Supersede   Cause = "supersede" // a newer value took its place
	Retract     Cause = "retract"   // no longer true, nothing in its place
	Restate     Cause = "restate"   // said again after it was closed, plainly
	Reguess     Cause = "reguess"   // said again after it was closed, hedged
)

// transitions is the table of the life cycle. What is not here cannot happen.
// A status that maps to itself is an accepted change that leaves the status.
var transitions = map[Status]map[Cause]Status{
	Hypothesis: {
		Lapse: Expired, Confirm: Active, Reject: Superseded, Corroborate: Active, Restate: Active,
		Reguess: Hypothesis, Complete: Completed, Supersede: Superseded, Retract: Superseded,
	},
	Active: {
		Lapse: Expired, Confirm: Active, Reject: Superseded, Corroborate: Active, Restate: Active,
		Reguess: Active, Complete: Completed, Supersede: Superseded, Retract: Superseded,
	},
	Completed: {
		Lapse: Expired, Reopen: Active, Confirm: Completed, Reject: Superseded, Complete: Completed,
		Supersede: Superseded, Retract: Superseded,
	},
	Expired: {
		Restate: Active, Reguess: Hypothesis, Confirm: Active, Reopen: Active, Reject: Superseded,
		Supersede: Superseded, Retract: Superseded,
	},
	Superseded:  {Restate: Active, Reguess: Hypothesis, Confirm: Active},
	Quarantined: {Lapse: Erased, Confirm: Active, Reject: Erased},
}

// Transition returns what a status becomes, and whether the life cycle knows
// such a change at all.
func Transition(from Status, cause Cause) (Status, bool) {
	to, ok := transitions[from][cause]
	return to, ok
}

// ExpiresAt returns the moment at which time alone ends the record's present
// status, the zero time if it never does.
func (m *Memory) ExpiresAt() time.Time {
	switch {
	case m.Status == Quarantined:
		return m.Created.Add(QuarantineLife)
	case m.Status == Completed:
		return m.Completed.Add(CompletedLife)
	case m.Category == Ephemeral && (m.Status == Active || m.Status == Hypothesis):
		return m.Said.Add(EphemeralLife)
	case m.Status == Hypothesis:
		return m.Said.Add(HypothesisLife)
	}
	return time.Time{}
}

// StatusAt returns the status at a time, to the second, whether or not any
// maintenance has run.
func (m *Memory) StatusAt(now time.Time) Status {
	end := m.ExpiresAt()
	if end.IsZero() || now.Before(end) {
		return m.Status
	}
	to, _ := Transition(m.Status, Lapse)
	return to
}

// Current reports whether the memory is valid at a time: active, a guess, or
// completed and not yet forgotten.
func (m *Memory) Current(now time.Time) bool {
	return slices.Contains([]Status{Active, Hypothesis, Completed}, m.StatusAt(now))
}
