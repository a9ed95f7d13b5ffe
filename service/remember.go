package service

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/contextblock"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/text"
)

// Remember stores one statement.
func (s *Service) Remember(ctx context.Context, r loci.RememberRequest) (loci.RememberResult, error) {
	p, err := s.enter(ctx)
	if err != nil {
		return loci.RememberResult{}, err
	}
	if err := validRemember(r); err != nil {
		return loci.RememberResult{}, err
	}
	if offRecord(r) {
		return loci.RememberResult{}, loci.Errorf(loci.Refused, "off the record: it asks itself not to be remembered")
	}
	if rest, cut := contextblock.Strip(r.Text); cut && strings.TrimSpace(rest) != "" { // half a statement says something else
		return loci.RememberResult{}, loci.Errorf(loci.Invalid, "the text holds lines of a memory block, such as %q", "- [facts 1a2b3c4d] …").
			WithHint("give the statement alone")
	}
	origin, turn := s.originOf(ctx, p, r)
	c := s.candidateOf(r, origin, s.now(p))
	c.Ref.Turn = turn
	scope := p.Scope
	if r.Shared {
		if !origin.Tier().MayShare(p) {
			return loci.RememberResult{}, loci.Errorf(loci.Denied, "only an admin may store for the whole org, and only what a person said")
		}
		scope = p.Scope.Shared()
	}
	if r.ProjectionOf != "" {
		source, err := s.resolveRef(ctx, p, r.ProjectionOf)
		if err != nil {
			return loci.RememberResult{}, err
		}
		if source.Scope != scope {
			return loci.RememberResult{}, loci.Errorf(loci.Invalid, "a projection stands in the scope of what it mirrors")
		}
		c.ProjectionOf = source.ID
	}
	result, err := s.keep(ctx, p, scope, c, r)
	if result.Action == loci.ActionRefused {
		return result, &loci.RefusedError{Findings: result.Findings}
	}
	return result, err
}

// Upsert stores one candidate that the program itself vouches for, through the
// same write path as everything else. What cannot become or change a memory is
// an error that says why.
func (s *Service) Upsert(ctx context.Context, c loci.Candidate) (loci.RememberResult, error) {
	p, err := s.enter(ctx)
	if err != nil {
		return loci.RememberResult{}, err
	}
	if err := validCandidate(c); err != nil {
		return loci.RememberResult{}, err
	}
	if c.Slot.Subject == "" {
		c.Slot.Subject = loci.SelfSubject
	}
	result, err := s.keep(ctx, p, p.Scope, c, labelsOf(c))
	switch {
	case err != nil:
		return result, err
	case result.Action == loci.ActionRefused:
		return result, &loci.RefusedError{Findings: result.Findings}
	case result.Memory == nil:
		return result, loci.Errorf(loci.NotFound, "nothing was stored or changed: %s", result.Reason)
	}
	return result, nil
}

func validCandidate(c loci.Candidate) error {
	if ops := []loci.Op{"", loci.OpAssert, loci.OpRetract, loci.OpComplete, loci.OpReopen}; !slices.Contains(ops, c.Op) {
		return loci.Errorf(loci.Invalid, "unknown operation %q", c.Op)
	}
	if strings.TrimSpace(c.Text+c.Task) == "" {
		return loci.Errorf(loci.Invalid, "a candidate needs a text")
	}
	if !(c.Confidence >= 0 && c.Confidence <= 1) {
		return loci.Errorf(loci.Invalid, "confidence %v is not between 0 and 1", c.Confidence)
	}
	// The shape is judged here, what it says by the guard.
	c = tidy(c)
	shape := loci.Memory{
		ID: "new", Scope: loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}, Kind: c.Kind, Field: c.Field,
		Category: c.Category, Importance: c.Importance, Status: loci.Active, Text: "text", Task: "text",
		Polarity: c.Polarity, Origin: c.Origin, Due: c.Due, Event: c.Event,
	}
	return shape.Validate()
}

// labelsOf is what a candidate with a key says of what is under it: the key is
// the program's own. Of another, what was labelled by hand since counts.
func labelsOf(c loci.Candidate) loci.RememberRequest {
	if c.Key == "" {
		return loci.RememberRequest{}
	}
	return loci.RememberRequest{Key: c.Key, Kind: c.Kind, Field: c.Field, Category: c.Category, Importance: c.Importance, Due: c.Due, Metadata: c.Metadata}
}

// keep puts one candidate through the write path, and then what the request
// says of a memory that was known already.
func (s *Service) keep(ctx context.Context, p loci.Principal, scope loci.Scope, c loci.Candidate, r loci.RememberRequest) (loci.RememberResult, error) {
	var result loci.RememberResult
	d, err := s.write(ctx, p, scope, func(d *draft) (err error) {
		if c.Key != "" {
			if c, err = d.underKey(ctx, c, r); err != nil {
				return err
			}
		}
		if result.Outcome, err = s.take(ctx, d, c, d.now); err != nil {
			return err
		}
		d.relabel(&result.Outcome, r)
		return nil
	})
	if err != nil {
		return result, err
	}
	if !d.empty() {
		result.Change = d.change.Change
	}
	s.aside(ctx, p)
	return result, nil
}

