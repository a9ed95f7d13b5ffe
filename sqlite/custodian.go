package sqlite

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
)

// MAC implements [loci.Custodian].
func (s *Store) MAC(data []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(data)
	return h.Sum(nil)
}

// scrubPatience is how long Scrub waits at most for readers to finish.
const scrubPatience = 5 * time.Second

// Scrub implements [loci.Custodian]. Deleted cells and pages are overwritten
// when they are deleted (secure_delete); what is left is the WAL, which only a
// checkpoint that no reader stands in the way of can empty.
func (s *Store) Scrub(ctx context.Context) (loci.ScrubReport, error) {
	var report loci.ScrubReport
	err := s.writer.use(ctx, func(c *conn) error {
		// Short attempts, because a waiting checkpoint locks writers out.
		c.BusyTimeout(50 * time.Millisecond)
		defer c.BusyTimeout(s.busy)
		for deadline := time.Now().Add(min(scrubPatience, s.busy)); ; {
			busy, _, err := c.one("PRAGMA wal_checkpoint(TRUNCATE)")
			report.Pending = busy != 0
			if err != nil || !report.Pending || time.Now().After(deadline) {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	if err != nil {
		return loci.ScrubReport{}, s.fault(ctx, err)
	}
	if report.Pending {
		report.Holders = s.walHolders()
	}
	for version := range int64(len(migrations)) {
		if old := migrationBackup(s.path, version); exists(old) {
			report.Pending = true
			report.Holders = append(report.Holders, "the backup "+old)
		}
	}
	return report, nil
}

// walHolders names who may be reading an old state of the file.
func (s *Store) walHolders() []string {
	holders := openedBy(s.path)
	if len(s.readers.slots) > 0 {
		holders = append(holders, "a read in this process")
	}
	if len(holders) == 0 {
		holders = []string{"a reader of " + s.path}
	}
	return holders
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Backup implements [loci.Custodian]. The copy carries no erased bytes: it is
// written row by row.
func (s *Store) Backup(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return loci.Errorf(loci.Invalid, "%w", err)
	}
	err = s.readers.use(ctx, func(c *conn) error { // writers go on meanwhile
		if err := c.exec("PRAGMA query_only = OFF"); err != nil { // which counts the copy as a write
			return err
		}
		err := s.backup(c, path)
		c.SetInterrupt(context.Background())
		return errors.Join(err, c.exec("PRAGMA query_only = ON"))
	})
	return s.fault(ctx, err)
}

// backup writes under another name first, so that what is at path is complete.
// It looks for a file there when the copy is done: of processes that migrate
// at the same time only the first keeps its copy, which no later step is in.
// The copy of an encrypted file is encrypted with the same secret.
func (s *Store) backup(c *conn, path string) error {
	if exists(path) {
		return overwriting(path)
	}
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part*") // mode 0600
	if err != nil {
		var system *fs.PathError // its name is not the one that was given
		if errors.As(err, &system) {
			err = system.Err
		}
		return loci.Errorf(loci.Unavailable, "cannot write %s: %w", path, err).WithHint("name a file in a folder that is there and that you may write to")
	}
	defer os.Remove(part.Name())
	if err := part.Close(); err != nil {
		return err
	}
	if err := copyInto(c, part.Name(), s.envelope); err != nil {
		return err
	}
	if exists(path) {
		return overwriting(path)
	}
	if err := os.Rename(part.Name(), path); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot name the backup: %w", err)
	}
	return flushDir(path)
}

// copyInto copies a database row by row into an empty file, and brings that to
// the disk. With an envelope the copy is encrypted.
func copyInto(c *conn, path string, e *envelope) error {
	to := privateFiles()
	if e != nil {
		first, pageKey, err := e.seal()
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, first, 0o600); err != nil {
			return loci.Errorf(loci.Unavailable, "cannot write the copy: %w", err)
		}
		to = sealedFiles(pageKey)
		defer to.close()
	}
	if err := c.exec("VACUUM INTO ?", to.uri(path)); err != nil {
		return err
	}
	return flush(path)
}

func overwriting(path string) error {
	return loci.Errorf(loci.Conflict, "%s exists", path).WithHint("choose a new name; backups overwrite nothing")
}
