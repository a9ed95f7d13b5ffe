package service

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/text"
)

// quoteWindow is how far back an agent may quote the user.
const quoteWindow = 24 * time.Hour

// originOf says where a remembered statement came from: the principal's way of
// acting decides, and the request may only lower it. An agent speaks with the
// user's authority where it repeats what the user said within the last day, and
// with a stranger's where it repeats one.
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
		} else if t, ok := s.echoed(ctx, p, r); ok {
			origin, turn = t.Role.Origin(), t.ID
		}
	}
	if r.Origin != "" && r.Origin.Tier() <= origin.Tier() {
		origin = r.Origin
	}
	return origin, turn
}

// quoted finds a recent turn in which the user claims what the agent remembers,
// within the words that the agent quotes where it quotes any. What somebody did
// is never quoted: an agent tells it in words of its own.
func (s *Service) quoted(ctx context.Context, p loci.Principal, r loci.RememberRequest) (loci.TurnID, bool) {
	quote := words(cmp.Or(r.Quote, r.Text))
	if r.Text == "" || r.Task+r.Outcome != "" || !containsRun(quote, words(r.Text)) {
		return "", false
	}
	turns, err := s.ownTurns(ctx, p.Scope, s.now(p))
	if err != nil {
		return "", false
	}
	for _, t := range turns {
		if containsRun(words(t.Text), quote) && s.claims(t, r.Text) {
			return t.ID, true
		}
	}
	return "", false
}

// ownTurns returns what the owner of the memory has said here within the last
// day, the newest first. What was imported only says that it is the owner's.
func (s *Service) ownTurns(ctx context.Context, scope loci.Scope, now time.Time) ([]loci.Turn, error) {
	turns, err := s.store.Turns(ctx, loci.TurnQuery{
		Scopes: []loci.Scope{scope}, Role: loci.RoleUser, Since: now.Add(-quoteWindow), Until: now.Add(time.Minute), Newest: true, Limit: 200})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(turns, func(t loci.Turn) bool { return t.Imported || !owner(t) }), nil
}

// claims reports whether the user claims in the turn what is said, in these
// words. Where the rules read a fact in them, it must be the one that they read
// in the words alone, which is what would be stored.
func (s *Service) claims(t loci.Turn, said string) bool {
	read := s.extractor.Extract(extract.Input{Text: t.Text, Usual: s.opts.Languages, Time: t.Time, Subject: loci.SelfSubject})
	fact, ok := read.Fact(said)
	if !ok {
		return read.Claims(said)
	}
	alone := s.candidateOf(loci.RememberRequest{Text: said}, loci.UserStated, t.Time)
	return fact.Polarity == alone.Polarity && fact.Slot == alone.Slot && fact.Hedged == alone.Hedged
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
