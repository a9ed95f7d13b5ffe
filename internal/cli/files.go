package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/locimem/loci"
)

// open opens a file for reading; - is stdin.
func (a *app) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.sys.Stdin), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, notReadable(path, err)
	}
	return f, nil
}

// readable checks that files are there before anything is done with the first.
func (a *app) readable(paths []string) error {
	for _, path := range paths {
		if path == "-" {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return notReadable(path, err)
		}
		if info.IsDir() {
			return loci.Errorf(loci.Invalid, "%s is a folder", path).WithHint("name the files in it")
		}
	}
	return nil
}

func notReadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return loci.Errorf(loci.NotFound, "%s: no such file", path)
	}
	return loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err)
}

// writePrivate writes a new file that only its owner can read. What is written
// appears under its name when it is complete, or not at all.
func writePrivate(path string, force bool, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil && !force {
		return loci.Errorf(loci.Conflict, "%s exists", path).WithHint("choose another name, or --force")
	}
	tmp := path + ".part"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return loci.Errorf(loci.Conflict, "%s exists: another export runs, or one was broken off", tmp).WithHint("remove it and try again")
	}
	if err != nil {
		return loci.Errorf(loci.Internal, "cannot write %s: %w", path, err)
	}
	err = errors.Join(write(f), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return nil
}
