package inmem_test

import (
	"context"
	"fmt"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/inmem"
)

func Example() {
	ctx := context.Background()
	store := inmem.Open(inmem.Options{})
	defer store.Close()

	now := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	me := loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}
	_, err := store.Apply(ctx, loci.Changeset{Memories: []loci.MemoryWrite{{Memory: loci.Memory{
		ID: "01999e2a-7c00-7000-8000-0000a1b2c3d4", Scope: me, Version: 1,
		Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active,
		Text: "prefers short answers", Origin: loci.UserStated, Tier: loci.TierStated,
		Created: now, Updated: now, Said: now,
	}}}})
	if err != nil {
		fmt.Println(err)
		return
	}

	mine, err := store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{me}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range mine {
		fmt.Println(m.ID.Short(), m.Text)
	}
	// Output: a1b2c3d4 prefers short answers
}
