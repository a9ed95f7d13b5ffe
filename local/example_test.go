package local_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// The six calls of a program that owns its agent loop.
func Example() {
	dir, _ := os.MkdirTemp("", "loci")
	defer os.RemoveAll(dir)
	ctx := context.Background()

	mem, err := local.Open(ctx, local.Options{Path: filepath.Join(dir, "memory.db")})
	if err != nil {
		panic(err)
	}
	defer mem.Close()

	candidates, _ := mem.Extract(ctx, "eu prefiro respostas curtas", "Combinado!")
	for _, c := range candidates {
		if mem.ShouldPersist(c) {
			mem.Upsert(ctx, c)
		}
	}
	active, _ := mem.Active(ctx)
	for _, m := range active {
		fmt.Println(m.Status, m.Category, m.Lang, m.Text)
	}
	block, _ := mem.ContextBlock(ctx, loci.BlockRequest{})
	fmt.Println(block != "")
	// Output:
	// active preferences pt eu prefiro respostas curtas
	// true
}

// The short way: hand over the conversation, take the block.
func ExampleMemory_Ingest() {
	dir, _ := os.MkdirTemp("", "loci")
	defer os.RemoveAll(dir)
	ctx := context.Background()
	mem, _ := local.Open(ctx, local.Options{Path: filepath.Join(dir, "memory.db")})
	defer mem.Close()

	mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: "I'm allergic to peanuts, any ideas for dinner?"})
	active, _ := mem.Active(ctx)
	fmt.Println(active[0].Importance, active[0].Text)
	// Output: critical I'm allergic to peanuts
}
