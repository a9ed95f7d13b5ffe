package sqlite_test

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

// fillUp writes until no file may grow any more, and says what it was told.
func fillUp(path string) error {
	ctx := context.Background()
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	signal.Ignore(syscall.SIGXFSZ)
	const limit = 1 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return err
	}
	for i := 0; ; i++ {
		_, err := s.Apply(ctx, write(i, fmt.Sprint("fact ", i), "fact", fmt.Sprint("n", i)))
		if err == nil {
			continue
		}
		fmt.Printf("%v after %d: %v\n", loci.CodeOf(err), i, err)
		if _, err := s.Memories(ctx, loci.MemoryQuery{AllScopes: true, Limit: 1}); err != nil {
			return fmt.Errorf("a read after that: %w", err)
		}
		return nil
	}
}
