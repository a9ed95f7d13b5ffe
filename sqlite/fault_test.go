package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/childtest"
	"github.com/locimem/loci/sqlite"
	"github.com/ncruces/go-sqlite3"
)

func TestBusy(t *testing.T) {
	path := temp(t)
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{Busy: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	if _, err = s.Apply(context.Background(), write(1, "likes tea")); !errors.Is(err, loci.Unavailable) {
		t.Errorf("while another writes: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	slow := open(t, path) // waits 10 seconds for others
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	_, err = slow.Apply(ctx, write(2, "likes tea"))
	if !errors.Is(err, loci.Unavailable) || !errors.Is(err, context.Canceled) || time.Since(start) > 8*time.Second {
		t.Errorf("cancelled while waiting: %v after %v", err, time.Since(start))
	}
	db.Exec("ROLLBACK")
	apply(t, s, write(3, "likes tea"))
	apply(t, slow, write(4, "likes coffee"))
	if got := verify(t, s); got.Memories != 2 {
		t.Errorf("%d memories", got.Memories)
	}
}

// TestDeadlineInTheMiddle: a changeset too large for its deadline leaves no
// trace, and the store goes on.
func TestDeadlineInTheMiddle(t *testing.T) {
	s := open(t, temp(t))
	var large loci.Changeset
	for i := range 5000 {
		c := write(i, fmt.Sprint("fact ", i), "fact", fmt.Sprint("n", i))
		large.Memories = append(large.Memories, c.Memories...)
		large.History = append(large.History, c.History...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if _, err := s.Apply(ctx, large); !errors.Is(err, loci.Unavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	if got := verify(t, s); got.Memories+got.History+got.Postings != 0 {
		t.Errorf("left %+v", got)
	}
	apply(t, s, write(1, "likes tea"))
}

func TestClosed(t *testing.T) {
	s := open(t, temp(t))
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if _, err := s.Scopes(context.Background()); !errors.Is(err, loci.Unavailable) {
		t.Errorf("read: %v", err)
	}
	if _, err := s.Apply(context.Background(), write(1, "likes tea")); !errors.Is(err, loci.Unavailable) {
		t.Errorf("write: %v", err)
	}
}

// TestDamagedFiles flips bytes at random. No damage may panic or hang; damage
// that a read meets is an error that says so.
func TestDamagedFiles(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	s := open(t, path)
	for i := range 300 {
		apply(t, s, write(i, fmt.Sprint("fact ", i), "fact", fmt.Sprint("n", i)))
	}
	s.Close()
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	found := 0
	for round := range 200 {
		data := append([]byte{}, sound...)
		for range 1 + rng.IntN(8) {
			at := rng.IntN(len(data))
			if rng.IntN(2) == 0 { // page headers are where it hurts
				at = at/4096*4096 + rng.IntN(24)
			}
			data[at] ^= byte(1 + rng.IntN(255))
		}
		if rng.IntN(10) == 0 {
			data = data[:rng.IntN(len(data))]
		}
		damaged := filepath.Join(t.TempDir(), "memory.db")
		if err := os.WriteFile(damaged, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if !inOrder(ctx, t, damaged, round) {
			found++
		}
	}
	if found < 50 {
		t.Errorf("only %d of 200 damaged files were found out", found)
	}
}

// inOrder uses a file in every way and reports whether all went well.
func inOrder(ctx context.Context, t *testing.T, path string, round int) bool {
	s, err := sqlite.Open(ctx, path, sqlite.Options{Busy: time.Second})
	if err != nil {
		return false
	}
	defer s.Close()
	report, err := s.Verify(ctx)
	good := err == nil && len(report.Problems) == 0
	_, err = s.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{me}})
	good = good && err == nil
	_, err = s.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{me}, Order: loci.NewestFirst, Limit: 5})
	good = good && err == nil
	_, err = s.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{me}, AsOf: day})
	good = good && err == nil
	_, err = s.Postings(ctx, loci.PostingsQuery{Scopes: []loci.Scope{me}, Kind: loci.DocMemory, Terms: []string{"fact", "n7"}})
	good = good && err == nil
	_, err = s.Apply(ctx, write(9000+round, "likes tea", "fact", "tea"))
	good = good && err == nil
	_, err = s.Scrub(ctx)
	return good && err == nil
}

// TestDiskFull runs in a child whose files may not grow: the kernel then
// answers as a full disk does.
func TestDiskFull(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs RLIMIT_FSIZE")
	}
	path := temp(t)
	out, err := childtest.Command(t, "fill", path).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	written := 0
	if _, err := fmt.Sscanf(string(out), "unavailable after %d", &written); err != nil || !strings.Contains(string(out), "no space is left") {
		t.Fatalf("got %q", out)
	}
	s := open(t, path)
	if got := verify(t, s); got.Memories != written || written == 0 {
		t.Errorf("%d were acknowledged, %d are there", written, got.Memories)
	}
	apply(t, s, write(999_999, "likes tea", "tea")) // there is space again
}
