//go:build unix

package setup

import (
	"io/fs"
	"os"
	"syscall"
)

// giveTo gives a file to the owner and the group of another: setup that runs as
// root must not take a file from its user.
func giveTo(f *os.File, like fs.FileInfo) error {
	mine, err := f.Stat()
	if err != nil {
		return err
	}
	if sameOwner(mine, like) {
		return nil
	}
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}

func sameOwner(a, b fs.FileInfo) bool {
	one, ok := a.Sys().(*syscall.Stat_t)
	other, too := b.Sys().(*syscall.Stat_t)
	return ok && too && one.Uid == other.Uid && one.Gid == other.Gid
}
