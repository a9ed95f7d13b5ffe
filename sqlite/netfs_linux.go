package sqlite

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/locimem/loci"
	"golang.org/x/sys/unix"
)

// refuseNetwork refuses paths on file systems whose locks and shared memory
// do not reach other machines: SQLite files break there.
func refuseNetwork(path string) error {
	var st unix.Statfs_t
	for dir := path; ; dir = filepath.Dir(dir) {
		err := unix.Statfs(dir, &st)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return nil // opening the file will say what is wrong
		}
	}
	if name := networkFS(int64(st.Type)); name != "" {
		return loci.Errorf(loci.Invalid, "%s is on a network file system (%s), where SQLite files break", path, name).
			WithHint("put the file on a local disk with --db or LOCI_DB")
	}
	return nil
}

func networkFS(magic int64) string {
	switch uint32(magic) {
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return "SMB"
	case unix.V9FS_MAGIC:
		return "9p"
	case unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC:
		return "AFS"
	case unix.CODA_SUPER_MAGIC:
		return "Coda"
	case unix.CEPH_SUPER_MAGIC:
		return "Ceph"
	}
	return ""
}
