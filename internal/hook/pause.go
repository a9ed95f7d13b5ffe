package hook

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// Pause is a time, or a place, in which hooks keep and show nothing.
type Pause struct {
	Folder string    `json:"folder"`         // and all below it; empty = everywhere
	Until  time.Time `json:"until,omitzero"` // zero = until it is ended
}

// Holds reports whether the pause is on, at a time and in any of the folders. An
// event that names none comes from where the hook was started, and so do paths
// that begin nowhere.
func (p Pause) Holds(now time.Time, folders ...string) bool {
	if !p.Until.IsZero() && !now.Before(p.Until) {
		return false
	}
	if p.Folder == "" {
		return true
	}
	if len(folders) == 0 {
		folders = []string{"."}
	}
	paused := resolved(p.Folder)
	return slices.ContainsFunc(folders, func(folder string) bool {
		below, err := filepath.Rel(paused, resolved(folder))
		return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
	})
}

// resolved is a folder without the links that lead to it, as far as it exists.
func resolved(folder string) string {
	path, err := filepath.Abs(folder)
	if err != nil {
		return filepath.Clean(folder)
	}
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	parent, last := filepath.Split(path)
	if parent = filepath.Clean(parent); parent == path {
		return path
	}
	return filepath.Join(resolved(parent), last)
}

// Pauses reads the pauses of a folder, in which each is a file: setting one
// touches no other. One that cannot be read is an error and not a licence to
// listen.
func Pauses(dir string) ([]Pause, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(dir, err)
	}
	var all []Pause
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(f.Name(), newFile) {
			continue // ended meanwhile, or not yet begun
		}
		var p Pause
		if err == nil {
			err = json.Unmarshal(data, &p)
		}
		if err != nil {
			return nil, unreadable(path, err)
		}
		all = append(all, p)
	}
	return all, nil
}

func unreadable(path string, err error) error {
	return loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err).WithHint("`loci pause --end` ends all pauses")
}

// SetPause begins a pause in place of one of the same folder.
func SetPause(dir string, p Pause) error {
	data, err := json.Marshal(p)
	if err == nil {
		err = replace(pauseFile(dir, p.Folder), append(data, '\n'))
	}
	return unwritable(dir, err)
}

// EndPause ends the pause of a folder, or all of them.
func EndPause(dir, folder string, all bool) error {
	if all {
		return unwritable(dir, os.RemoveAll(dir))
	}
	err := os.Remove(pauseFile(dir, folder))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return unwritable(dir, err)
}

func pauseFile(dir, folder string) string { return filepath.Join(dir, hash(folder)+".json") }

func unwritable(dir string, err error) error {
	if err == nil {
		return nil
	}
	return loci.Errorf(loci.Unavailable, "cannot write %s: %w", dir, err).WithHint("make the folder writable")
}
