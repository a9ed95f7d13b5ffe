package sqlite

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

//go:embed schema/0001.sql
var schema0001 string

// migrations lead from an empty file to the present schema; the schema version
// of a file is how many of them it has seen.
var migrations = []string{schema0001}

// migrate brings the file up to the last of steps, one transaction each. Any
// number of processes may do so at once: each step is taken by whoever holds
// the lock first.
func (s *Store) migrate(ctx context.Context, steps []string) error {
	return s.writer.use(ctx, func(c *conn) error {
		version, _, err := c.one("PRAGMA user_version")
		if err != nil {
			return err
		}
		if version > 0 && version < int64(len(steps)) {
			if err := s.backupBefore(c, version); err != nil {
				return err
			}
		}
		for i := int(version); i < len(steps); i++ {
			if err := transaction(c, "BEGIN IMMEDIATE", func(c *conn) error {
				return step(c, s.path, steps, i)
			}); err != nil {
				return err
			}
		}
		return s.enterWAL(ctx, c)
	})
}

// step performs steps[i], unless another process has done it meanwhile.
func step(c *conn, path string, steps []string, i int) error {
	version, _, err := c.one("PRAGMA user_version")
	if err != nil || version > int64(i) {
		return err
	}
	if i == 0 {
		tables, _, err := c.one("SELECT count(*) FROM sqlite_schema")
		if err != nil {
			return err
		}
		if tables > 0 {
			return foreign(path, OtherSQLite)
		}
	}
	if err := c.Exec(steps[i]); err != nil {
		return err
	}
	if i == 0 {
		key := make([]byte, 32)
		rand.Read(key) // never fails
		if err := c.exec("INSERT INTO keys (name, key) VALUES ('mac', ?)", key); err != nil {
			return err
		}
	}
	return c.Exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, i+1))
}

// enterWAL comes after the schema, so that the main file of an interrupted
// creation is either empty or says whose it is. SQLite does not wait for the
// exclusive lock that the change takes.
func (s *Store) enterWAL(ctx context.Context, c *conn) error {
	for deadline := time.Now().Add(s.busy); ; {
		mode, err := texts(c.query("PRAGMA journal_mode = WAL"))
		switch {
		case err == nil && strings.Join(mode, "") == "wal":
			return nil
		case err == nil:
			return loci.Errorf(loci.Invalid, "the file system of %s cannot share memory between processes", s.path).
				WithHint("put the file on a local disk with --db or LOCI_DB")
		case !errors.Is(err, sqlite3.BUSY) || time.Now().After(deadline):
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// migrationBackup is where the file goes before it leaves a schema version.
func migrationBackup(path string, version int64) string {
	return path + ".schema" + strconv.FormatInt(version, 10) + ".bak"
}

// backupBefore keeps the file as it was. A backup that is there already was
// made by another process that migrates at the same time.
func (s *Store) backupBefore(c *conn, version int64) error {
	err := s.backup(c, migrationBackup(s.path, version))
	if errors.Is(err, loci.Conflict) {
		return nil
	}
	return err
}

// minLibrary is the first SQLite without the WAL-reset bug, which could lose
// committed data.
const minLibrary = "3.51.3"

func checkLibrary(c *conn) error {
	version, err := texts(c.query("SELECT sqlite_version()"))
	if err != nil {
		return err
	}
	if len(version) != 1 || compareVersions(version[0], minLibrary) < 0 {
		return loci.Errorf(loci.Internal, "SQLite %s can lose data; %s is needed", strings.Join(version, ""), minLibrary)
	}
	return nil
}

func compareVersions(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		m, _ := strconv.Atoi(x[i])
		n, _ := strconv.Atoi(y[i])
		if m != n {
			return m - n
		}
	}
	return len(x) - len(y)
}
