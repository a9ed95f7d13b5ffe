package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
	"github.com/ncruces/go-sqlite3"
)

func TestFilesAreTheOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are Unix's")
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "memory.db")
	s := open(t, path)
	apply(t, s, write(1, "likes tea", "tea"))
	want := map[string]os.FileMode{dir: 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600}
	for name, mode := range want {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != mode {
			t.Errorf("%s has mode %o, want %o", name, got, mode)
		}
	}
	s.Close()
	os.Chmod(path, 0o644)
	open(t, path)
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("opening left the mode at %o", info.Mode().Perm())
	}
}

// TestFieldBug_L_paths: the file opened is the one named, whatever a URI or a
// shell would make of the path.
func TestFieldBug_L_paths(t *testing.T) {
	for source, name := range map[string]string{
		"L1_cbm996":        "Kovács János/memory.db",
		"L2_cbm357":        "Masaüstü/Bahadır Aksakal/memory.db",
		"L4_cbm1715":       "项目/库",
		"L5_uri":           "a?b#c%20.db",
		"L5_query":         "memory.db?mode=memory",
		"L5_query_vfs":     "x&vfs=nowhere&cache=shared;.db",
		"spaces":           " two  spaces .db",
		"quotes":           `it's "quoted".db`,
		"file_scheme":      "file:memory.db",
		"memory_name":      ":memory:",
		"percent":          "100%.db",
		"escaped_slash":    "a%2Fb.db",
		"emoji_and_arabic": "🎉/ذاكرة.db",
	} {
		t.Run(source, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, filepath.FromSlash(name))
			s := open(t, path)
			apply(t, s, write(1, "likes tea", "tea"))
			s.Close()
			var files []string
			filepath.WalkDir(dir, func(p string, d os.DirEntry, _ error) error {
				if !d.IsDir() {
					files = append(files, p)
				}
				return nil
			})
			if diff := cmp.Diff([]string{path}, files); diff != "" {
				t.Error(diff)
			}
			if kind, err := sqlite.Identify(path); kind != sqlite.Loci || err != nil {
				t.Errorf("identified as %q, %v", kind, err)
			}
			if got := verify(t, open(t, path)); got.Memories != 1 {
				t.Errorf("%d memories", got.Memories)
			}
		})
	}
}

func TestRelativePathStaysWhereItWas(t *testing.T) {
	t.Chdir(t.TempDir())
	s := open(t, "memory.db")
	t.Chdir(t.TempDir())
	apply(t, s, write(1, "likes tea", "tea"))
	if _, err := os.Stat("memory.db"); err == nil {
		t.Error("the file followed the working directory")
	}
}

const originalSchema = `CREATE TABLE memories (key TEXT PRIMARY KEY, title TEXT, content TEXT, category TEXT,
	importance TEXT, source TEXT, status TEXT, confidence REAL, evidence_count INTEGER, review_after TEXT,
	created_at TEXT, updated_at TEXT);
	CREATE INDEX i ON memories (status, importance);`

// database writes a database of another program.
func database(t *testing.T, sql string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	tamper(t, path, sql)
	return path
}

