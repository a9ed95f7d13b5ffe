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
	Folder string    `json:"folder,omitempty"` // and all below it; empty = everywhere
	Until  time.Time `json:"until,omitzero"`   // zero = until it is ended
}

// Holds reports whether the pause is on, at a time and in a folder.
func (p Pause) Holds(now time.Time, folder string) bool {
	if !p.Until.IsZero() && !now.Before(p.Until) {
		return false
	}
	return p.Folder == "" || folder == p.Folder || strings.HasPrefix(folder, strings.TrimSuffix(p.Folder, string(filepath.Separator))+string(filepath.Separator))
}

// Pauses reads the pauses that a file lists; a file that is not there lists
// none. One that cannot be read is an error and not a licence to listen.
func Pauses(path string) ([]Pause, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []Pause
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err).WithHint("`loci pause --end` writes it anew")
	}
	return all, nil
}

// SetPause adds a pause in place of one of the same folder.
func SetPause(path string, p Pause) error {
	all, err := Pauses(path)
	if err != nil {
		return err
	}
	return writePauses(path, append(without(all, p.Folder), p))
}

// EndPause ends the pause of a folder, or all of them.
func EndPause(path, folder string, everywhere bool) error {
	if everywhere {
		return writePauses(path, nil)
	}
	all, err := Pauses(path)
	if err != nil {
		return err
	}
	return writePauses(path, without(all, folder))
}

func without(all []Pause, folder string) []Pause {
	return slices.DeleteFunc(all, func(p Pause) bool { return p.Folder == folder })
}

func writePauses(path string, all []Pause) error {
	if len(all) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return loci.Errorf(loci.Unavailable, "cannot remove %s: %w", path, err)
		}
		return nil
	}
	data, err := json.Marshal(all)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = os.WriteFile(path, append(data, '\n'), 0o600)
	}
	if err != nil {
		return loci.Errorf(loci.Unavailable, "cannot write %s: %w", path, err)
	}
	return nil
}
