package transcript

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/locimem/loci"
)

// exportFile is the file of ChatGPT's export that holds the conversations.
const exportFile = "conversations.json"

// maxExport bounds what is unpacked, in bytes: a small ZIP may claim anything.
const maxExport = 1 << 30

// Open opens a file of conversations: as it is, or where it is ChatGPT's export
// as a ZIP or a folder, the conversations in it.
func Open(name string) (io.ReadCloser, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		f, err := os.Open(filepath.Join(name, exportFile))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, loci.Errorf(loci.Invalid, "%s is a folder without %s", name, exportFile).WithHint("name the files in it")
		}
		return f, err
	}
	f, err := os.Open(name)
	if err != nil || !info.Mode().IsRegular() { // a pipe cannot be looked at twice
		return f, err
	}
	head := make([]byte, len(zipMark))
	n, _ := f.ReadAt(head, 0)
	if !bytes.Equal(head[:n], zipMark) {
		return f, nil
	}
	in, err := unpack(f, info.Size(), name)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return in, nil
}

var zipMark = []byte("PK\x03\x04")

// unpack opens the conversations in a ZIP.
func unpack(f *os.File, size int64, name string) (io.ReadCloser, error) {
	unzip := "unzip it and name the files in it"
	r, err := zip.NewReader(f, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // nothing is written anywhere
		return nil, loci.Errorf(loci.Invalid, "%s is a ZIP that cannot be read: %w", name, err).WithHint("%s", unzip)
	}
	i := slices.IndexFunc(r.File, func(z *zip.File) bool { return path.Base(z.Name) == exportFile })
	switch {
	case i < 0:
		return nil, loci.Errorf(loci.Invalid, "%s is a ZIP without %s", name, exportFile).WithHint("%s", unzip)
	case r.File[i].UncompressedSize64 > maxExport:
		return nil, loci.Errorf(loci.Invalid, "%s in %s is larger than 1 GiB", exportFile, name).WithHint("%s", unzip)
	}
	in, err := r.File[i].Open() // reads no more than the size that was just judged
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "%s in %s cannot be read: %w", exportFile, name, err).WithHint("%s", unzip)
	}
	return packed{in, f}, nil
}

// packed is a file in a ZIP; both are closed.
type packed struct {
	io.ReadCloser
	archive io.Closer
}

func (p packed) Close() error { return errors.Join(p.ReadCloser.Close(), p.archive.Close()) }
