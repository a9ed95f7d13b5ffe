package spool

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// Files are named for the order in which they came. One that is not whole yet
// begins with newFile; what a killed process has left of it is removed after
// newLife.
const (
	extension = ".turn"
	newFile   = "new-"
	newLife   = time.Minute
)

func stamp(t time.Time) string { return fmt.Sprintf("%020d", t.UnixNano()) }

// stampOf returns when a file came, as its name says.
func stampOf(name string) string { at, _, _ := strings.Cut(name, "-"); return at }

// files lists what waits, the oldest first.
func (s *Spool) files() ([]string, error) {
	if err := s.private(); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, loci.Errorf(loci.Unavailable, "cannot read %s: %w", s.dir, err).WithHint("look at the permissions of the folder")
	}
	var out []string
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue // a link, or a pipe that would never end
		}
		if strings.HasSuffix(e.Name(), extension) {
			out = append(out, e.Name())
		} else if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), newFile) && time.Since(info.ModTime()) > newLife {
			_ = s.wipe(e.Name()) // nobody was told that it is kept
		}
	}
	return out, nil
}

// private returns an error unless the folder is one that only this user can put
// files into.
func (s *Spool) private() error {
	info, err := os.Lstat(s.dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !ownedAlone(info) {
		return loci.Errorf(loci.Denied, "%s is not a folder of this user alone", s.dir).WithHint("look at what is in it; then remove it, or take the rights of others away")
	}
	return nil
}

// file opens a file of the folder, and nothing that it could be mistaken for: no
// link out of it, and no pipe.
func (s *Spool) file(name string, flag int) (*os.File, error) {
	folder, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	named, err := folder.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !named.Mode().IsRegular() || !ownedAlone(named) {
		return nil, &fs.PathError{Op: "open", Path: filepath.Join(s.dir, name), Err: errors.New("not a file of this user alone")}
	}
	f, err := folder.OpenFile(name, flag, 0)
	if err != nil {
		return nil, err
	}
	if opened, err := f.Stat(); err != nil || !os.SameFile(named, opened) {
		return nil, errors.Join(fs.ErrNotExist, f.Close()) // replaced just now
	}
	return f, nil
}

func (s *Spool) content(name string) ([]byte, error) {
	f, err := s.file(name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// place brings a file to the disk, whole or not at all, and names it.
func (s *Spool) place(data []byte, at string) (name string, err error) {
	if _, err := os.Stat(s.dir); errors.Is(err, fs.ErrNotExist) {
		if err := errors.Join(os.MkdirAll(s.dir, 0o700), flush(filepath.Dir(s.dir))); err != nil {
			return "", err
		}
	}
	if err := s.private(); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(s.dir, newFile+"*") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	name = at + strings.TrimPrefix(filepath.Base(f.Name()), "new") + extension
	if err := os.Rename(f.Name(), filepath.Join(s.dir, name)); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return name, flush(s.dir)
}

// wipe overwrites a file and removes it.
func (s *Spool) wipe(name string) error {
	f, err := s.file(name, os.O_WRONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.Write(make([]byte, info.Size()))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(s.dir, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// flush brings the names in a folder to the disk.
func flush(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // it has no way to flush a folder
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// record is a turn as it is on the disk.
type record struct {
	Scope    loci.Scope     `json:"scope"`
	Client   string         `json:"client,omitempty"`
	Roles    []loci.Role    `json:"roles,omitempty"`
	Via      loci.Via       `json:"via"`
	Zone     string         `json:"zone,omitempty"`
	Turn     loci.Turn      `json:"turn"`
	Findings []loci.Finding `json:"findings,omitempty"`
}

func encode(t loci.SpooledTurn) ([]byte, error) {
	p := t.Principal
	r := record{Scope: p.Scope, Client: p.Client, Roles: p.Roles, Via: p.Via, Turn: t.Turn, Findings: t.Findings}
	if p.Zone != nil {
		r.Zone = p.Zone.String()
	}
	return json.Marshal(r)
}

// plausible reports whether data may be a record: a wiped file is not.
func plausible(data []byte) bool { return len(data) > 0 && data[0] == '{' && json.Valid(data) }

func decode(data []byte) (loci.SpooledTurn, error) {
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return loci.SpooledTurn{}, loci.Errorf(loci.Internal, "a waiting message is damaged: %w", err)
	}
	p := loci.Principal{Scope: r.Scope, Client: r.Client, Roles: r.Roles, Via: r.Via}
	if r.Zone != "" {
		if zone, err := time.LoadLocation(r.Zone); err == nil { // else the system's
			p.Zone = zone
		}
	}
	return loci.SpooledTurn{Principal: p, Turn: r.Turn, Findings: r.Findings}, nil
}
