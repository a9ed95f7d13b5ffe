package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/locimem/loci"
)

// What cannot be written says why, and what to do.
func TestUnwritable(t *testing.T) {
	for _, tt := range []struct {
		err           error
		message, hint string
	}{
		{syscall.ENOSPC, "no space is left", "free some space"},
		{syscall.EDQUOT, "no space is left", "free some space"},
		{syscall.EROFS, "read-only file system", "copy the file"},
		{fs.ErrPermission, "cannot be written to", "copy the file"},
		{syscall.EIO, "cannot write", "check the disk"},
	} {
		err := unwritable("/m.db", fmt.Errorf("open: %w", tt.err))
		if loci.CodeOf(err) != loci.Unavailable || !strings.Contains(err.Error(), tt.message) || !strings.Contains(loci.HintOf(err), tt.hint) {
			t.Errorf("%v: %v; %s", tt.err, err, loci.HintOf(err))
		}
	}
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "m.db")
	for range 2 { // also where it is there
		if err := Writable(path); err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if err := Writable(path); os.Geteuid() != 0 && !errors.Is(err, loci.Unavailable) {
		t.Errorf("a folder that takes nothing: %v", err)
	}
}
