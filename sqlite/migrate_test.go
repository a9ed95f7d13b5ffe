package sqlite_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
	"github.com/ncruces/go-sqlite3"
)

// value reads one value from a file behind the back of its store.
func value(t *testing.T, path, sql string) string {
	t.Helper()
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, _, err := db.Prepare(sql)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Step()
	return s.ColumnText(0)
}

func TestMigration(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	s := open(t, path)
	apply(t, s, write(1, "likes tea", "tea"))
	steps := []string{"CREATE TABLE second (x INTEGER) STRICT", "CREATE TABLE third (x INTEGER) STRICT"}

	t.Run("a step that fails changes nothing", func(t *testing.T) {
		err := s.MigrateTo(ctx, steps[0], "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)")
		if err == nil {
			t.Fatal("no error")
		}
		if got := value(t, path, "PRAGMA user_version"); got != "2" {
			t.Errorf("version %s", got)
		}
		if got := value(t, path, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'"); got != "0" {
			t.Error("half a step was kept")
		}
	})
	t.Run("the file as it was is kept", func(t *testing.T) {
		backup := path + ".schema1.bak"
		if got := value(t, backup, "PRAGMA user_version"); got != "1" {
			t.Errorf("version %s", got)
		}
		if got := value(t, backup, "SELECT text FROM memories"); got != "likes tea" {
			t.Errorf("holds %q", got)
		}
		if info, _ := os.Stat(backup); info.Mode().Perm()&0o077 != 0 {
			t.Errorf("mode %o", info.Mode().Perm())
		}
	})
	t.Run("many at once", func(t *testing.T) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if err := s.MigrateTo(ctx, steps...); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := value(t, path, "PRAGMA user_version"); got != "3" {
			t.Errorf("version %s", got)
		}
	})
	t.Run("the old program refuses the new file", func(t *testing.T) {
		_, err := sqlite.Open(ctx, path, sqlite.Options{})
		if !errors.Is(err, loci.Foreign) || !strings.Contains(loci.HintOf(err), "upgrade") {
			t.Errorf("got %v (%s)", err, loci.HintOf(err))
		}
	})
}

// TestPragmas: the file is what the package comment promises.
func TestPragmas(t *testing.T) {
	path := temp(t)
	s := open(t, path)
	apply(t, s, write(1, "likes tea", "tea"))
	for sql, want := range map[string]string{
		"PRAGMA journal_mode":   "wal",
		"PRAGMA application_id": "1819239273", // "loci"
		"PRAGMA user_version":   "1",
		"SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' AND NOT strict": "0",
		"SELECT length(key) FROM keys": "32",
	} {
		if got := value(t, path, sql); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}
