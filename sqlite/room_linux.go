package sqlite

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Free returns how many bytes may still be written where a memory file is, and
// whether the system tells.
func Free(path string) (bytes uint64, known bool) {
	var st unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(path), &st); err != nil {
		return 0, false
	}
	return st.Bavail * uint64(st.Bsize), true
}
