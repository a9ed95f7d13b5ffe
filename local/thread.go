package local

import (
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
// written to the memory since a time: what it added is closed, what it replaced
// is as it was. It fits graph.Options.Revert.
func (m *Memory) RevertThread(ctx context.Context, t checkpoint.Thread, since time.Time) error {
	_, err := m.service.Revoke(ctx, loci.RevokeRequest{Conversation: t.ID, Since: since})
	return err
}
