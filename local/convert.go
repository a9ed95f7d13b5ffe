package local

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/spool"
	"github.com/locimem/loci/sqlite"
)

// Convert writes a memory file anew: encrypted with a secret, or plain where it
// is zero. The source opens the file as it is. Nobody else may have it open.
// Whenever it is broken off, the file is whole, as before or as it is to be.
// Turns that wait beside it are then sealed as it is.
func Convert(ctx context.Context, path string, source loci.SecretSource, to loci.Secret) error {
	var secrets []loci.Secret
	if source != nil {
		var err error
		if secrets, err = source(ctx); err != nil { // once: somebody may have to type it
			return err
		}
	}
	known := slices.Clone(secrets)
	if !to.IsZero() {
		known = append(known, to) // hooks may use it already
	}
	before, err := sqlite.NewSealer(ctx, path, holding(known...))
	if err != nil {
		return err
	}
	if err := sqlite.Convert(ctx, path, sqlite.Options{Secret: holding(secrets...)}, to); err != nil {
		return err
	}
	after, err := sqlite.NewSealer(ctx, path, holding(to))
	if err != nil {
		return err
	}
	return spool.New(spoolDir(path), before).Reseal(ctx, after)
}

func holding(secrets ...loci.Secret) loci.SecretSource {
	return func(context.Context) ([]loci.Secret, error) { return secrets, nil }
}

// Encrypted reports whether a memory file is encrypted; one that is not there
// is not.
func Encrypted(path string) (bool, error) {
	kind, err := sqlite.Identify(path)
	return kind == sqlite.Sealed, err
}
