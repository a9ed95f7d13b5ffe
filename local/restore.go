package local

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

// damaged ends the names of files that Restore has replaced. The
// secret opens both, where they are encrypted.
const damaged = ".damaged"

// Restore puts a copy of a backup in the place of a damaged memory file, which
// it keeps under a new name, and returns that name. A file that is sound is not
// replaced; one that the secret does not open may be, since nobody can tell a
// wrong secret from a damaged envelope.
func Restore(ctx context.Context, path, backup string, secret loci.SecretSource) (kept string, err error) {
	secret = askedOnce(secret)
	if err := replaceable(ctx, path, secret); err != nil {
		return "", err
	}
	fresh := path + ".loci-part" // nobody else gives this name: what stands there was broken off
	if err := remove(fresh); err != nil {
		return "", err
	}
	if err := copySound(ctx, backup, fresh, secret); err != nil {
		return "", errors.Join(err, remove(fresh))
	}
	if _, err := os.Stat(path); err == nil {
		if kept, err = keep(path, damaged); err != nil {
			return "", errors.Join(err, remove(fresh))
		}
	}
	// What stands beside the damaged file must not be read into the copy.
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(path+suffix, kept+suffix); err != nil && !os.IsNotExist(err) {
			return kept, loci.Errorf(loci.Unavailable, "cannot move %s: %w", path+suffix, err)
		}
	}
	if err := os.Rename(fresh, path); err != nil {
		return kept, loci.Errorf(loci.Unavailable, "cannot replace %s: %w", path, err)
	}
	return kept, nil
}

// replaceable refuses a file in which nothing is wrong, and one of another
// program.
func replaceable(ctx context.Context, path string, secret loci.SecretSource) error {
	kind, err := sqlite.Identify(path)
	switch {
	case err != nil:
		return err
	case kind == sqlite.Missing, kind == sqlite.Empty, kind == sqlite.NotSQLite:
		return nil
	}
	problems, err := verify(ctx, path, secret)
	switch {
	case errors.Is(err, loci.Denied) && given(ctx, secret):
		return nil
	case err != nil && loci.CodeOf(err) != loci.Internal:
		return err
	case err == nil && len(problems) == 0:
		return loci.Errorf(loci.Conflict, "%s is not damaged", path).WithHint("to work with another file, name it with --db")
	}
	return nil
}

// askedOnce is a source that remembers what it was told: the file and its
// backup have one secret.
func askedOnce(source loci.SecretSource) loci.SecretSource {
	if source == nil {
		return nil
	}
	var found []loci.Secret
	return func(ctx context.Context) (_ []loci.Secret, err error) {
		if found == nil {
			found, err = source(ctx)
		}
		return found, err
	}
}

func given(ctx context.Context, source loci.SecretSource) bool {
	if source == nil {
		return false
	}
	found, err := source(ctx)
	return err == nil && len(found) > 0
}

// copySound writes a copy of a memory file in which nothing is wrong.
func copySound(ctx context.Context, from, to string, secret loci.SecretSource) error {
	kind, err := sqlite.Identify(from)
	switch {
	case err != nil:
		return err
	case kind == sqlite.Missing:
		return loci.Errorf(loci.NotFound, "%s: no such file", from).WithHint("name what `loci backup` wrote")
	case kind != sqlite.Loci && kind != sqlite.Sealed:
		return loci.Errorf(loci.Invalid, "%s is not a memory file", from).WithHint("name what `loci backup` wrote; `loci import` reads an export")
	}
	problems, err := verify(ctx, from, secret)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return loci.Errorf(loci.Invalid, "%s is damaged itself: %s", from, problems[0]).WithHint("try an older one")
	}
	store, err := sqlite.Open(ctx, from, sqlite.Options{Secret: secret})
	if err != nil {
		return err
	}
	return errors.Join(store.Backup(ctx, to), store.Close())
}

// verify returns what is wrong with a memory file that can be opened.
func verify(ctx context.Context, path string, secret loci.SecretSource) ([]string, error) {
	store, err := sqlite.Open(ctx, path, sqlite.Options{Secret: secret})
	if err != nil {
		return nil, err
	}
	report, err := store.Verify(ctx)
	return report.Problems, errors.Join(err, store.Close())
}

// keep gives a file a second name, the first that is free.
func keep(path, suffix string) (kept string, err error) {
	for n := 0; ; n++ {
		kept = path + suffix
		if n > 0 {
			kept = fmt.Sprintf("%s.%d", kept, n)
		}
		// A link refuses to overwrite, where a rename would not.
		err := os.Link(path, kept)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return "", loci.Errorf(loci.Unavailable, "cannot keep %s as %s: %w", path, kept, err)
		}
		return kept, nil
	}
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return loci.Errorf(loci.Unavailable, "cannot remove %s: %w", path, err)
	}
	return nil
}
