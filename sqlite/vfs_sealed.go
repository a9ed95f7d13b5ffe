package sqlite

import (
	"crypto/aes"
	"crypto/rand"
	"encoding/hex"

	"github.com/ncruces/go-sqlite3/vfs"
	wrap "github.com/ncruces/go-sqlite3/vfs/xts"
	"golang.org/x/crypto/xts"
)

// files is the file system that a store's files are opened with.
type files struct {
	name string
	key  string // URI parameter by which the wrapper knows that there is one; it says nothing
}

// sealedFiles registers a file system that encrypts with a page key: the main
// file behind its envelope, and all that SQLite writes beside it. What is
// cleaned and what is encrypted are the same pages: cleaning comes first.
func sealedFiles(pageKey []byte) files {
	id := make([]byte, 8)
	rand.Read(id) // never fails
	name := "loci-sealed-" + hex.EncodeToString(id)
	base := private{VFSFilename: vfs.Find("os").(vfs.VFSFilename), skip: envelopeSize}
	vfs.Register(name, clean{wrap.Wrap(base, pages(pageKey)).(vfs.VFSFilename)})
	return files{name: name, key: "&hexkey=00"}
}

// close forgets the key. Files that are open stay so.
func (f files) close() {
	if f.key != "" {
		vfs.Unregister(f.name)
	}
}

// pages gives the cipher of a page key whatever it is asked for, so that the
// key stands in no URI. Temporary files have keys of their own.
type pages []byte

// KDF implements [wrap.XTSCreator].
func (pages) KDF(string) []byte {
	key := make([]byte, pageKeySize)
	rand.Read(key)
	return key
}

// XTS implements [wrap.XTSCreator].
func (p pages) XTS(key []byte) *xts.Cipher {
	if len(key) != pageKeySize {
		key = p
	}
	c, err := xts.NewCipher(aes.NewCipher, key)
	if err != nil {
		return nil
	}
	return c
}
