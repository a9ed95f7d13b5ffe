package service

import (
	"context"
	"slices"
	"sync"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/text"
)

// maxWithholding is of how many conversations a service knows what was cut out.
const maxWithholding = 256

// withholding knows, for as long as a service lives, what the guard has cut out
// of each conversation.
type withholding struct {
	mu     sync.Mutex
	values map[string][]loci.Withheld
	order  []string // conversations, the oldest first
}

// learn adds values to those of a conversation, and returns all of them.
func (w *withholding) learn(conversation string, values []loci.Withheld) []loci.Withheld {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, found := w.values[conversation]
	if len(values) == 0 {
		return known
	}
	known = loci.JoinWithheld(known, values)
	if w.values == nil {
		w.values = make(map[string][]loci.Withheld)
	}
	if !found {
		if w.order = append(w.order, conversation); len(w.order) > maxWithholding {
			delete(w.values, w.order[0])
			w.order = w.order[1:]
		}
	}
	w.values[conversation] = known
	return known
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

func (s *Service) withheldMAC(value string) string { return s.mac("withheld", value)[:32] }

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
		name := text.Normalize(t.Conversation)
		a, values := s.screen(p, t, func(t loci.Turn) string { return s.question(ctx, before[name], t) })
		admitted = append(admitted, a)
		before[name] = a
		byConversation[name] = append(byConversation[name], values...)
		withheld = append(withheld, values...)
	}
	for name, values := range byConversation {
		byConversation[name] = s.withholding.learn(p.Scope.Org+"\x00"+p.Scope.User+"\x00"+name, append(slices.Clone(r.Withheld), values...))
	}
	for i := range admitted {
		s.withhold(&admitted[i], byConversation[text.Normalize(r.Turns[i].Conversation)])
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
	sizes := make([]int, len(known))
	for i, w := range known {
		sizes[i] = w.Size
	}
	clean, findings := guard.CutRepeated(a.turn.Text, sizes, func(value string) string {
		mac := s.withheldMAC(value)
		if i := slices.IndexFunc(known, func(w loci.Withheld) bool { return w.MAC == mac }); i >= 0 {
			return known[i].Kind
		}
		return ""
	})
	a.turn.Text, a.findings = clean, append(a.findings, findings...)
}
