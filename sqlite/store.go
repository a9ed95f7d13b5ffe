// Package sqlite keeps memories in one SQLite file, durably and for several
// processes at once.
//
// A write is on the disk when Apply returns: WAL with synchronous=FULL, every
// transaction BEGIN IMMEDIATE. The file, its -wal and its -shm are readable by
// their owner alone. Erased bytes are overwritten, and [Store.Scrub] says when
// none is left. A file that is not loci's is never written to; [Identify] says
// whose it is.
package sqlite

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

// Options configures a store. The zero value is right for almost everybody.
type Options struct {
	Busy    time.Duration // how long to wait for other processes; 10 s if zero
	Readers int           // connections that read at the same time; 4 if zero
	// Secret opens an encrypted file, and encrypts a new one. Nil: files are
	// plain.
	Secret loci.SecretSource
	// OpenBusy opens a file all the same that others keep busy: whatever is asked
	// of the store is Unavailable then. For a process that does not live long.
	OpenBusy bool
}

// Store is a [loci.Store] in a file.
type Store struct {
	path    string
	busy    time.Duration
	key     []byte // of MAC and of the history chain
	writer  *pool
	readers *pool

	opened   os.FileInfo // the file as it was found; nil: it was not there
	files    files       // the file system it is opened with
	envelope *envelope   // of an encrypted file
}

var _ loci.Store = (*Store)(nil)

const (
	readerPragmas = `PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
		PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192;`
	writerPragmas = `PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
		PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
		PRAGMA journal_size_limit = 67108864;`
)

// Open opens the file at path, which is taken literally, and creates it and
// its directory if need be.
//
// Denied: the file is encrypted and the secret is missing or wrong. Foreign: the
// file is another program's or a newer loci's. Invalid: the path
// is on a network file system, or a directory. Unavailable: it cannot be
// opened, or is busy.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "%w", err)
	}
	s, err := open(ctx, path, o)
	for range reopenings {
		if !errors.Is(err, errReplaced) {
			break
		}
		s, err = open(ctx, path, o)
	}
	return s, err
}

// reopenings is how often a file is opened anew that was replaced meanwhile. Once
// is enough for one conversion, but that others open it too may come between.
const reopenings = 5

func open(ctx context.Context, path string, o Options) (*Store, error) {
	s := &Store{path: path, busy: o.Busy, files: privateFiles()}
	s.opened, _ = os.Stat(path) // prepare says what is wrong with it
	if s.busy == 0 {
		s.busy = 10 * time.Second
	}
	if o.Readers == 0 {
		o.Readers = 4
	}
	s.writer = newPool(1, func(ctx context.Context) (*conn, error) { return s.connect(ctx, writerPragmas) })
	s.readers = newPool(o.Readers, func(ctx context.Context) (*conn, error) { return s.connect(ctx, readerPragmas) })
	err := s.fault(ctx, s.prepare(ctx, o.Secret))
	if o.OpenBusy && isBusy(err) {
		s.key = make([]byte, 32)
		rand.Read(s.key) // never fails; MAC tells nothing then
		s.readers.why, s.writer.why = err, err
		return s, s.Close()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// prepare makes the file one that this version can work with, and loads what
// the store keeps in memory.
func (s *Store) prepare(ctx context.Context, secret loci.SecretSource) error {
	if err := refuseNetwork(s.path); err != nil {
		return err
	}
	h, err := s.settled(ctx)
	if err == nil {
		h, err = s.unlock(ctx, h, secret)
	}
	if err != nil {
		return err
	}
	switch h.kind {
	case Missing:
		err = create(s.path)
	case Loci, Empty:
		err = tighten(s.path)
	default:
		return foreign(s.path, h.kind)
	}
	if err != nil {
		return err
	}
	if !h.current() {
		if err := s.migrate(ctx, migrations); err != nil {
			return err
		}
	}
	if err := s.readers.use(ctx, s.load); err != nil {
		return err
	}
	return sweep(s.path)
}

// birth is how long a file may take to come into being.
const birth = 2 * time.Second

// isBusy reports whether others keep the file from being opened, bring it into
// being or put another in its place.
func isBusy(err error) bool {
	return errors.Is(err, sqlite3.BUSY) || errors.Is(err, sqlite3.LOCKED) || errors.Is(err, errBirth) || errors.Is(err, errReplaced)
}

var errBirth = errors.New("another process creates the file")

// settled identifies the file. While another process creates it, its pages
// come in any order and its first bytes may say nothing yet; a journal stands
// beside it until it is whole. What was seen just before the journal went is
// looked at once more.
func (s *Store) settled(ctx context.Context) (header, error) {
	last := false
	for deadline := time.Now().Add(min(birth, s.busy)); ; {
		h, err := identify(s.path)
		if err != nil || last || h.kind != NotSQLite && h.kind != OtherSQLite {
			return h, err
		}
		born := !exists(s.path + journal)
		if last = born || time.Now().After(deadline); !born && last && s.busy < birth {
			return h, loci.Errorf(loci.Unavailable, "%s: %w", s.path, errBirth).WithHint("try again")
		}
		select {
		case <-ctx.Done():
			return h, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (s *Store) load(c *conn) error {
	if err := checkLibrary(c); err != nil {
		return err
	}
	version, _, err := c.one("PRAGMA user_version")
	if err != nil {
		return err
	}
	if version > int64(len(migrations)) {
		return newer(s.path, version)
	}
	s.key, _, err = first(c.query("SELECT key FROM keys WHERE name = 'mac'"),
		func(r *rows) ([]byte, error) { return r.blob(), nil })
	if err != nil {
		return err
	}
	if len(s.key) == 0 {
		return loci.Errorf(loci.Internal, "%s has lost its key", s.path).WithHint("restore a backup")
	}
	return nil
}

func (s *Store) connect(ctx context.Context, pragmas string) (*conn, error) {
	return connect(ctx, s.files.uri(s.path), sqlite3.OPEN_READWRITE, s.busy, pragmas)
}

// uri names a file literally: whatever SQLite or the driver would read into
// the path is escaped.
func uri(path, query string) string {
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" && !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u := url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: query}
	return u.String()
}

// uri names a file in this file system; that without a name is the driver's own.
func (f files) uri(path string) string {
	name := f.name
	if name == "" {
		name = "os"
	}
	return uri(path, "vfs="+name+f.key)
}

func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot create the directory of the memory file: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return loci.Errorf(loci.Unavailable, "cannot create the memory file: %w", err)
	}
	return f.Close()
}

// tighten takes a file that others could read away from them. Where it is not
// ours to change, its owner has decided.
func tighten(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 || runtime.GOOS == "windows" {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// Close implements [loci.Custodian]. It waits for calls in progress.
func (s *Store) Close() error {
	err := errors.Join(s.readers.close(), s.writer.close())
	s.files.close()
	return s.fault(context.Background(), err)
}
