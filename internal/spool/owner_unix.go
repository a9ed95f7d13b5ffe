//go:build unix

package spool

import (
	"io/fs"
	"os"
	"syscall"
)

// ownedAlone reports whether something is this user's, and nobody else may write
// to it.
func ownedAlone(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}
