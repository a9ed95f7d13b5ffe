package service_test

import (
	"context"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

// slow is a spool in which one turn waits, and takes its reader until the time is
// up in which turns are begun.
type slow struct {
	loci.Spool
	waiting []loci.SpooledTurn
}

func (s *slow) Drain(ctx context.Context, take func(loci.SpooledTurn) error) error {
	for _, w := range s.waiting {
		<-ctx.Done()
		if err := take(w); err != nil {
			return err
		}
	}
	s.waiting = nil
	return nil
}

// However slow the machine, a call that somebody waits for ends what it has begun.
func TestABegunTurnIsTakenIn(t *testing.T) {
	spool := &slow{waiting: []loci.SpooledTurn{{
		Principal: loci.Principal{Scope: loci.Scope{Org: "local", User: "me"}, Via: loci.ViaHook},
		Turn:      loci.Turn{Conversation: "c", Role: loci.RoleUser, Text: "I'm allergic to peanuts"},
	}}}
	b := open(t, func(o *service.Options) { o.Spool, o.SpoolBusy = spool, true })
	if got := b.valid(); len(got) != 1 || len(spool.waiting) > 0 {
		t.Errorf("%q, %d wait", got, len(spool.waiting))
	}
}
