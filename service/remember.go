package service

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/contextblock"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/text"
)

// quoteWindow is how far back an agent may quote the user.
const quoteWindow = 24 * time.Hour

// Remember stores one statement.
func (s *Service) Remember(ctx context.Context, r loci.RememberRequest) (loci.RememberResult, error) {
	p, err := s.principal(ctx)
	if err != nil {
		return loci.RememberResult{}, err
	}
	if err := validRemember(r); err != nil {
		return loci.RememberResult{}, err
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
	return s.keep(ctx, p, scope, c)
}

// Upsert stores one candidate that the program itself vouches for, through the
// same write path as everything else.
func (s *Service) Upsert(ctx context.Context, c loci.Candidate) (loci.RememberResult, error) {
	p, err := s.principal(ctx)
	if err != nil {
		return loci.RememberResult{}, err
	}
	if c.Slot.Subject == "" {
		c.Slot.Subject = loci.SelfSubject
	}
	return s.keep(ctx, p, p.Scope, c)
}

// keep puts one candidate through the write path.
func (s *Service) keep(ctx context.Context, p loci.Principal, scope loci.Scope, c loci.Candidate) (loci.RememberResult, error) {
	var result loci.RememberResult
	d, err := s.write(ctx, p, scope, func(d *draft) (err error) {
		if c.Key != "" {
			done, err := d.byKey(ctx, c, &result.Outcome)
			if done || err != nil {
				return err
			}
		}
		result.Outcome, err = s.take(ctx, d, c, d.now)
		return err
	})
	if err != nil {
		return result, err
	}
	if result.Action == loci.ActionRefused {
		return result, &loci.RefusedError{Findings: result.Findings}
	}
	if !d.empty() {
		result.Change = d.change.Change
	}
	s.aside(ctx, p)
	return result, nil
}

// byKey updates the memory that holds the caller's key, in place: the key is
// the caller's word that it is the same thing. done is false when there is
// none, or when trust forbids it to be overwritten.
func (d *draft) byKey(ctx context.Context, c loci.Candidate, out *loci.Outcome) (done bool, err error) {
	c = tidy(c)
	v := d.s.guard.Check(c)
	if v.Action == guard.Refuse || v.Action == guard.Quarantine {
		return false, nil // take reports it
	}
	held, err := d.find(ctx, loci.MemoryQuery{Key: c.Key, Kinds: []loci.Kind{c.Kind}}, func(m loci.Memory) bool {
		return m.Key == c.Key && m.Kind == c.Kind && m.Current(d.now)
	})
	if err != nil || len(held) == 0 {
		return false, err
	}
	old := held[0]
	fresh := d.record(c, v, d.now)
	if loci.MaySupersede(fresh.Tier, old.Tier, true, d.scope.User == loci.SharedUser) == loci.Forbidden {
		return false, loci.Errorf(loci.Denied, "key %q holds what the user said; an agent cannot overwrite it", c.Key).
			WithHint("store it under another key, or quote the user's words")
	}
	if old.Text == fresh.Text && old.Category == fresh.Category && old.Importance == fresh.Importance {
		*out = loci.Outcome{Action: loci.ActionEvidence, Memory: &old, Reason: "known already"}
		return true, nil
	}
	before := old.Clone()
	old.Status, _ = loci.Transition(old.StatusAt(d.now), loci.Supersede)
	old.SupersededBy, old.ValidTo = fresh.ID, d.now.UTC()
	closed := d.put(old, loci.HistorySupersede, "same key")
	fresh.Supersedes = before.ID
	m := d.put(fresh, loci.HistoryAdd, "same key")
	*out = loci.Outcome{Action: loci.ActionSuperseded, Memory: &m, Previous: &closed}
	return true, nil
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

// originOf says where a remembered statement came from: the principal's way of
// acting decides, and the request may only lower it. An agent speaks with the
// user's authority where it repeats what the user said within the last day.
func (s *Service) originOf(ctx context.Context, p loci.Principal, r loci.RememberRequest) (loci.Origin, loci.TurnID) {
	origin, turn := loci.AgentNoted, loci.TurnID("")
	switch {
	case p.Person():
		origin = loci.UserStated
	case p.Via == loci.ViaImport:
		origin = loci.FromImport
	default:
		if id, ok := s.quoted(ctx, p, r); ok {
			origin, turn = loci.UserStated, id
		}
	}
	if r.Origin != "" && r.Origin.Tier() <= origin.Tier() {
		origin = r.Origin
	}
	return origin, turn
}

// quoted finds a recent turn of the user that says what the agent remembers.
func (s *Service) quoted(ctx context.Context, p loci.Principal, r loci.RememberRequest) (loci.TurnID, bool) {
	said := text.Normalize(r.Quote)
	if said == "" {
		said = text.Normalize(r.Text)
	}
	now := s.now(p)
	turns, err := s.store.Turns(ctx, loci.TurnQuery{
		Scopes: []loci.Scope{p.Scope}, Role: loci.RoleUser, Since: now.Add(-quoteWindow), Until: now.Add(time.Minute), Newest: true, Limit: 200})
	if err != nil {
		return "", false
	}
	want := words(said)
	for _, t := range turns {
		if len(want) > 0 && containsRun(words(t.Text), want) {
			return t.ID, r.Text == "" || addsNothing(r.Text, said, "")
		}
	}
	return "", false
}

func words(s string) []string {
	var out []string
	for _, t := range text.Tokens(s) {
		out = append(out, t.Norm)
	}
	return out
}

func containsRun(all, run []string) bool {
	for i := 0; i+len(run) <= len(all); i++ {
		if slices.Equal(all[i:i+len(run)], run) {
			return true
		}
	}
	return false
}

// candidateOf reads a request as the extraction would read the user's words,
// so that it finds its slot; what the request says itself has precedence.
func (s *Service) candidateOf(r loci.RememberRequest, origin loci.Origin, now time.Time) loci.Candidate {
	stripped, _ := contextblock.Strip(r.Text)
	c := loci.Candidate{Op: loci.OpAssert, Text: text.Normalize(stripped), Lang: r.Lang, Confidence: 0.8, Polarity: loci.Affirmed}
	read := s.extractor.Extract(extract.Input{Text: c.Text, Lang: r.Lang, Usual: s.opts.Languages, Time: now, Subject: loci.SelfSubject})
	if c.Lang == "" {
		c.Lang = text.Detect(c.Text, s.opts.Languages...)
	}
	if len(read.Candidates) == 1 && read.Candidates[0].Op == loci.OpAssert {
		found := read.Candidates[0]
		if !sameWords(found.Text, c.Text) {
			// The text says more than the fact that was read: as a whole it
			// fills no slot, or the rest would go with the slot's next value.
			found.Slot.Attribute, found.Value = "", ""
		}
		found.Text, found.Confidence = c.Text, c.Confidence
		c = found
	}
	c.Slot.Subject = loci.SelfSubject
	c.Origin, c.Key, c.Metadata = origin, r.Key, r.Metadata
	c.Quote, c.Ref.URL = r.Quote, r.URL
	override(&c, r)
	return c
}

func sameWords(a, b string) bool { return slices.Equal(words(a), words(b)) }

func override(c *loci.Candidate, r loci.RememberRequest) {
	if r.Kind != "" {
		c.Kind = r.Kind
	}
	if r.Task != "" {
		c.Kind, c.Task, c.Outcome = loci.Episodic, r.Task, r.Outcome
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
