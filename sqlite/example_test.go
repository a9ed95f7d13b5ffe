package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

func Example() {
	dir, err := os.MkdirTemp("", "loci")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	ctx := context.Background()
	store, err := sqlite.Open(ctx, filepath.Join(dir, "memory.db"), sqlite.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()

	now := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	id := loci.ID("01999e2a-7c00-7000-8000-0000a1b2c3d4")
	_, err = store.Apply(ctx, loci.Changeset{Memories: []loci.MemoryWrite{{Memory: loci.Memory{
		ID: id, Scope: loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}, Version: 1,
		Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active,
		Text: "prefers short answers", Origin: loci.UserStated, Tier: loci.TierStated,
		Created: now, Updated: now, Said: now,
	}}}})
	if err != nil {
		fmt.Println(err)
		return
	}

	// Forgetting is done when Scrub says that nothing holds the bytes any more.
	if _, err := store.Apply(ctx, loci.Changeset{Erase: []loci.ID{id}}); err != nil {
		fmt.Println(err)
		return
	}
	report, err := store.Scrub(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("pending:", report.Pending)
	// Output: pending: false
}
