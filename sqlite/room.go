package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/locimem/loci"
)

// Writable tries whether a memory file can be worked with: SQLite writes beside
// a file with a WAL even to read it. Unavailable: it cannot, and why.
func Writable(path string) error {
	err := probe(filepath.Dir(path))
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(path, os.O_RDWR, 0); err == nil {
			err = f.Close()
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	if err == nil {
		return nil
	}
	return unwritable(path, err)
}

// probeSize is what the index of a WAL takes at first.
const probeSize = 32 << 10

// probe writes a small file into a folder and removes it.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, ".loci-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, probeSize))
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

// unwritable says what an error of writing means, and what to do about it.
func unwritable(path string, err error) error {
	const elsewhere = "SQLite writes beside the file even to read it: %s, or copy the file and name the copy with --db or LOCI_DB"
	switch {
	case full(err):
		return loci.Errorf(loci.Unavailable, "no space is left for %s", path).WithHint("free some space and try again")
	case errors.Is(err, syscall.EROFS):
		return loci.Errorf(loci.Unavailable, "%s is on a read-only file system", path).WithHint(elsewhere, "mount it for writing")
	case errors.Is(err, fs.ErrPermission):
		return loci.Errorf(loci.Unavailable, "%s or its folder cannot be written to", path).WithHint(elsewhere, "change its permissions")
	}
	return loci.Errorf(loci.Unavailable, "cannot write %s: %w", path, err).WithHint("check the disk and the folder")
}
