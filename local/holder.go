package local

import (
	"context"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// threads are the saved threads in the memory file, as something that may hold
// what is forgotten. Sealed ones need the key in LOCI_ENCRYPTION_KEY; without
// it nobody can say what they hold.
type threads struct{ store checkpoint.BlobStore }

var _ loci.PartHolder = threads{}

func (t threads) saver(ctx context.Context) (*checkpoint.Saver, error) {
	cipher, err := checkpoint.NewCipher(ctx, checkpoint.EnvKeys{})
	if err != nil {
		return nil, err
	}
	return checkpoint.NewSaver(t.store, checkpoint.Options{Registry: checkpoint.Untyped(), Cipher: cipher})
}

func (threads) Name() string { return "saved threads" }

func (t threads) Holds(ctx context.Context, scope loci.Scope, texts []string) (bool, error) {
	s, err := t.saver(ctx)
	if err != nil {
		return false, err
	}
	return s.Holds(ctx, scope, texts)
}

func (t threads) Parts(ctx context.Context, scope loci.Scope, texts []string) ([]string, error) {
	s, err := t.saver(ctx)
	if err != nil {
		return nil, err
	}
	return s.Parts(ctx, scope, texts)
}

func (t threads) Erase(ctx context.Context, scope loci.Scope, texts []string) error {
	s, err := t.saver(ctx)
	if err != nil {
		return err
	}
	return s.Erase(ctx, scope, texts)
}

func (t threads) EraseParts(ctx context.Context, scope loci.Scope, ids []string) error {
	s, err := t.saver(ctx)
	if err != nil {
		return err
	}
	return s.EraseParts(ctx, scope, ids)
}
