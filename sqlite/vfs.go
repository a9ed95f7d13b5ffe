package sqlite

import (
	"os"
	"sync"

	"github.com/ncruces/go-sqlite3/vfs"
)

// privateVFS registers the file system under which every file that SQLite
// creates is its owner's alone, and returns its name.
var privateVFS = sync.OnceValue(func() string {
	const name = "loci-private"
	vfs.Register(name, ownerOnly{vfs.Find("os").(vfs.VFSFilename)})
	return name
})

// ownerOnly creates files with mode 0600 before the driver would create them
// with the umask's.
type ownerOnly struct{ vfs.VFSFilename }

// OpenFilename implements [vfs.VFSFilename]. A WAL is opened while the main
// file is locked, so nobody removes the -shm between its creation here and its
// opening by the driver.
func (v ownerOnly) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if flags&vfs.OPEN_CREATE != 0 && name.String() != "" {
		paths := []string{name.String()}
		if flags&vfs.OPEN_WAL != 0 {
			paths = append(paths, name.Database()+"-shm")
		}
		for _, path := range paths {
			if f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
				f.Close()
			}
		}
	}
	return v.VFSFilename.OpenFilename(name, flags)
}
