package service

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/guard"
)

// Bounds of what is taken from one answer of a model, and of what it is shown.
const (
	modelCandidates = 20
	modelRemovals   = 10
	knownLimit      = 50
	maxInferred     = 0.7 // confidence of what a model put into words of its own
)

// The steps of the cascade, as the bill names them.
const (
	stepRules   = "rules"
	stepVectors = "vectors"
	stepModel   = "model"
)

// askModel has the model read a turn and returns what of its answer is sound,
// with what the call cost. The model may be down, slow, panicking or talking
// nonsense: the rules' result stands then.
func (s *Service) askModel(ctx context.Context, t loci.Turn, answer string, rules extract.Result) (loci.ModelAnswer, loci.StepStats, error) {
	start := time.Now()
	known := s.knownTo(ctx, t.Scope, rules.Candidates)
	got, err := callModel(ctx, s.opts.Model, s.opts.ModelTimeout, loci.ModelRequest{
		User: t.Text, Assistant: answer, Lang: rules.Lang, Time: t.Time, Known: known,
	})
	sound := loci.ModelAnswer{Usage: got.Usage}
	for _, c := range got.Candidates {
		if c, ok := grounded(c, t.Text, rules); ok && len(sound.Candidates) < modelCandidates {
			sound.Candidates = append(sound.Candidates, c)
		}
	}
	for _, id := range got.Remove {
		if len(sound.Remove) < modelRemovals && slices.ContainsFunc(known, func(m loci.Memory) bool { return m.ID == id && m.Origin == loci.AssistantInferred }) {
			sound.Remove = append(sound.Remove, id)
		}
	}
	cost := loci.StepStats{Step: stepModel, Calls: 1, Found: len(sound.Candidates), Took: time.Since(start), Usage: got.Usage}
	if err != nil {
		cost.Failed = 1
	}
	return sound, cost, err
}

// knownTo returns the current memories of the slots that the rules have read, so
// that a model's labels agree with them, and the newest that models inferred,
// so that it can say what of it is no longer so.
func (s *Service) knownTo(ctx context.Context, scope loci.Scope, candidates []loci.Candidate) []loci.Memory {
	var slots []loci.Slot
	for _, c := range candidates {
		if c.Slot.Filled() {
			slots = append(slots, c.Slot)
		}
	}
	inferred, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{scope}, Statuses: current, Order: loci.NewestFirst, Limit: knownLimit})
	if err != nil {
		return nil // the model does without
	}
	known := slices.DeleteFunc(inferred, func(m loci.Memory) bool { return m.Origin != loci.AssistantInferred })
	if len(slots) > 0 {
		same, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{scope}, Slots: slots, Statuses: current})
		if err != nil {
			return known
		}
		known = append(known, slices.DeleteFunc(same, func(m loci.Memory) bool { return m.Origin == loci.AssistantInferred })...)
	}
	return known
}

func callModel(ctx context.Context, m loci.ModelExtractor, limit time.Duration, r loci.ModelRequest) (loci.ModelAnswer, error) {
	return shielded(ctx, limit, "the model extractor", func(ctx context.Context) (loci.ModelAnswer, error) {
		return m.ExtractFacts(ctx, r)
	})
}

// shielded calls what a host has injected: it returns when the deadline
// passes, even if the call does not, and takes a panic for an error.
func shielded[T any](ctx context.Context, limit time.Duration, what string, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if r := recover(); r != nil {
				a = answer{err: fmt.Errorf("%s panicked: %v", what, r)}
			}
			done <- a
		}()
		a.value, a.err = call(ctx)
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("%s did not answer in time: %w", what, ctx.Err())
	}
}

// grounded checks a model's candidate against the turn that it quotes. It has
// the user's authority only where it repeats, word for word, what the user
// claims there, and tells the agent how to work only where the rules read an
// instruction in these words; else it is the model's guess.
func grounded(c loci.Candidate, said string, rules extract.Result) (loci.Candidate, bool) {
	c = tidy(c)
	if _, err := loci.ParseKind(string(c.Kind)); err != nil {
		return c, false
	}
	if _, err := loci.ParseCategory(string(c.Category)); err != nil {
		return c, false
	}
	if _, err := loci.ParseImportance(string(c.Importance)); err != nil {
		return c, false
	}
	if c.Op != loci.OpAssert || c.Quote == "" || c.Text == "" {
		return c, false
	}
	c.Start = strings.Index(said, c.Quote)
	if c.Start < 0 {
		return c, false // quotes what was not said
	}
	if c.End = c.Start + len(c.Quote); guard.Torn(said, c.Start, c.End) {
		return c, false
	}
	c.Method, c.Origin = "model", loci.AssistantInferred
	c.Confidence = min(max(c.Confidence, 0), 1)
	if extract.SameWords(c.Text, c.Quote) && rules.Claims(c.Quote) {
		c = claimed(c, rules.Forbids(c.Quote))
	} else {
		c.Confidence = min(c.Confidence, maxInferred)
	}
	if c.Kind == loci.Procedural {
		if fact, _ := rules.Fact(c.Quote); fact.Kind != loci.Procedural || c.Origin != loci.UserStated {
			c.Kind, c.Field = loci.Semantic, ""
		}
	}
	if c.Lang == "" {
		c.Lang = rules.Lang
	}
	return c, true
}

// claimed gives a candidate the authority of the user, who claims what it says.
// What lasts and what is forbidden is then not the model's to play down, and
// what is not so stands in the user's words alone.
func claimed(c loci.Candidate, forbids bool) loci.Candidate {
	c.Origin, c.Polarity = loci.UserStated, loci.Affirmed
	switch {
	case forbids && c.Importance.Rank() > loci.High.Rank():
		c.Category, c.Importance = loci.Constraints, loci.High
	case forbids:
		c.Category = loci.Constraints
	case c.Category == loci.Ephemeral:
		c.Category = loci.Preferences
	}
	return c
}

// same reports whether two candidates describe the same span or slot.
func same(r, c loci.Candidate) bool {
	if r.Slot.Filled() && c.Slot.Filled() {
		return r.Slot.Attribute == c.Slot.Attribute
	}
	return r.Op == loci.OpAssert && r.Start < c.End && c.Start < r.End
}

// mergeModel adds a model's candidate. Where rules have read the same span or
// slot, the two become one.
func mergeModel(rules []loci.Candidate, c loci.Candidate) []loci.Candidate {
	i := slices.IndexFunc(rules, func(r loci.Candidate) bool { return same(r, c) })
	if i < 0 {
		return append(rules, c)
	}
	if c.Origin.Tier() >= rules[i].Origin.Tier() {
		rules[i] = labelled(rules[i], c)
	}
	return rules
}

// labelled gives what the rules have read a model's labels. The words stay: both
// are the user's, and slot, value and polarity go with those that the rules
// read. What tells the agent how to work goes on doing so, and a limit stays a
// limit of at least its importance.
func labelled(r, c loci.Candidate) loci.Candidate {
	if fact(r.Kind) && fact(c.Kind) {
		r.Kind = c.Kind
	}
	switch {
	case r.Category != loci.Constraints && c.Category != loci.Ephemeral:
		r.Category, r.Importance = c.Category, c.Importance
	case c.Importance.Rank() < r.Importance.Rank():
		r.Importance = c.Importance
	}
	if r.Due == nil {
		r.Due = c.Due
	}
	return r
}

func fact(k loci.Kind) bool { return k == loci.Semantic || k == loci.Profile }
