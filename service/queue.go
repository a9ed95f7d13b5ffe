package service

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/text"
)

const (
	queueBatch = 20
	queueLife  = 7 * 24 * time.Hour // a turn that no model has read by then is left to the rules
	worthWords = 4
)

// worthModel reports whether a model could add to what the rules have read: a
// message of some words, and not only a question.
func worthModel(t loci.Turn, rules extract.Result) bool {
	asks := strings.ContainsAny(lastRune(strings.TrimSpace(t.Text)), "?？؟;")
	if t.Role != loci.RoleUser || len(rules.Candidates) == 0 && asks {
		return false
	}
	return len(text.Tokens(t.Text)) >= worthWords
}

func lastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

// readWaiting has the model read the turns that hooks have left for it, oldest
// first, as far as today's budget goes. That it does not answer is no failure:
// what waits goes on waiting, a week at most.
func (s *Service) readWaiting(ctx context.Context, p loci.Principal, r *loci.MaintainResult) error {
	if s.opts.Model == nil {
		return nil
	}
	for {
		turns, err := s.store.Turns(ctx, loci.TurnQuery{AllScopes: true, Waits: true, Limit: queueBatch})
		if err != nil || len(turns) == 0 {
			return err
		}
		for _, t := range turns {
			more, err := s.readOne(ctx, p, t, r)
			if err != nil || !more {
				return err
			}
		}
	}
}

// readOne has the model read one turn; it reports whether to go on.
func (s *Service) readOne(ctx context.Context, p loci.Principal, t loci.Turn, r *loci.MaintainResult) (bool, error) {
	if s.now(p).Sub(t.Kept) > queueLife {
		return true, s.settle(ctx, p, t, loci.StepStats{}, loci.ModelAnswer{}, extract.Result{})
	}
	if ok, err := s.within(ctx, t.Scope, s.now(p)); err != nil || !ok {
		r.Unread = "today's calls of the model are used up; what waits is read tomorrow"
		return false, err
	}
	subject, err := s.subjectOf(ctx, t)
	if err != nil {
		return false, err
	}
	rules := s.extractor.Extract(extract.Input{Text: t.Text, Usual: s.opts.Languages, Time: t.Time, Subject: subject})
	answer, cost, err := s.askModel(ctx, t, s.replyTo(ctx, t), rules)
	if err != nil && loci.CodeOf(err) != loci.Invalid { // an answer that is none would be none again
		r.Unread = err.Error()
		return false, s.chargeOnly(ctx, p, t.Scope, cost)
	}
	if err := s.settle(ctx, p, t, cost, answer, rules); err != nil {
		return false, err
	}
	r.Modelled++
	return true, nil
}

// chargeOnly puts a call on the bill that came to nothing.
func (s *Service) chargeOnly(ctx context.Context, p loci.Principal, scope loci.Scope, cost loci.StepStats) error {
	d := s.newDraft(p, scope)
	d.charge(cost)
	_, err := s.store.Apply(ctx, d.change)
	return err
}

// replyTo is what the assistant said after a turn.
func (s *Service) replyTo(ctx context.Context, t loci.Turn) string {
	if t.Conversation == "" {
		return ""
	}
	after, err := s.store.Turns(ctx, loci.TurnQuery{
		Scopes: []loci.Scope{t.Scope}, Conversation: t.Conversation, Role: loci.RoleAssistant, Since: t.Time, Limit: 1})
	if err != nil || len(after) == 0 {
		return ""
	}
	return after[0].Text
}

// settle writes what the model made of a waiting turn, and that it waits no
// longer, in one transaction.
func (s *Service) settle(ctx context.Context, p loci.Principal, t loci.Turn, cost loci.StepStats, a loci.ModelAnswer, rules extract.Result) error {
	p.Scope = t.Scope
	_, err := s.write(ctx, p, t.Scope, func(d *draft) error {
		now, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{t.Scope}, IDs: []loci.TurnID{t.ID}, Limit: 1})
		if err != nil || len(now) == 0 || !now[0].Waits || now[0].Text != t.Text {
			return err // forgotten, or read by another
		}
		t := now[0]
		t.Waits = false
		d.turn, d.guest = t.ID, !owner(t)
		d.change.Turns = append(d.change.Turns, loci.TurnWrite{Turn: t, Replace: true, Index: s.turnEntry(t)})
		subject, err := s.subjectOf(ctx, t)
		if err != nil {
			return err
		}
		var outcomes []loci.Outcome
		for _, c := range a.Candidates {
			c.Ref = loci.Ref{Conversation: t.Conversation, Turn: t.ID}
			c.Slot.Subject = subject
			o, err := s.takeModel(ctx, d, t, c, rules.Candidates)
			if err != nil {
				return err
			}
			outcomes = append(outcomes, o)
		}
		if err := d.removeInferred(ctx, a.Remove); err != nil {
			return err
		}
		cost.Stored = stored(outcomes)
		d.charge(cost)
		return nil
	})
	return err
}

// takeModel stores a model's candidate of a turn that the rules have read
// before. Where they made a memory of the same span or slot, that memory takes
// the model's labels, and no second one comes to be; one that anybody has
// touched since stays as it is.
func (s *Service) takeModel(ctx context.Context, d *draft, t loci.Turn, c loci.Candidate, rules []loci.Candidate) (loci.Outcome, error) {
	i := slices.IndexFunc(rules, func(r loci.Candidate) bool { return same(r, c) })
	if i < 0 {
		return s.take(ctx, d, c, t.Time)
	}
	dropped := loci.Outcome{Action: loci.ActionDropped, Text: c.Text, Turn: t.ID, Reason: "read by the rules"}
	if c.Origin.Tier() < rules[i].Origin.Tier() {
		dropped.Reason = "the user's own words say it"
		return dropped, nil
	}
	r := tidy(rules[i])
	made, err := d.find(ctx, loci.MemoryQuery{Turns: []loci.TurnID{t.ID}}, func(m loci.Memory) bool {
		return m.Ref.Turn == t.ID && m.Text == r.Text && m.Current(d.now)
	})
	if err != nil || len(made) != 1 || made[0].Version != 1 {
		return dropped, err
	}
	m := made[0]
	r.Kind, r.Category, r.Importance, r.Due = m.Kind, m.Category, m.Importance, m.Due
	r = labelled(r, c)
	m.Kind, m.Category, m.Importance, m.Due = r.Kind, r.Category, r.Importance, r.Due
	if !reflect.DeepEqual(m, made[0]) {
		m = d.put(m, loci.HistoryEdit, "a model's labels")
	}
	return loci.Outcome{Action: loci.ActionEvidence, Memory: &m, Turn: t.ID}, nil
}

// removeInferred closes what a model says is no longer so, of what models
// themselves inferred.
func (d *draft) removeInferred(ctx context.Context, ids []loci.ID) error {
	if len(ids) == 0 || d.guest {
		return nil
	}
	ms, err := d.find(ctx, loci.MemoryQuery{IDs: ids}, func(m loci.Memory) bool { return slices.Contains(ids, m.ID) })
	if err != nil {
		return err
	}
	for _, m := range ms {
		if m.Origin == loci.AssistantInferred && m.Current(d.now) {
			d.supersede(m, "", loci.HistoryRetract, "a model found it to be no longer so")
		}
	}
	return nil
}
