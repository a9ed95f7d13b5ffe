package sqlite

import (
	"encoding/binary"
	"os"
	"sync"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
)

// privateFiles registers the file system that loci's own files are opened with.
// It creates files that are their owner's alone, and leaves no copy of a row
// behind when the row moves.
var privateFiles = sync.OnceValue(func() files {
	const name = "loci-private"
	vfs.Register(name, clean{private{VFSFilename: vfs.Find("os").(vfs.VFSFilename)}})
	return files{name: name}
})

// private creates files that are their owner's alone. The first skip bytes of
// the main file are not SQLite's.
type private struct {
	vfs.VFSFilename
	skip int64
}

// OpenFilename implements [vfs.VFSFilename]. Files are created before the
// driver would create them with the umask's mode. A WAL is opened while the
// main file is locked, so nobody removes the -shm between its creation here
// and its opening by the driver.
func (v private) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
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
	f, flags, err := v.VFSFilename.OpenFilename(name, flags)
	if whole, ok := f.(osFile); ok && err == nil {
		p := &privateFile{osFile: whole}
		if flags&vfs.OPEN_MAIN_DB != 0 {
			p.skip = v.skip
		}
		return p, flags, nil
	}
	return f, flags, err
}

// osFile is what a file of the operating system can do besides being one.
type osFile interface {
	vfs.FileSharedMemory
	vfs.FileLockState
	vfs.FileHasMoved
	vfs.FileSizeHint
	vfs.FilePersistWAL
	vfs.FilePowersafeOverwrite
}

type privateFile struct {
	osFile
	skip int64
}

// WriteAt gives a lack of space the code that the driver does not give it.
func (f *privateFile) WriteAt(p []byte, off int64) (int, error) {
	n, err := f.osFile.WriteAt(p, off+f.skip)
	if full(err) {
		err = vfs.SystemError(err, sqlite3.FULL)
	}
	return n, err
}

func (f *privateFile) ReadAt(p []byte, off int64) (int, error) { return f.osFile.ReadAt(p, off+f.skip) }
func (f *privateFile) Truncate(size int64) error               { return f.osFile.Truncate(size + f.skip) }
func (f *privateFile) SizeHint(size int64) error               { return f.osFile.SizeHint(size + f.skip) }

func (f *privateFile) Size() (int64, error) {
	n, err := f.osFile.Size()
	return max(0, n-f.skip), err
}

// clean makes main pages hold nothing but their cells.
//
// SQLite's secure_delete overwrites cells that are deleted, but when a page is
// split it leaves copies of the cells that moved away in the space that is now
// free; a copy outlives its row. Pages reach the main file through WriteAt
// alone; the WAL is emptied by [Store.Scrub].
type clean struct{ vfs.VFSFilename }

// OpenFilename implements [vfs.VFSFilename].
func (v clean) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := v.VFSFilename.OpenFilename(name, flags)
	if err != nil || flags&vfs.OPEN_MAIN_DB == 0 {
		return f, flags, err
	}
	return &cleanFile{File: f}, flags, nil
}

type cleanFile struct {
	vfs.File
	page []byte
}

// WriteAt writes pages with their free space zeroed.
func (f *cleanFile) WriteAt(p []byte, off int64) (int, error) {
	if from, to := freeSpace(p, off); from < to {
		f.page = append(f.page[:0], p...)
		clear(f.page[from:to])
		p = f.page
	}
	return f.File.WriteAt(p, off)
}

// What a file can do besides being one, it still can.

func (f *cleanFile) Unwrap() vfs.File               { return f.File }
func (f *cleanFile) SharedMemory() vfs.SharedMemory { return vfsutil.WrapSharedMemory(f.File) }
func (f *cleanFile) LockState() vfs.LockLevel       { return vfsutil.WrapLockState(f.File) }
func (f *cleanFile) HasMoved() (bool, error)        { return vfsutil.WrapHasMoved(f.File) }
func (f *cleanFile) SizeHint(size int64) error      { return vfsutil.WrapSizeHint(f.File, size) }
func (f *cleanFile) PersistWAL() bool               { return vfsutil.WrapPersistWAL(f.File) }
func (f *cleanFile) SetPersistWAL(keep bool)        { vfsutil.WrapSetPersistWAL(f.File, keep) }
func (f *cleanFile) PowersafeOverwrite() bool       { return vfsutil.WrapPowersafeOverwrite(f.File) }
func (f *cleanFile) SetPowersafeOverwrite(on bool)  { vfsutil.WrapSetPowersafeOverwrite(f.File, on) }

// freeSpace returns where the unallocated space of a b-tree page lies: between
// the cell pointers and the first cell. It is empty for anything else: other
// pages begin with a page number, whose first byte is 0 in files below 128 GB.
func freeSpace(p []byte, off int64) (from, to int) {
	if len(p) < 512 || off%int64(len(p)) != 0 {
		return 0, 0
	}
	header := 0
	if off == 0 {
		header = 100 // of the file
	}
	switch p[header] {
	case 2, 5: // interior pages have one more pointer
		from = header + 12
	case 10, 13:
		from = header + 8
	default:
		return 0, 0
	}
	from += 2 * int(binary.BigEndian.Uint16(p[header+3:]))
	to = int(binary.BigEndian.Uint16(p[header+5:]))
	if to > len(p) {
		return 0, 0
	}
	return from, to
}
