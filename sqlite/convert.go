package sqlite

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

// What a conversion writes beside a file, each under a name that nobody else
// gives.
const (
	converting = ".loci-converting" // the copy that is to take the file's place
	replaced   = ".loci-replaced"   // the file whose place was taken, until it is overwritten
	journal    = "-journal"         // beside what SQLite writes
)

// Convert writes a file anew: encrypted with a secret, or with none plain. It
// needs the file for itself. Whenever it is broken off the file is whole, as it
// was or as it is to be, and the next [Open] removes the rest; what is replaced
// is overwritten before it is removed.
//
// Unavailable: another process has the file open.
func Convert(ctx context.Context, path string, o Options, to loci.Secret) error {
	return convert(ctx, path, o, to, func(string) {})
}

// convert tells step what it is about to do, for tests to break it off there.
func convert(ctx context.Context, path string, o Options, to loci.Secret, step func(string)) error {
	if !exists(path) {
		return loci.Errorf(loci.NotFound, "there is no memory file %s", path).WithHint("with a secret configured, a new file is encrypted from the start")
	}
	path, err := filepath.EvalSymlinks(path) // the file is replaced, not the link
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return loci.Errorf(loci.Invalid, "%w", err)
	}
	s, err := Open(ctx, path, o) // it is sound, current and swept
	if err != nil {
		return err
	}
	defer s.Close()
	var next *envelope
	if !to.IsZero() {
		if next, err = newEnvelope(to); err != nil {
			return err
		}
	}
	if err := errors.Join(s.readers.close(), s.writer.close()); err != nil {
		return s.fault(ctx, err)
	}
	step("lock")
	c, err := s.connect(ctx, writerPragmas)
	if err != nil {
		return s.fault(ctx, err)
	}
	c.SetInterrupt(ctx)
	if err = s.seize(ctx, c); err == nil {
		err = s.replace(ctx, c, next, step)
	}
	return s.fault(ctx, errors.Join(err, c.close()))
}

// replace puts a copy in the place of the file, which is this connection's
// alone. Who waits for it then finds nothing to work with in what is replaced.
func (s *Store) replace(ctx context.Context, c *conn, next *envelope, step func(string)) error {
	part, old := s.path+converting, s.path+replaced
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return loci.Errorf(loci.Unavailable, "cannot write beside %s: %w", s.path, err)
	}
	step("copy")
	if err := errors.Join(f.Close(), copyInto(c, part, next)); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	step("check")
	if err := checkCopy(ctx, part, next); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	step("keep")
	if err := os.Link(s.path, old); err != nil {
		return errors.Join(loci.Errorf(loci.Unavailable, "cannot keep %s while it is replaced: %w", s.path, err), os.Remove(part))
	}
	step("swap")
	if err := os.Rename(part, s.path); err != nil {
		return errors.Join(loci.Errorf(loci.Unavailable, "cannot replace %s: %w", s.path, err), os.Remove(old), os.Remove(part))
	}
	if err := flushDir(s.path); err != nil {
		return err
	}
	step("wipe")
	return sweep(s.path)
}

// checkCopy makes sure of a copy before what it was made from goes.
func checkCopy(ctx context.Context, path string, e *envelope) error {
	s := &Store{path: path, files: privateFiles()}
	if e != nil {
		first, err := readEnvelope(path)
		if err != nil {
			return err
		}
		pageKey, err := e.open(first)
		if err != nil {
			return err
		}
		s.files = sealedFiles(pageKey)
		defer s.files.close()
	}
	c, err := s.connect(ctx, readerPragmas)
	if err != nil {
		return err
	}
	c.SetInterrupt(ctx)
	lines, err := texts(c.query("PRAGMA integrity_check(1)"))
	if err == nil && strings.Join(lines, "") != "ok" {
		err = loci.Errorf(loci.Internal, "the copy is damaged: %s", strings.Join(lines, " ")).WithHint("`loci doctor` checks the file; nothing was changed")
	}
	return errors.Join(err, c.close())
}

// sweep removes what a conversion that was broken off has left beside a file
// that is open: while it is, nobody converts it.
func sweep(path string) error {
	for _, name := range []string{path + converting, path + converting + journal} {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			return loci.Errorf(loci.Unavailable, "cannot remove %s: %w", name, err).WithHint("remove it by hand")
		}
	}
	err := wipe(path+replaced, path)
	if err != nil {
		return loci.Errorf(loci.Unavailable, "cannot overwrite %s: %w", path+replaced, err)
	}
	return nil
}

// wipe overwrites and removes a file, unless it is another name of path.
func wipe(old, path string) error {
	f, err := os.OpenFile(old, os.O_WRONLY, 0)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		if present, stat := os.Stat(path); stat == nil && !os.SameFile(info, present) {
			_, err = io.CopyN(f, zeros{}, info.Size())
			err = errors.Join(err, f.Sync())
		}
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Remove(old); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// seize takes the file away from all other connections. Leaving the WAL needs
// all of it, and the exclusive mode keeps it.
func (s *Store) seize(ctx context.Context, c *conn) error {
	if err := c.exec("PRAGMA locking_mode = EXCLUSIVE"); err != nil {
		return err
	}
	for deadline := time.Now().Add(s.busy); ; {
		mode, err := texts(c.query("PRAGMA journal_mode = DELETE"))
		if err == nil && strings.Join(mode, "") == "delete" {
			return cmp.Or(c.exec("BEGIN EXCLUSIVE"), c.exec("COMMIT"))
		}
		if errors.Is(err, sqlite3.NOTADB) {
			return loci.Errorf(loci.Unavailable, "%s was replaced meanwhile", s.path).WithHint("try again")
		}
		if err != nil && !errors.Is(err, sqlite3.BUSY) && !errors.Is(err, sqlite3.LOCKED) {
			return err
		}
		if time.Now().After(deadline) {
			return loci.Errorf(loci.Unavailable, "%s is open elsewhere: %s", s.path, strings.Join(s.walHolders(), ", ")).
				WithHint("end what uses it (agents, servers), then try again")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}
