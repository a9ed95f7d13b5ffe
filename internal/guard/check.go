package guard

import (
	"slices"

	"github.com/locimem/loci"
)

// Action is what the guard wants done with a candidate.
type Action string

// The actions, in order of severity.
const (
	Accept     Action = "accept"     // store it
	Ephemeral  Action = "ephemeral"  // a passing mood or moment: for a day, if at all
	Quarantine Action = "quarantine" // store it apart, until a person confirms
	Refuse     Action = "refuse"     // do not store it
)

// Verdict is what the guard says about a candidate, and why.
type Verdict struct {
	Action   Action
	Findings []loci.Finding
	Tags     []string // kinds of personal data the memory is to be tagged with
}

// Check reads every field of a candidate. Limits, hidden characters, secrets
// and identity numbers refuse it whatever its origin; text that orders an agent
// about is judged by the origin.
func (g *Guard) Check(c loci.Candidate) Verdict {
	v := Verdict{Action: Accept}
	texts := fields(c)
	for _, f := range texts {
		for _, found := range f.check() {
			v.raise(g.action(found), found)
		}
	}
	for _, found := range slices.Concat(names(c), language(c.Lang), metadata(c.Metadata), lostLetters(c, texts)) {
		v.raise(g.action(found), found)
	}
	if v.Action == Refuse {
		return v
	}
	for _, f := range texts {
		for _, found := range instructions(f.text, c.Origin != loci.UserStated) {
			found.Field = f.name
			v.raise(byOrigin(found, c, f.text), found)
		}
	}
	if c.Origin.Tier() == loci.TierExternal {
		v.raise(Quarantine)
	}
	if v.Action == Accept && passing(c) && transient(c.Text, c.Lang) {
		v.raise(Ephemeral, loci.Finding{Class: loci.ClassTransient, Kind: "transient:mood", Field: "text", End: len(c.Text)})
	}
	return v
}

// passing reports whether a candidate can be a mood at all: what is dated, done
// or said about how to work is not.
func passing(c loci.Candidate) bool {
	return c.Op != loci.OpRetract && c.Op != loci.OpComplete && c.Category != loci.Ephemeral &&
		(c.Kind == "" || c.Kind == loci.Semantic) && c.Due == nil
}

var severity = []Action{Accept, Ephemeral, Quarantine, Refuse}

// raise takes in findings that ask for an action. Those that decide stand
// first, so that the first finding is the reason.
func (v *Verdict) raise(a Action, found ...loci.Finding) {
	if slices.Index(severity, a) > slices.Index(severity, v.Action) {
		v.Action = a
		v.Findings = append(slices.Clone(found), v.Findings...)
	} else {
		v.Findings = append(v.Findings, found...)
	}
	for _, f := range found {
		if f.Class == loci.ClassPersonal && !slices.Contains(v.Tags, f.Kind) {
			v.Tags = append(v.Tags, f.Kind)
		}
	}
}

// action is what a finding asks for by itself.
func (g *Guard) action(f loci.Finding) Action {
	switch f.Class {
	case loci.ClassSecret, loci.ClassSize, loci.ClassShape, loci.ClassHidden, loci.ClassEncoding:
		return Refuse
	case loci.ClassIdentity:
		if !g.opts.AllowIdentity {
			return Refuse
		}
	}
	return Accept
}
