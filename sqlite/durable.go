package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/locimem/loci"
)

// flush brings a file or directory to the disk.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return errors.Join(loci.Errorf(loci.Unavailable, "%s did not reach the disk: %w", path, err), f.Close())
	}
	return f.Close()
}

// flushDir brings the names in the directory of path to the disk.
func flushDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil // it has no way to flush a directory
	}
	return flush(filepath.Dir(path))
}

// place creates a file with its first bytes at once, unless there is one that
// is not empty.
func place(path string, data []byte) error {
	fail := func(err error) error {
		return loci.Errorf(loci.Unavailable, "cannot create the memory file: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fail(err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part*") // mode 0600
	if err != nil {
		return fail(err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fail(err)
	}
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		if err := os.Rename(f.Name(), path); err != nil {
			return fail(err)
		}
	} else if err := os.Link(f.Name(), path); err != nil && !os.IsExist(err) {
		return fail(err)
	}
	return flushDir(path)
}
