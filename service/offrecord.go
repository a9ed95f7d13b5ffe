package service

import (
	"context"
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/transcript"
)

// asides tells of each conversation about its last message from a person. What
// answers one that is off the record is off the record too, since it repeats it.
type asides map[string]aside

type aside struct {
	off    bool // the last message
	before bool // the one before it
}

// note reads the next turn of a conversation, before anything of it is kept.
func (a asides) note(t loci.Turn) {
	if t.Role == loci.RoleUser {
		a[t.Conversation] = aside{off: command.OffTheRecord(transcript.Unwrap(t.Text)), before: a[t.Conversation].off}
	}
}

// holds reports whether nothing of an admitted turn may be kept. A command is obeyed,
// whatever else it says, unless what it wants off the record is so already.
func (a asides) holds(t loci.Turn) bool {
	last := a[t.Conversation]
	if !last.off {
		return false
	}
	c, commanded := commandIn(t)
	return !commanded || c.Name == command.OffRecord && last.before
}

// takeOff takes the owner's message before a turn off the record: its words, what
// answered it, and what was learnt from it alone.
func (s *Service) takeOff(ctx context.Context, p loci.Principal, t loci.Turn) (string, error) {
	turns, err := s.store.Turns(ctx, loci.TurnQuery{
		Scopes: []loci.Scope{t.Scope}, Conversation: t.Conversation, Role: loci.RoleUser, Until: t.Time.Add(time.Microsecond), Newest: true, Limit: 50})
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(turns, func(o loci.Turn) bool { return o.Conversation == t.Conversation && o.ID != t.ID && owner(o) })
	if at < 0 || turns[at].Blank {
		return "Off the record: nothing is kept of the message before.", nil
	}
	res, err := s.revoke(ctx, p, loci.RevokeRequest{Conversation: t.Conversation, Turn: turns[at].ID, Erase: true})
	if err != nil {
		return "", err
	}
	return "Off the record: the message before is forgotten, and what was learnt from it." + heldBy(res.State, res.Holders), nil
}

// offRecord reports whether a statement, or what it quotes, holds the wish that
// it be forgotten.
func offRecord(r loci.RememberRequest) bool {
	return slices.ContainsFunc([]string{r.Text, r.Quote, r.Task, r.Outcome}, command.OffTheRecord)
}
