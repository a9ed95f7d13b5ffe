package local

import (
	"cmp"
	"context"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Saver returns a saver that keeps threads in the memory file.
func (m *Memory) Saver(o checkpoint.Options) (*checkpoint.Saver, error) {
	return checkpoint.NewSaver(m.store, o)
}

// RevertThread takes back what the conversation of this thread's name has
// written to its owner's memory since a time: what it added is closed, what it
// replaced is as it was. What the org shares is left alone. The messages stay,
// and undo brings the memories back. Denied: the thread belongs to somebody else
// than who acts. It fits graph.Options.Revert.
func (m *Memory) RevertThread(ctx context.Context, t checkpoint.Thread, since time.Time) error {
	p, ok := loci.PrincipalFrom(ctx)
	if !ok {
		p = m.principal
	}
	if t.Org != cmp.Or(p.Org, loci.DefaultOrg) || t.User != cmp.Or(p.User, loci.DefaultUser) {
		return loci.Errorf(loci.Denied, "thread %q belongs to user %q of org %q", t.ID, t.User, t.Org).
			WithHint("revert it with its owner as the principal")
	}
	if err := t.Validate(); err != nil {
		return err
	}
	p.Roles = nil // an admin could revoke what others of the org have shared in a conversation of this name
	_, err := m.service.Revoke(loci.WithPrincipal(ctx, p), loci.RevokeRequest{Conversation: t.ID, Since: since, KeepWords: true})
	return err
}
