package local

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

// Diagnose explains why a memory file cannot be opened or checked; err is what
// was said when it was tried. An error that is not the file's fault comes back.
func Diagnose(ctx context.Context, path string, secret loci.SecretSource, err error) (DoctorReport, error) {
	if room := checkRoom(path); ctx.Err() == nil && room.Health == Failing {
		return DoctorReport{Path: path, Checks: outside(path)}, nil // else nothing is known of the file
	}
	kind, _ := sqlite.Identify(path) // what it meets, the examination tells
	if ctx.Err() != nil || kind != sqlite.NotSQLite && loci.CodeOf(err) != loci.Internal {
		return DoctorReport{}, err
	}
	r := DoctorReport{Path: path, Checks: outside(path), Store: sqlite.Examine(ctx, path, secret)}
	r.Checks = append(r.Checks, Check{Name: "integrity", Health: Failing, Detail: err.Error(), Hint: restoring(path)})
	for _, p := range r.Store.Problems {
		r.Checks = append(r.Checks, Check{Name: "integrity", Health: Failing, Detail: p})
	}
	r.Checks = append(r.Checks, Check{Name: "contents", Health: Warning, Detail: fmt.Sprintf(
		"%d memories, %d turns, %d changes can be read", r.Store.Memories, r.Store.Turns, r.Store.History)})
	return r, nil
}

// restoring says how to go back to a backup; one that lies beside the file is
// named.
func restoring(path string) string {
	backup := "BACKUP"
	dir, base := filepath.Split(path)
	entries, _ := os.ReadDir(filepath.Clean(dir)) // where they cannot be read there is none to name
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		beside := strings.HasPrefix(e.Name(), base+".") && !strings.HasPrefix(e.Name(), base+damaged)
		if kind, err := sqlite.Identify(name); beside && err == nil && (kind == sqlite.Loci || kind == sqlite.Sealed) {
			backup = strconv.Quote(name)
		}
	}
	return "loci doctor --restore " + backup + " puts a copy of the backup in its place and keeps the damaged file"
}

// outside checks what can be told of a file without opening it.
func outside(path string) []Check {
	folder := filepath.Dir(path)
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	checks := []Check{checkFolder(folder), checkPrivate(path), checkRoom(path)}
	if strings.HasPrefix(filepath.Base(path), "file:") {
		checks = append(checks, Check{Name: "name", Health: Warning,
			Detail: "a name is taken as it is: this is no URI, and what follows the ? is part of the name"})
	}
	return checks
}
