package local

import (
	"context"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

// Convert writes a memory file anew: encrypted with a secret, or plain where it
// is zero. The source opens the file as it is. Nobody else may have it open.
// Whenever it is broken off, the file is whole, as before or as it is to be.
func Convert(ctx context.Context, path string, source loci.SecretSource, to loci.Secret) error {
	return sqlite.Convert(ctx, path, sqlite.Options{Secret: source}, to)
}

// Encrypted reports whether a memory file is encrypted; one that is not there
// is not.
func Encrypted(path string) (bool, error) {
	kind, err := sqlite.Identify(path)
	return kind == sqlite.Sealed, err
}