// relabel gives a memory that was known already what the request says of it
// beyond its text.
func (d *draft) relabel(out *loci.Outcome, r loci.RememberRequest) {
	if out.Action != loci.ActionEvidence || out.Memory == nil {
		return
	}
	m := out.Memory.Clone()
	if m.Tier > loci.TierNoted && !d.principal.Person() {
		return // an agent's labels do not change what the user said
	}
	for _, set := range []struct {
		given bool
		do    func()
	}{
		{r.Key != "" && (m.Key == "" || out.Previous != nil), func() { m.Key = text.Normalize(r.Key) }},
		{r.Category != "", func() { m.Category = r.Category }},
		{r.Importance != "", func() { m.Importance = r.Importance }},
		{r.Kind != "" && r.Kind != loci.Episodic && m.Kind != loci.Episodic, func() { m.Kind = r.Kind }},
		{r.Field != "" && m.Tier.MayBeProcedural(), func() { m.Kind, m.Field = loci.Procedural, r.Field }},
		{r.Due != nil, func() { m.Due = r.Due }},
		{len(r.Metadata) > 0, func() { m.Metadata = r.Metadata }},
		{r.URL != "", func() { m.Ref.URL = r.URL }},
	} {
		if set.given {
			set.do()
		}
	}
	if m.Kind == loci.Procedural && m.Field == "" {
		m.Field = loci.Style
	}
	if !reflect.DeepEqual(m, *out.Memory) {
		m = d.put(m, loci.HistoryEdit, "labelled anew")
		out.Memory = &m
	}
}

func validRemember(r loci.RememberRequest) error {
	if strings.TrimSpace(r.Text+r.Task) == "" {
		return loci.Errorf(loci.Invalid, "nothing to remember").WithHint("give the fact as text")
	}
	if r.Kind != "" {
		if _, err := loci.ParseKind(string(r.Kind)); err != nil {
			return err
		}
	}
	if r.Category != "" {
		if _, err := loci.ParseCategory(string(r.Category)); err != nil {
			return err
		}
	}
	if r.Importance != "" {
		if _, err := loci.ParseImportance(string(r.Importance)); err != nil {
			return err
		}
	}
	if r.Origin != "" {
		if _, err := loci.ParseOrigin(string(r.Origin)); err != nil {
			return err
		}
	}
	if r.Kind == loci.Procedural && r.Field != "" {
		if _, err := loci.ParseField(string(r.Field)); err != nil {
			return err
		}
	}
	return nil
}

// candidateOf reads a request; what it says itself has precedence.
func (s *Service) candidateOf(r loci.RememberRequest, origin loci.Origin, now time.Time) loci.Candidate {
	stripped, _ := contextblock.Strip(r.Text)
	c := s.statement(stripped, r.Lang, now)
	c.Origin, c.Key, c.Metadata = origin, r.Key, r.Metadata
	c.Quote, c.Ref.URL = r.Quote, r.URL
	override(&c, r)
	return c
}

// statement reads one statement as the extraction would read the user's words,
// so that it finds its slot.
func (s *Service) statement(said, lang string, now time.Time) loci.Candidate {
	c := loci.Candidate{Op: loci.OpAssert, Text: text.Normalize(said), Lang: lang, Confidence: 0.8, Polarity: loci.Affirmed}
	read := s.extractor.Extract(extract.Input{Text: c.Text, Lang: lang, Usual: s.opts.Languages, Time: now, Subject: loci.SelfSubject})
	if c.Lang == "" {
		c.Lang = text.Detect(c.Text, s.opts.Languages...)
	}
	if len(read.Candidates) == 1 && read.Candidates[0].Op == loci.OpAssert {
		found := read.Candidates[0]
		if !isAll(found, c.Text) {
			// The text says more than the fact that was read: as a whole it
			// fills no slot, or the rest would go with the slot's next value.
			found.Slot.Attribute, found.Value = "", ""
		}
		found.Text, found.Confidence = c.Text, c.Confidence
		c = found
	} else if read.Denies {
		c.Polarity = loci.Negated
	}
	c.Slot.Subject = loci.SelfSubject
	return c
}

// isAll reports whether a fact that was read is all that a text says: before it
// stand at most words such as "ich", without which some languages do as well.
func isAll(found loci.Candidate, said string) bool {
	if found.Start > len(said) || !extract.SameWords(found.Text, said[found.Start:]) {
		return false
	}
	return !slices.ContainsFunc(text.Tokens(said[:found.Start]), func(t text.Token) bool { return !text.IsStop(t.Norm, found.Lang) })
}

func override(c *loci.Candidate, r loci.RememberRequest) {
	if r.Kind != "" {
		c.Kind = r.Kind
	}
	if r.Task != "" {
		c.Kind, c.Task, c.Outcome = loci.Episodic, r.Task, r.Outcome
		c.Key = cmp.Or(c.Key, "episode-"+loci.ID(newID()).Short())
	}
	if r.Field != "" {
		c.Kind, c.Field = loci.Procedural, r.Field
	}
	if c.Kind == loci.Procedural && !c.Origin.Tier().MayBeProcedural() {
		c.Kind, c.Field = loci.Semantic, "" // shown as a fact, never as an instruction
	}
	if r.Category != "" {
		c.Category = r.Category
	}
	if r.Importance != "" {
		c.Importance = r.Importance
	}
	if r.Due != nil {
		c.Due = r.Due
	}
}
