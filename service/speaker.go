package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// crowd is who speaks in each conversation, the names folded. Without a name it
// is the owner of the memory.
type crowd map[string][]string

// crowdDepth is how many turns at either end of a conversation are looked at for
// its speakers: a flood of messages does not make somebody the only one.
const crowdDepth = 20

// speakers returns the human speakers of the turns' conversations, as far as the
// turns and the store know them.
func (s *Service) speakers(ctx context.Context, scope loci.Scope, turns ...loci.Turn) crowd {
	c := crowd{}
	for _, t := range turns {
		if _, known := c[t.Conversation]; !known && t.Speaker != "" {
			c[t.Conversation] = nil
			for _, newest := range []bool{true, false} {
				before, _ := s.store.Turns(ctx, loci.TurnQuery{
					Scopes: []loci.Scope{scope}, Conversation: t.Conversation, Role: loci.RoleUser, Newest: newest, Limit: crowdDepth})
				for _, b := range before {
					if b.Conversation == t.Conversation {
						c.note(b)
					}
				}
			}
		}
		c.note(t)
	}
	return c
}

func (c crowd) note(t loci.Turn) {
	name := text.Fold(t.Speaker)
	if t.Role == loci.RoleUser && !slices.Contains(c[t.Conversation], name) {
		c[t.Conversation] = append(c[t.Conversation], name)
	}
}

// subject is whom a turn speaks for: the owner, or in a conversation of several
// the speaker that it names.
func (c crowd) subject(t loci.Turn) string {
	if t.Speaker == "" || len(c[t.Conversation]) < 2 {
		return loci.SelfSubject
	}
	return text.Normalize(t.Speaker)
}

// subjectOf is whom a turn that is kept speaks for.
func (s *Service) subjectOf(ctx context.Context, t loci.Turn) string {
	return s.speakers(ctx, t.Scope, t).subject(t)
}

// own reports whether a subject is the owner of the memory: only what the owner
// says commands it, and others change only what is known of themselves.
func own(subject string) bool { return subject == "" || subject == loci.SelfSubject }
