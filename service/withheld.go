package service

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
)

// maxWithholding is of how many conversations a service knows what was cut out.
const maxWithholding = 256

// withholding knows, for as long as a service lives, what the guard has cut out
// of each conversation.
type withholding struct {
	mu     sync.Mutex
	values map[talk][]loci.Withheld
	order  []talk // the oldest first
}

// talk is a conversation of a user's.
type talk struct{ org, user, conversation string }

// learn adds values to those of a conversation, and returns all of them.
func (w *withholding) learn(t talk, values []loci.Withheld) []loci.Withheld {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, found := w.values[t]
	if len(values) == 0 {
		return known
	}
	known = loci.JoinWithheld(known, values)
	if w.values == nil {
		w.values = make(map[talk][]loci.Withheld)
	}
	if !found {
		if w.order = append(w.order, t); len(w.order) > maxWithholding {
			delete(w.values, w.order[0])
			w.order = w.order[1:]
		}
	}
	w.values[t] = known
	return known
}

// of returns what is known of all the conversations of a scope's user.
func (w *withholding) of(scope loci.Scope) []loci.Withheld {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []loci.Withheld
	for t, values := range w.values {
		if t.org == scope.Org && t.user == scope.User {
			all = append(all, values...)
		}
	}
	return all
}

// withheldFrom returns what the guard has cut out of a text.
func (s *Service) withheldFrom(said string, findings []loci.Finding) []loci.Withheld {
	var out []loci.Withheld
	for _, f := range findings {
		if value := said[f.Start:f.End]; s.guard.Cuts(f) && len(value) >= guard.MinRepeated {
			out = append(out, loci.Withheld{Kind: f.Kind, Size: len(value), MAC: s.withheldMAC(value)})
		}
	}
	return out
}

// withheldMAC is the same however a value is capitalised: who says a secret again
// does not mind its case.
func (s *Service) withheldMAC(value string) string {
	return s.mac("withheld", strings.ToLower(value))[:32]
}

// admission is a turn that the guard has seen, or why it cannot be kept.
type admission struct {
	turn     loci.Turn
	findings []loci.Finding
	err      error
}

// admitAll admits the turns of a request. What is cut out of one is cut out of
// all the others of its conversation, said before or after.
func (s *Service) admitAll(ctx context.Context, p loci.Principal, r loci.IngestRequest) (admitted []admission, withheld []loci.Withheld) {
	byConversation := make(map[string][]loci.Withheld)
	before := make(map[string]admission) // by conversation, the last turn
	for _, t := range r.Turns {
		a, values := s.screen(p, t, func(a loci.Turn) string { return s.question(ctx, before[t.Conversation], a) })
		admitted = append(admitted, a)
		before[t.Conversation] = a
		byConversation[t.Conversation] = append(byConversation[t.Conversation], values...)
		withheld = append(withheld, values...)
	}
	for name, values := range byConversation {
		byConversation[name] = s.withholding.learn(talk{p.Scope.Org, p.Scope.User, name}, append(slices.Clone(r.Withheld), values...))
	}
	for i := range admitted {
		s.withhold(&admitted[i], byConversation[r.Turns[i].Conversation])
	}
	return admitted, withheld
}

// question returns what the assistant said last before a turn that may answer it.
func (s *Service) question(ctx context.Context, before admission, t loci.Turn) string {
	last := before.turn
	if last.ID == "" {
		turns, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{t.Scope}, Conversation: t.Conversation, Until: t.Time, Newest: true, Limit: 1})
		if err != nil || len(turns) == 0 { // what a busy store does not tell is no reason to keep nothing
			return ""
		}
		last = turns[0]
	}
	if last.Role != loci.RoleAssistant {
		return ""
	}
	return last.Text
}

// withhold cuts out of an admitted turn what is known not to be kept.
func (s *Service) withhold(a *admission, known []loci.Withheld) {
	if len(known) == 0 || a.err != nil {
		return
	}
	clean, findings := guard.CutRepeated(a.turn.Text, sizes(known), func(value string) string { return s.kindOf(value, known) })
	a.turn.Text, a.findings = clean, append(a.findings, findings...)
}

// repeated returns what in a candidate has been cut out of what its user said. A
// number alone may stand there for something else.
func (s *Service) repeated(scope loci.Scope, c loci.Candidate) []loci.Finding {
	known := s.withholding.of(scope)
	if len(known) == 0 {
		return nil
	}
	for _, f := range []struct{ name, text string }{{"text", c.Text}, {"task", c.Task}, {"outcome", c.Outcome}, {"quote", c.Quote}} {
		_, found := guard.CutRepeated(f.text, sizes(known), func(value string) string {
			if _, err := strconv.Atoi(value); err == nil {
				return ""
			}
			return s.kindOf(value, known)
		})
		for i := range found {
			found[i].Field = f.name
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// kindOf returns what sort of secret a value is, "" if it is none of those known.
func (s *Service) kindOf(value string, known []loci.Withheld) string {
	mac := s.withheldMAC(value)
	if i := slices.IndexFunc(known, func(w loci.Withheld) bool { return w.MAC == mac }); i >= 0 {
		return known[i].Kind
	}
	return ""
}

func sizes(known []loci.Withheld) []int {
	out := make([]int, len(known))
	for i, w := range known {
		out[i] = w.Size
	}
	return out
}
