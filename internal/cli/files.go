package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/transcript"
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

// openConversation is open for what may be an export of conversations, packed or
// not.
func (a *app) openConversation(path string) (io.ReadCloser, error) {
	if path == "-" {
		return a.open(path)
	}
	f, err := transcript.Open(path)
	var said *loci.Error
	if err == nil || errors.As(err, &said) {
		return f, err
	}
	return nil, notReadable(path, err)
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
		if info.IsDir() || info.Mode().IsRegular() {
			f, err := a.openConversation(path)
			if err != nil {
				return err
			}
			_ = f.Close() // nothing was written
		}
	}
	return nil
}

func notReadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return loci.Errorf(loci.NotFound, "%s: no such file", path).WithHint("look at the name; - is stdin")
	}
	return loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err).WithHint("look at its permissions")
}

// writePrivate writes a file that only its owner can read. What is written
// appears under its name when it is complete, or not at all. The memory file is
// never replaced.
func (a *app) writePrivate(path string, force bool, write func(io.Writer) error) error {
	if err := a.mayWrite(path, force); err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays one
	}
	part := path + ".loci-part" // nobody else gives this name: what stands there was broken off
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return notWritable(path, err)
	}
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return notWritable(path, err)
	}
	err = write(f)
	mine := isOpen(f, part)
	if err = notWritable(path, errors.Join(err, f.Sync(), f.Close())); !mine {
		return errors.Join(err, loci.Errorf(loci.Conflict, "another program has begun to write %s", path).WithHint("choose another name"))
	}
	if err == nil {
		err = notWritable(path, os.Rename(part, path))
	}
	if err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return nil
}

// mayWrite refuses what must not be replaced.
func (a *app) mayWrite(path string, force bool) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if own := s.get("db") + suffix; isSame(path, own) {
			return loci.Errorf(loci.Conflict, "%s is in use as %s", path, own).WithHint("choose another name; the memory file is not replaced")
		}
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return loci.Errorf(loci.Conflict, "%s is there and no file", path).WithHint("choose another name, or - for stdout")
	case !force && exists(path):
		return loci.Errorf(loci.Conflict, "%s exists", path).WithHint("choose another name, or --force")
	}
	return nil
}

// isSame reports whether two names are those of one file, be it through links.
func isSame(one, other string) bool {
	a, errA := os.Stat(one)
	b, errB := os.Stat(other)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// isOpen reports whether the file of that name is the one that is open.
func isOpen(f *os.File, name string) bool {
	a, errA := f.Stat()
	b, errB := os.Lstat(name)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// notWritable says of an error of the system which file it is about; what has
// its words already keeps them.
func notWritable(path string, err error) error {
	var known *loci.Error
	var system *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.As(err, &system):
		err = system.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return loci.Errorf(loci.Unavailable, "cannot write %s: %w", path, err).WithHint("look at the permissions of its folder and the space that is left")
}
