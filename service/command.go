package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/text"
)

// commanded returns the statement that a command wants kept with its turn.
func (s *Service) commanded(c command.Command, t loci.Turn) []loci.Candidate {
	r := loci.RememberRequest{Text: c.Text}
	switch c.Name {
	case command.Remember:
	case command.Episode:
		r.Task, r.Outcome = c.Task, c.Outcome
	default:
		return nil
	}
	found := s.candidateOf(r, loci.UserStated, t.Time)
	found.Ref = loci.Ref{Conversation: t.Conversation, Turn: t.ID}
	return []loci.Candidate{found}
}

// obey does what a command asks for beside keeping its turn, and says so.
func (s *Service) obey(ctx context.Context, p loci.Principal, t loci.Turn, c command.Command) (string, []loci.Outcome, error) {
	if c.Name == command.OffRecord {
		reply, err := s.takeOff(ctx, p, t)
		return reply, nil, err
	}
	if s.now(p).Sub(t.Time) > quoteWindow {
		return "", nil, nil // of an old conversation, where it has been done
	}
	switch c.Name {
	case command.Policy:
		return s.setPolicy(ctx, p, t, c.Text)
	case command.List:
		reply, err := s.listed(ctx, p)
		return reply, nil, err
	case command.Compact:
		r, err := s.Compact(loci.WithPrincipal(ctx, p), loci.CompactRequest{})
		if err != nil || r.Added == 0 {
			return "Nothing to compact.", nil, err
		}
		return fmt.Sprintf("Compacted: %d facts in one profile, %d of them new.\n\n%s", r.Count, r.Added, r.Text), nil, nil
	case command.Summarize:
		return "It is the host of this thread that summarizes it.", nil, nil
	case command.Everything:
		return "Nothing was forgotten yet: what is erased does not come back, so a person does it, in a terminal: loci forget --everything", nil, nil
	case command.Part:
		return "Nothing was forgotten yet: what is erased does not come back. Name it: /memory forget ID or WORDS; /memory list shows what is remembered.", nil, nil
	case command.Unknown:
		return "Unknown command. There are: /memory list, /memory compact, /memory forget ID or WORDS, /thread summarize.", nil, nil
	case command.Forget:
		reply, err := s.forgetAsked(ctx, p, c.Text)
		return reply, nil, err
	}
	return "", nil, nil
}

// setPolicy stores what holds for the whole org.
func (s *Service) setPolicy(ctx context.Context, p loci.Principal, t loci.Turn, policy string) (string, []loci.Outcome, error) {
	if !loci.TierStated.MayShare(p) {
		const why = "only an admin may set a policy for the whole org"
		return "Not stored: " + why + ".", []loci.Outcome{{Action: loci.ActionRefused, Reason: why, Turn: t.ID}}, nil
	}
	c := s.candidateOf(loci.RememberRequest{Text: policy, Category: loci.Constraints, Importance: loci.High}, loci.UserStated, t.Time)
	c.Ref = loci.Ref{Conversation: t.Conversation, Turn: t.ID}
	c.Slot.Attribute, c.Value = "", "" // it is about the org, not about who says it
	r, err := s.keep(ctx, p, p.Scope.Shared(), c, loci.RememberRequest{})
	if err != nil {
		return "", nil, err
	}
	return kept(r.Outcome), []loci.Outcome{r.Outcome}, nil
}

func (s *Service) listed(ctx context.Context, p loci.Principal) (string, error) {
	r, err := s.List(loci.WithPrincipal(ctx, p), loci.ListRequest{})
	if err != nil || len(r.Memories) == 0 {
		return "Nothing is remembered here.", err
	}
	var b strings.Builder
	for _, m := range r.Memories {
		for _, said := range m.Statements() {
			fmt.Fprintf(&b, "- [%s] %s\n", m.ID.Short(), said)
		}
	}
	if r.More {
		b.WriteString("and more\n")
	}
	return b.String(), nil
}

// forgetAsked erases the one memory that the user's words or its id name. Of
// several none goes, since what is erased does not come back.
func (s *Service) forgetAsked(ctx context.Context, p loci.Principal, what string) (string, error) {
	r, began := loci.ForgetRequest{Query: what}, s.now(p)
	if _, err := s.resolveRef(ctx, p, what); err == nil {
		r = loci.ForgetRequest{Ref: what}
	}
	named, earlier, err := s.forgetTargets(ctx, p, r)
	if err != nil {
		return "", err
	}
	targets := slices.Concat(named, earlier)
	targets = slices.DeleteFunc(targets, func(m loci.Memory) bool { return m.Scope.User == loci.SharedUser && !p.Admin() })
	switch {
	case len(targets) == 0:
		return "Nothing that is remembered has these words.", nil
	case len(targets) > 1 && r.Ref == "":
		var b strings.Builder
		b.WriteString("Several memories have these words, and none was forgotten. Name one by its id:\n")
		for _, m := range targets {
			fmt.Fprintf(&b, "- [%s] %s\n", m.ID.Short(), m.Text)
		}
		return b.String(), nil
	}
	result, err := s.eraseAll(ctx, p, targets, false)
	if err == nil {
		s.drainForgotten(ctx, p, &result, began, targets, "")
		err = s.scrub(ctx, &result)
	}
	if err != nil {
		return "", err
	}
	return "Forgotten." + heldBy(result.State, result.Holders), nil
}

// heldBy says what still holds what was forgotten, if anything does.
func heldBy(state loci.ForgetState, holders []string) string {
	if state != loci.ForgetPending {
		return ""
	}
	return " Some of its bytes are still held by: " + strings.Join(holders, ", ")
}

// kept says in a line what became of a statement.
func kept(o loci.Outcome) string {
	switch {
	case o.Memory == nil || o.Action == loci.ActionRefused:
		return "Not stored: " + o.Reason + "."
	case o.Action == loci.ActionQuarantined:
		return "Not used until a person confirms it: " + o.Memory.Text
	case o.Action == loci.ActionEvidence:
		return "Known already: " + o.Memory.Text
	}
	return fmt.Sprintf("Remembered: %s [%s]", text.Normalize(o.Memory.Text), o.Memory.ID.Short())
}
