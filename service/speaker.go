package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// crowd is who speaks in each conversation. Without a name it is the owner of the
// memory.
type crowd map[string][]string

// speakers returns the human speakers of the turns' conversations, as far as it
// takes to know whether there are several. A turn of no conversation may be of
// any.
func (s *Service) speakers(ctx context.Context, scope loci.Scope, turns ...loci.Turn) (crowd, error) {
	c := crowd{}
	for _, t := range turns {
		if _, known := c[t.Conversation]; !known && t.Speaker != "" {
			others, err := s.store.Turns(ctx, loci.TurnQuery{
				Scopes: []loci.Scope{scope}, Conversation: t.Conversation, Role: loci.RoleUser, NotSpeaker: t.Speaker, Limit: 1})
			if err != nil {
				return nil, err
			}
			c[t.Conversation] = nil
			for _, o := range others {
				c.note(t.Conversation, o)
			}
		}
		c.note(t.Conversation, t)
	}
	return c, nil
}

func (c crowd) note(conversation string, t loci.Turn) {
	if t.Role == loci.RoleUser && !slices.Contains(c[conversation], t.Speaker) {
		c[conversation] = append(c[conversation], t.Speaker)
	}
}

// subject is whom a turn speaks for: the owner, or in a conversation of several
// the speaker that it names.
func (c crowd) subject(t loci.Turn) string {
	if t.Speaker == "" || len(c[t.Conversation]) < 2 {
		return loci.SelfSubject
	}
	if text.Fold(t.Speaker) == loci.SelfSubject {
		return otherUser
	}
	return t.Speaker
}

// otherUser is the subject of a speaker who is named as the owner's slots are.
const otherUser = "another " + loci.SelfSubject

// subjectOf is whom a turn that is kept speaks for.
func (s *Service) subjectOf(ctx context.Context, t loci.Turn) (string, error) {
	c, err := s.speakers(ctx, t.Scope, t)
	return c.subject(t), err
}

// owner reports whether the owner of the memory, and surely nobody else, said a
// turn of a scope's: it names no speaker, or the scope's user. Only what the
// owner says commands the memory, is quoted, and tells the agent how to work.
func owner(t loci.Turn) bool {
	named := t.Scope.User != loci.DefaultUser && text.Fold(t.Speaker) == text.Fold(t.Scope.User)
	return t.Role == loci.RoleUser && (t.Speaker == "" || named)
}

// own reports whether a subject is the owner of the memory: others change only
// what is known of themselves.
func own(subject string) bool { return subject == "" || subject == loci.SelfSubject }