func file(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestForeignFiles(t *testing.T) {
	for name, tc := range map[string]struct {
		path string
		kind sqlite.Kind
		says []string // in message or hint
	}{
		"python original": {database(t, originalSchema), sqlite.PythonLoci, []string{"Python", "loci import --adopt", "loci import "}},
		"rust loci-mcp": {
			database(t, "CREATE TABLE memories (id TEXT); CREATE TABLE entity_relations (id TEXT); CREATE TABLE memory_log (id TEXT)"),
			sqlite.RustLoci, []string{"loci-mcp", "LOCI_DB"},
		},
		"another database":         {database(t, "CREATE TABLE songs (id TEXT)"), sqlite.OtherSQLite, []string{"another program", "LOCI_DB"}},
		"a table of the same name": {database(t, "CREATE TABLE memories (id TEXT)"), sqlite.OtherSQLite, []string{"another program"}},
		"a database in WAL mode":   {database(t, "PRAGMA journal_mode = WAL; CREATE TABLE songs (id TEXT)"), sqlite.OtherSQLite, []string{"another program"}},
		"a truncated database":     {file(t, "SQLite format 3\x00"+strings.Repeat("\x00", 100)), sqlite.OtherSQLite, []string{"another program"}},
		"text":                     {file(t, "# my notes\n"), sqlite.NotSQLite, []string{"not a memory file"}},
		"a long text":              {file(t, strings.Repeat("my notes\n", 1000)), sqlite.NotSQLite, []string{"not a memory file"}},
	} {
		t.Run(name, func(t *testing.T) {
			before, err := os.ReadFile(tc.path)
			if err != nil {
				t.Fatal(err)
			}
			if kind, err := sqlite.Identify(tc.path); kind != tc.kind || err != nil {
				t.Errorf("identified as %q, %v; want %q", kind, err, tc.kind)
			}
			_, err = sqlite.Open(context.Background(), tc.path, sqlite.Options{})
			if !errors.Is(err, loci.Foreign) {
				t.Fatalf("got %v", err)
			}
			for _, want := range tc.says {
				if said := err.Error() + "\n" + loci.HintOf(err); !strings.Contains(said, want) {
					t.Errorf("%q does not say %q", said, want)
				}
			}
			after, _ := os.ReadFile(tc.path)
			if string(before) != string(after) {
				t.Error("the file was changed")
			}
			if rest, _ := filepath.Glob(filepath.Dir(tc.path) + "/*"); len(rest) != 1 {
				t.Errorf("left behind %q", rest)
			}
		})
	}
}

func TestIdentifyWhatIsNotThere(t *testing.T) {
	if kind, err := sqlite.Identify(temp(t)); kind != sqlite.Missing || err != nil {
		t.Errorf("missing: %q, %v", kind, err)
	}
	empty := file(t, "")
	if kind, err := sqlite.Identify(empty); kind != sqlite.Empty || err != nil {
		t.Errorf("empty: %q, %v", kind, err)
	}
	verify(t, open(t, empty))
	if _, err := sqlite.Identify(t.TempDir()); !errors.Is(err, loci.Invalid) {
		t.Errorf("directory: %v", err)
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	path := temp(t)
	open(t, path).Close()
	for _, way := range []string{"checkpointed", "in the WAL"} {
		t.Run(way, func(t *testing.T) {
			db, err := sqlite3.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Exec("PRAGMA user_version = 99"); err != nil {
				t.Fatal(err)
			}
			if way == "in the WAL" {
				defer db.Close()
			} else {
				db.Close()
			}
			_, err = sqlite.Open(context.Background(), path, sqlite.Options{})
			if !errors.Is(err, loci.Foreign) || !strings.Contains(err.Error(), "newer loci (schema 99") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestReadOriginal(t *testing.T) {
	path := database(t, originalSchema+`INSERT INTO memories VALUES
		('prefers-short', 'Short answers', 'Prefers short answers', 'preferences', 'high', 'user_message', 'active',
		 0.6, 3, NULL, '2026-02-01T10:00:00+00:00', '2026-02-03T10:00:00+00:00'),
		('rent', 'Rent', 'Aluguel até dia 5 🎉', 'finance', '0', 'manual', 'hypothesis', 1.0, 1, '2026-03-05',
		 '2026-01-01T10:00:00+00:00', '2026-01-01T10:00:00+00:00')`)
	before, _ := os.ReadFile(path)
	got, err := sqlite.ReadOriginal(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	want := []sqlite.OriginalRow{{
		Key: "rent", Title: "Rent", Content: "Aluguel até dia 5 🎉", Category: "finance", Importance: "0",
		Source: "manual", Status: "hypothesis", Confidence: 1, EvidenceCount: 1, ReviewAfter: "2026-03-05",
		CreatedAt: "2026-01-01T10:00:00+00:00", UpdatedAt: "2026-01-01T10:00:00+00:00",
	}, {
		Key: "prefers-short", Title: "Short answers", Content: "Prefers short answers", Category: "preferences",
		Importance: "high", Source: "user_message", Status: "active", Confidence: 0.6, EvidenceCount: 3,
		CreatedAt: "2026-02-01T10:00:00+00:00", UpdatedAt: "2026-02-03T10:00:00+00:00",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if after, _ := os.ReadFile(path); !slices.Equal(before, after) {
		t.Error("the file was changed")
	}
	if _, err := sqlite.ReadOriginal(context.Background(), temp(t)); !errors.Is(err, loci.Invalid) {
		t.Errorf("of no file: %v", err)
	}
}

func TestBackup(t *testing.T) {
	ctx := context.Background()
	s := open(t, temp(t))
	for i := range 50 {
		apply(t, s, write(i, fmt.Sprint("fact ", i), "fact"))
	}
	path := filepath.Join(t.TempDir(), "co?py#1.db")
	if err := s.Backup(ctx, path); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	if rest, _ := os.ReadDir(filepath.Dir(path)); len(rest) != 1 {
		t.Errorf("left behind %v", rest)
	}
	if err := s.Backup(ctx, path); !errors.Is(err, loci.Conflict) {
		t.Errorf("overwriting: %v", err)
	}
	if err := s.Backup(ctx, filepath.Join(path, "under a file")); !errors.Is(err, loci.Unavailable) {
		t.Errorf("below a file: %v", err)
	}
	c := open(t, path)
	if got := verify(t, c); got.Memories != 50 || got.History != 50 {
		t.Errorf("got %+v", got)
	}
	if string(c.MAC([]byte("x"))) != string(s.MAC([]byte("x"))) {
		t.Error("the copy has another key")
	}
}

// TestFileInTheMakingIsWaitedFor: while another process writes the first
// transaction, the file's pages come in any order.
func TestFileInTheMakingIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	for _, name := range []string{path, path + "-journal"} {
		if err := os.WriteFile(name, make([]byte, 8192), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	time.AfterFunc(50*time.Millisecond, func() {
		os.Remove(path)
		os.Remove(path + "-journal")
	})
	s, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()

	if err := os.WriteFile(path+"2", make([]byte, 8192), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), path+"2", sqlite.Options{}); !errors.Is(err, loci.Foreign) {
		t.Errorf("a file of zeros that nobody writes: %v", err)
	}
}
