package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

// TestReindexLetsOthersWork makes the index of some thousand memories anew,
// slowly, while another process writes to the file and searches it.
func TestReindexLetsOthersWork(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "memory.db")
	store, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	other, err := sqlite.Open(ctx, path, sqlite.Options{Busy: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	const rows = 3000
	var c loci.Changeset
	for i := range rows {
		c.Memories = append(c.Memories, numbered(i, "old"))
	}
	if _, err := store.Apply(ctx, c); err != nil {
		t.Fatal(err)
	}

	var running atomic.Bool
	running.Store(true)
	done := make(chan error, 1)
	go func() {
		defer running.Store(false)
		done <- store.Reindex(ctx, 2, func(m loci.Memory) loci.IndexEntry {
			time.Sleep(200 * time.Microsecond)
			return entryOf(m, "new")
		}, nil)
	}()
	written, seen := rows, 0
	for running.Load() {
		if _, err := other.Apply(ctx, loci.Changeset{Memories: []loci.MemoryWrite{numbered(written, "new")}}); err != nil {
			t.Fatal(err)
		}
		written++
		p, err := other.Postings(ctx, loci.PostingsQuery{Scopes: []loci.Scope{home}, Kind: loci.DocMemory, Terms: []string{"old", "new"}})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(p.Terms[0]) + len(p.Terms[1]); n != written {
			t.Fatalf("%d of %d memories are found", n, written)
		}
		if len(p.Terms[0]) > 0 && len(p.Terms[0]) < rows {
			seen++
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if seen < 2 {
		t.Errorf("the other process got in %d times before the end", seen)
	}
	found, err := store.Postings(ctx, loci.PostingsQuery{Scopes: []loci.Scope{home}, Kind: loci.DocMemory, Terms: []string{"old", "new"}})
	if err != nil || len(found.Terms[0]) != 0 || len(found.Terms[1]) != written {
		t.Errorf("%d old, %d of %d new; %v", len(found.Terms[0]), len(found.Terms[1]), written, err)
	}
	if r, err := store.Verify(ctx); err != nil || len(r.Problems) > 0 {
		t.Errorf("%v %v", r.Problems, err)
	}
}

var home = loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}

func numbered(i int, word string) loci.MemoryWrite {
	at := time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC)
	m := loci.Memory{
		ID: loci.ID(fmt.Sprintf("01999e2a-7c00-7000-8000-%012x", i)), Version: 1, Scope: home,
		Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active, Lang: "en",
		Text: fmt.Sprint("warehouse number ", i), Origin: loci.UserStated, Tier: loci.TierStated, Confidence: 1, Evidence: 1,
		Slot: loci.Slot{Subject: loci.SelfSubject}, Days: []string{"2026-01-01"}, Created: at, Updated: at, Said: at,
	}
	return loci.MemoryWrite{Memory: m, Index: entryOf(m, word)}
}

func entryOf(m loci.Memory, word string) loci.IndexEntry {
	terms := []loci.TermCount{{Term: "n" + m.ID.Short(), TF: 1}, {Term: word, TF: 1}, {Term: "warehous", TF: 1}}
	return loci.IndexEntry{Kind: loci.DocMemory, Digest: m.Text, Terms: terms, Len: 3}
}
