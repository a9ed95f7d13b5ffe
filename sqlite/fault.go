package sqlite

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

// fault gives an error of SQLite or of the system its code and words for the
// user.
func (s *Store) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if over := ctx.Err(); over != nil && (errors.Is(err, over) ||
		errors.Is(err, sqlite3.INTERRUPT) || errors.Is(err, sqlite3.BUSY)) { // waiting ends with the context
		return loci.Errorf(loci.Unavailable, "the store was not asked to the end: %w", over)
	}
	var known *loci.Error
	if errors.As(err, &known) {
		return known
	}
	e := &loci.Error{Err: err}
	switch {
	case errors.Is(err, sqlite3.BUSY), errors.Is(err, sqlite3.LOCKED):
		e.Code = loci.Unavailable
		e.Message = "another process kept " + s.path + " busy for " + s.busy.String()
		e.Hint = "try again"
	case full(err):
		return unwritable(s.path, err)
	case errors.Is(err, sqlite3.CONSTRAINT_UNIQUE), errors.Is(err, sqlite3.CONSTRAINT_PRIMARYKEY):
		e.Code, e.Err = loci.Conflict, nil // the message says all of it
		e.Message = conflict(err)
		e.Hint = "`loci list` shows what is there; edit or retract that"
	case s.replaced(), errors.Is(err, sqlite3.IOERR_DELETE_NOENT): // its journal went with it
		e.Code, e.Err = loci.Unavailable, errReplaced
		e.Message = s.path + ": " + errReplaced.Error()
		e.Hint = "try again"
	case errors.Is(err, sqlite3.CORRUPT), errors.Is(err, sqlite3.NOTADB):
		e.Message = s.path + " is damaged"
		e.Hint = "`loci doctor` says what is damaged and how to restore a backup"
	case errors.Is(err, sqlite3.IOERR):
		if why := Writable(s.path); why != nil {
			return why // SQLite tells a full disk apart only where it writes pages
		}
		e.Message = "the disk failed on " + s.path
		e.Hint = "check the disk"
	case errors.Is(err, sqlite3.CANTOPEN), errors.Is(err, sqlite3.READONLY), errors.Is(err, sqlite3.PERM):
		if why := Writable(s.path); why != nil {
			return why
		}
		e.Code = loci.Unavailable
		e.Message = "cannot open " + s.path + " for writing"
		e.Hint = "check the permissions of the file and of its directory"
	default:
		e.Message = "a query on " + s.path + " failed"
	}
	return e
}

// errReplaced says that a conversion put another file in the place of the one that
// is open: nothing is wrong with either.
var errReplaced = errors.New("it is being encrypted, decrypted or given another key")

// replaced reports whether the file is no longer the one that was opened.
func (s *Store) replaced() bool {
	if s.opened == nil {
		return false
	}
	now, err := os.Stat(s.path)
	return err == nil && !os.SameFile(s.opened, now)
}

// full reports whether the disk, a quota or a file size limit is in the way.
func full(err error) bool {
	return errors.Is(err, sqlite3.FULL) || errors.Is(err, syscall.ENOSPC) ||
		errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// conflict says which rule of the schema a row breaks.
func conflict(err error) string {
	for columns, message := range map[string]string{
		"memories.digest":    "the same memory is there already",
		"memories.key":       "another memory has this key",
		"memories.attribute": "another active memory fills this slot",
	} {
		if strings.Contains(err.Error(), columns) {
			return message
		}
	}
	return "it exists already"
}

// unusable reports whether a connection that met err must not be used again:
// after a failed write or sync nobody knows what its cache and the file have
// in common.
func unusable(err error) bool {
	for _, code := range []sqlite3.ErrorCode{sqlite3.IOERR, sqlite3.FULL, sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.PROTOCOL} {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}
