package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/childtest"
	"github.com/locimem/loci/sqlite"
	"github.com/ncruces/go-sqlite3"
)

var canary = regexp.MustCompile(`canary[0-9]{6}`)

// canaries returns those found in anything that lies beside the file.
func canaries(t *testing.T, path string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range canary.FindAll(data, -1) {
			found[string(c)] = true
		}
	}
	return found
}

func bird(i int) string { return fmt.Sprintf("canary%06d", i) }

// release writes a memory that says a canary wherever a memory can.
func release(i int) loci.Changeset {
	name := bird(i)
	c := write(i, "likes "+name, name, "filler"+name[6:8], "likes")
	m := &c.Memories[0].Memory
	m.Key, m.Value, m.Quote = name, name, strings.Repeat("quoted "+name+" ", 1+i%40)
	m.Slot = loci.Slot{Subject: "user", Attribute: "pet:" + name}
	m.Metadata = []byte(`{"name":"` + name + `"}`)
	c.Memories[0].Index.Digest = name
	c.History[0].After = m
	c.Reviews = []loci.Review{{ID: fmt.Sprint(i), Scope: me, Kind: loci.ReviewDuplicate, Memory: m.ID, Note: name, Created: day}}
	c.Turns = []loci.TurnWrite{{
		Turn:  loci.Turn{ID: loci.TurnID(fmt.Sprint("turn", i)), Scope: me, Role: loci.RoleUser, Text: "I like " + name, Time: day},
		Index: loci.IndexEntry{Kind: loci.DocTurn, Len: 1, Terms: []loci.TermCount{{Term: name, TF: 1}}},
	}}
	return c
}

// forget erases a memory and blanks the turn that it came from.
func forget(i int) loci.Changeset {
	blank := release(i).Turns[0]
	blank.Turn.Text, blank.Turn.Blank, blank.Replace, blank.Index = "", true, true, loci.IndexEntry{}
	id := release(i).Memories[0].Memory.ID
	return loci.Changeset{
		At: day, Erase: []loci.ID{id}, Turns: []loci.TurnWrite{blank},
		History: []loci.HistoryEntry{{Scope: me, Memory: id, Op: loci.HistoryForget}},
	}
}

// TestForgottenBytesAreGone fills many pages, forgets at random between other
// writes, and looks for what is left after each scrub.
func TestForgottenBytesAreGone(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	s := open(t, path)
	rng := rand.New(rand.NewPCG(7, 7))
	alive, gone := []int{}, map[string]bool{}
	n := 0
	for round := range 12 {
		for range 60 {
			apply(t, s, release(n))
			alive = append(alive, n)
			n++
		}
		for range 25 + 10*(round%4) {
			at := rng.IntN(len(alive))
			apply(t, s, forget(alive[at]))
			gone[bird(alive[at])] = true
			alive = append(alive[:at], alive[at+1:]...)
		}
		report, err := s.Scrub(ctx)
		if err != nil || report.Pending {
			t.Fatalf("scrub: %+v, %v", report, err)
		}
		found := canaries(t, path)
		for name := range gone {
			if found[name] {
				t.Fatalf("round %d: %s is still there", round, name)
			}
		}
		for _, i := range alive {
			if !found[bird(i)] {
				t.Fatalf("round %d: %s, which was not forgotten, is not found; the test looks in the wrong place", round, bird(i))
			}
		}
	}
	verify(t, s)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := s.Backup(ctx, backup); err != nil {
		t.Fatal(err)
	}
	for name := range canaries(t, backup) {
		if gone[name] {
			t.Errorf("the backup holds %s", name)
		}
	}
}

func impatient(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{Busy: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestScrubNamesWhoStillReads(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	s := impatient(t, path)
	apply(t, s, release(1))

	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec("BEGIN; SELECT count(*) FROM memories"); err != nil {
		t.Fatal(err)
	}
	apply(t, s, forget(1))
	report, err := s.Scrub(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if !report.Pending || len(report.Holders) == 0 {
		t.Errorf("a reader stood in the way, yet %+v", report)
	}
	if !canaries(t, path)[bird(1)] {
		t.Error("nothing is held; the test proves nothing")
	}
	if err := db.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if report, err = s.Scrub(ctx); err != nil || report.Pending {
		t.Errorf("after the reader has gone: %+v, %v", report, err)
	}
	if found := canaries(t, path); len(found) > 0 {
		t.Errorf("left: %v", found)
	}
}

// TestScrubNamesAnotherProcess needs /proc.
func TestScrubNamesAnotherProcess(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("no /proc")
	}
	path := temp(t)
	s := impatient(t, path)
	apply(t, s, release(1))
	reader := childtest.Command(t, "read", path)
	out, _ := reader.StdoutPipe()
	in, _ := reader.StdinPipe()
	if err := reader.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // it reads now
	apply(t, s, forget(1))
	report, err := s.Scrub(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("process %d (", reader.Process.Pid); !report.Pending || !strings.Contains(strings.Join(report.Holders, "\n"), want) {
		t.Errorf("got %+v, want %q", report, want)
	}
	in.Close()
	reader.Wait()
}
