package guard

import (
	"bytes"
	"encoding/json"
	"io"
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
	for _, f := range fields(c) {
		for _, found := range checkText(f.name, f.text, f.limit) {
			v.raise(g.action(found), found)
		}
	}
	for _, found := range metadata(c.Metadata) {
		v.raise(g.action(found), found)
	}
	if v.Action == Refuse {
		return v
	}
	for _, f := range fields(c) {
		for _, found := range instructions(f.text) {
			found.Field = f.name
			v.raise(byOrigin(found, c.Origin, f.text), found)
		}
	}
	if c.Origin.Tier() == loci.TierExternal {
		v.raise(Quarantine)
	}
	if v.Action == Accept && passing(c) && g.Transient(c.Text, c.Lang) {
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
	case loci.ClassSecret, loci.ClassSize, loci.ClassHidden, loci.ClassEncoding:
		return Refuse
	case loci.ClassIdentity:
		if !g.opts.AllowIdentity {
			return Refuse
		}
	}
	return Accept
}

type field struct {
	name  string
	text  string
	limit int
}

// maxQuote bounds the words that a memory quotes from its turn.
const maxQuote = loci.MaxProfile

func limitOf(name string) int {
	switch name {
	case "key":
		return loci.MaxKey
	case "metadata":
		return loci.MaxMetadata
	case "quote":
		return maxQuote
	case "slot":
		return 2 * loci.MaxLabel
	}
	return loci.MaxText
}

// fields lists the texts of a candidate that are not empty, each with its
// limit. An episode's text is its task and outcome, which are read themselves.
func fields(c loci.Candidate) []field {
	text := field{"text", c.Text, limitOf("text")}
	if c.Kind == loci.Profile && c.Origin == loci.FromSummary {
		text.limit = loci.MaxProfile
	}
	all := []field{
		text,
		{"task", c.Task, limitOf("task")},
		{"outcome", c.Outcome, limitOf("outcome")},
		{"value", c.Value, limitOf("value")},
		{"slot", c.Slot.String(), limitOf("slot")},
		{"key", c.Key, limitOf("key")},
		{"quote", c.Quote, limitOf("quote")},
	}
	return slices.DeleteFunc(all, func(f field) bool { return f.text == "" })
}

// metadata checks that the metadata is one JSON object within its limits, and
// reads every name and text in it.
func metadata(raw []byte) []loci.Finding {
	bad := func(kind string) []loci.Finding {
		return []loci.Finding{{Class: loci.ClassSize, Kind: kind, Field: "metadata", End: len(raw)}}
	}
	switch {
	case len(raw) == 0:
		return nil
	case len(raw) > loci.MaxMetadata:
		return bad("limit:metadata")
	case !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) || !json.Valid(raw):
		return bad("invalid:metadata")
	}
	var out []loci.Finding
	depth := 0
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		tok, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			return bad("invalid:metadata")
		}
		switch tok := tok.(type) {
		case json.Delim:
			if tok == '{' || tok == '[' {
				depth++
			} else {
				depth--
			}
			if depth > loci.MaxDepth {
				return bad("depth:metadata")
			}
		case string:
			for _, f := range checkText("metadata", tok, limitOf("metadata")) {
				// offsets inside a decoded value mean nothing to the caller
				f.Start, f.End = 0, len(raw)
				out = append(out, f)
			}
		}
	}
}
