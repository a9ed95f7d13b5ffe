package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
	"github.com/locimem/loci/storetest"
	"github.com/ncruces/go-sqlite3"
)

// located is a store that knows where it is, for the suite's harness.
type located struct {
	*sqlite.Store
	path string
}

func TestStore(t *testing.T) { conform(t, sqlite.Options{}) }

func TestEncryptedStore(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and timings are for the run without -race")
	}
	conform(t, sqlite.Options{Secret: secrets(loci.Secret{Key: [32]byte{1}})})
}

func conform(t *testing.T, o sqlite.Options) {
	open := func(t *testing.T, path string) *sqlite.Store { return openWith(t, path, o) }
	at := func(t *testing.T, path string) loci.Store { return located{open(t, path), path} }
	damage := func(sql string) func(*testing.T, loci.Store) {
		return func(t *testing.T, s loci.Store) { tamper(t, s.(located).path, sql) }
	}
	storetest.Run(t, storetest.Harness{
		Open: func(t *testing.T) loci.Store { return at(t, filepath.Join(t.TempDir(), "memory.db")) },
		Reopen: func(t *testing.T, s loci.Store) loci.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return at(t, s.(located).path)
		},
		OpenBackup: at,
		Damage: when(o.Secret == nil, map[string]func(*testing.T, loci.Store){
			"posting gone":      damage("DELETE FROM postings WHERE first = (SELECT min(first) FROM postings)"),
			"posting of nobody": damage("INSERT INTO postings VALUES (1, 1, 'zzz', 999, 1, x'000101')"),
			"posting changed":   damage("UPDATE postings SET first = first + 1"),
			"block miscounted":  damage("UPDATE postings SET size = size + 1"),
			"postings damaged":  damage("UPDATE postings SET docs = x'ff'"),
			"total changed":     damage("UPDATE totals SET len = len + 1"),
			"memory gone":       damage("DELETE FROM memories WHERE doc = (SELECT min(first) FROM postings)"),
			"memory invalid":    damage("UPDATE memories SET status = 'odd'"),
			"history changed":   damage("UPDATE history SET actor = 'somebody else' WHERE seq = 2"),
			"history body":      damage("UPDATE history SET after = replace(after, '\"version\":1', '\"version\":9')"),
			"history row gone":  damage("DELETE FROM history WHERE seq = 2"),
			"history cut":       damage("DELETE FROM history WHERE seq = (SELECT max(seq) FROM history)"),
			"history emptied":   damage("DELETE FROM history"),
		}),
	})
}

// tamper changes a file behind the back of its store.
func tamper(t testing.TB, path, sql string) {
	t.Helper()
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec("PRAGMA busy_timeout = 5000; " + sql); err != nil {
		t.Fatal(err)
	}
}

// when returns what can be done to a plain file only.
func when[T any](plain bool, v map[string]T) map[string]T {
	if !plain {
		return nil
	}
	return v
}
