package setup

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/locimem/loci"
)

// receipt records what setup has made of a file, so that removal can undo it.
type receipt struct {
	File  string `json:"file"`
	Wrote string `json:"wrote"` // the digest of what setup has written
	Was   []byte `json:"was"`   // what was there before; null = no file
	// Program is the one that was wired, which may not be called loci.
	Program string `json:"program,omitempty"`
	// Made is the first folder that had to be made for the file.
	Made string `json:"made,omitempty"`
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// kept names a file in the state folder that belongs to a configuration file.
func (m Machine) kept(file, suffix string) string {
	return filepath.Join(m.State, filepath.Base(file)+"."+digest([]byte(file))[:8]+suffix)
}

func (m Machine) receipt(file string) (receipt, bool) {
	var r receipt
	data, err := os.ReadFile(m.kept(file, ".json"))
	return r, err == nil && json.Unmarshal(data, &r) == nil && r.File == file
}

// undone returns what a file was before setup, if it is as setup has left it,
// else what it is.
func (m Machine) undone(file string, now []byte) []byte {
	if r, ok := m.receipt(file); ok && r.Wrote == digest(now) {
		return r.Was
	}
	return now
}

// Ready reports why one of several changes could not be written, before any is,
// so that no host is left half done.
func (m Machine) Ready(changes []Change) error {
	for _, c := range changes {
		if c.File == crontabFile {
			continue
		}
		if err := writable(c.File); err != nil {
			return err
		}
		if err := replaceable(c.File); err != nil {
			return err
		}
	}
	return nil
}

// replaceable tries whether a file can be made beside another, with its owner; of
// one that is not there, whether its folder can be made.
func replaceable(file string) error {
	was, err := os.Stat(file)
	if err != nil {
		was = nil
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	dir := filepath.Dir(file)
	for !isThere(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	try, err := os.CreateTemp(dir, ".loci.*")
	if err != nil {
		return notWritten(file, err)
	}
	if was != nil {
		err = giveTo(try, was)
	}
	return notWritten(file, errors.Join(err, try.Close(), os.Remove(try.Name())))
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Apply writes a change and returns where the text from before is kept, empty if
// there was none. It writes nothing if the file is no longer as it was planned for.
func (m Machine) Apply(ctx context.Context, c Change) (backup string, err error) {
	now, err := m.read(ctx, c.File)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(now, c.Before) {
		return "", loci.Errorf(loci.Conflict, "%s has been changed meanwhile", c.File).WithHint("repeat the command to see the change again")
	}
	if c.File != crontabFile {
		if err := writable(c.File); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(m.State, 0o700); err != nil {
		return "", notWritten(m.State, err)
	}
	if c.Before != nil {
		backup = m.kept(c.File, m.backupSuffix(c))
		if err := replace(backup, c.Before, 0o600, nil); err != nil {
			return "", err
		}
	}
	r, _ := m.receipt(c.File)
	if err := m.note(c); err != nil {
		return "", err
	}
	switch {
	case c.File == crontabFile:
		return backup, m.writeCrontab(ctx, c.After)
	case c.After == nil:
		return backup, removeFile(c.File, r.Made)
	}
	return backup, overwrite(c)
}

// removeFile removes a file, and of its folders those up to the one that setup has
// made which are empty then.
func removeFile(file, made string) error {
	if err := os.Remove(file); err != nil {
		return notWritten(file, err)
	}
	if made == "" {
		return nil
	}
	for dir := filepath.Dir(file); len(dir) >= len(made) && os.Remove(dir) == nil; {
		dir = filepath.Dir(dir)
	}
	return nil
}

// missing returns the first folder that has to be made for a file, if any has.
func missing(file string) string {
	made := ""
	for dir := filepath.Dir(file); !isThere(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		made = dir
	}
	return made
}

// backupSuffix keeps apart what was there before setup and what a second setup
// or a removal found: the first is the user's own.
func (m Machine) backupSuffix(c Change) string {
	r, ok := m.receipt(c.File)
	if c.removal || ok && r.Wrote == digest(c.Before) {
		return ".wired.backup"
	}
	return ".backup"
}

// note keeps or drops the receipt of a file. It comes before the change: one of
// a change that did not happen fits no text, and then nothing trusts it.
func (m Machine) note(c Change) error {
	path := m.kept(c.File, ".json")
	old, ok := m.receipt(c.File)
	if c.removal {
		if err := os.Remove(path); ok && err != nil {
			return notWritten(path, err)
		}
		return nil
	}
	r := receipt{File: c.File, Wrote: digest(c.After), Was: c.Before, Program: c.program, Made: cmp.Or(c.made, old.Made)}
	if ok && old.Wrote == digest(c.Before) {
		r.Was = old.Was // setup went on from its own text
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return replace(path, data, 0o600, nil)
}

// writable refuses what its owner has locked: a rename would replace it anyway.
func writable(file string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(file); err == nil {
			return loci.Errorf(loci.Unavailable, "%s is a link to a file that is not there", file).WithHint("create the file, or remove the link")
		}
		return nil
	case err != nil:
		return notWritten(file, err)
	case !info.Mode().IsRegular():
		return notAFile(file)
	case info.Mode()&0o200 == 0:
		return loci.Errorf(loci.Unavailable, "%s is read-only", file).WithHint("make it writable, or change it where it comes from")
	}
	return nil
}

func notAFile(file string) error {
	return loci.Errorf(loci.Invalid, "%s is no file", file).WithHint("move it away")
}

// overwrite gives a file a new text: whole or not at all, with the mode and
// the owner it had, and through a link to where it points.
func overwrite(c Change) error {
	file, mode := c.File, fs.FileMode(0o600)
	if c.executable {
		mode = 0o755
	}
	was, err := os.Stat(file)
	if err == nil {
		mode = was.Mode().Perm()
	} else if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return notWritten(file, err)
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	return replace(file, c.After, mode, was)
}

// replace writes a file; was, if it is given, is the one whose owner it keeps.
func replace(file string, text []byte, mode fs.FileMode, was fs.FileInfo) error {
	part, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return notWritten(file, err)
	}
	_, err = part.Write(text)
	if was != nil {
		err = errors.Join(err, giveTo(part, was))
	}
	err = errors.Join(err, part.Chmod(mode), part.Sync(), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		return errors.Join(notWritten(file, err), os.Remove(part.Name()))
	}
	return nil
}

func notWritten(file string, err error) error {
	if err == nil {
		return nil
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		err = system.Err
	}
	return loci.Errorf(loci.Unavailable, "cannot write %s: %w", file, err).WithHint("look at the permissions of its folder and the space that is left")
}
