package sqlite

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/xts"

	"github.com/locimem/loci"
)

// An encrypted file begins with an envelope: how the secret becomes a key, and
// under that key the one which the pages are encrypted with. The database
// follows. A wrong secret shows before a page is read.
//
//	0   magic
//	16  derivation: 1 key, 2 passphrase
//	20  passes, MiB and lanes of Argon2id, four bytes each
//	32  salt
//	64  nonce, sealed page key
const (
	envelopeSize = 4096
	magic        = "loci encrypted 1"
	byKey        = 1
	byPassphrase = 2
	saltAt       = 32
	sealedAt     = 64
	nonceSize    = 12
	pageKeySize  = 64 // AES-256-XTS has two keys
	sealedSize   = nonceSize + pageKeySize + 16
)

// The second recommendation of RFC 9106, for where memory is scarce. What an
// envelope may ask for is bounded, since nobody vouches for a file yet when it
// is read.
const (
	argonPasses = 3
	argonMiB    = 64
	argonLanes  = 4
	maxPasses   = 64
	maxMiB      = 1024
	maxLanes    = 64
)

// envelope is what wraps the page keys of a file and of its backups.
type envelope struct {
	head []byte // magic, derivation and salt
	key  []byte // that the secret has become
}

// newEnvelope prepares a secret for new files.
func newEnvelope(s loci.Secret) (*envelope, error) {
	head := make([]byte, sealedAt)
	copy(head, magic)
	rand.Read(head[saltAt:]) // never fails
	binary.BigEndian.PutUint32(head[16:], byKey)
	if s.Passphrase != "" {
		if len(s.Passphrase) < minPassphrase {
			return nil, loci.Errorf(loci.Invalid, "a passphrase of %d bytes is too short", len(s.Passphrase)).
				WithHint("take %d or more; several words are easy to keep", minPassphrase)
		}
		for i, n := range []uint32{byPassphrase, argonPasses, argonMiB, argonLanes} {
			binary.BigEndian.PutUint32(head[16+4*i:], n)
		}
	}
	key, err := derive(head, s)
	return &envelope{head, key}, err
}

const minPassphrase = 8

// errOther says that a secret is of the other sort than the envelope's.
var errOther = errors.New("the other sort of secret")

// derive makes the wrapping key as an envelope says.
func derive(head []byte, s loci.Secret) ([]byte, error) {
	var n [4]uint32
	for i := range n {
		n[i] = binary.BigEndian.Uint32(head[16+4*i:])
	}
	salt := head[saltAt:sealedAt]
	switch {
	case n[0] == byKey && s.Passphrase == "":
		return hkdf.Key(sha256.New, s.Key[:], salt, "loci memory file", 32)
	case n[0] == byPassphrase && s.Passphrase != "":
		if n[1] == 0 || n[1] > maxPasses || n[2] == 0 || n[2] > maxMiB || n[3] == 0 || n[3] > maxLanes {
			return nil, loci.Errorf(loci.Internal, "the envelope asks for more than a passphrase needs")
		}
		return argon2.IDKey([]byte(s.Passphrase), salt, n[1], n[2]<<10, uint8(n[3]), 32), nil
	}
	return nil, errOther
}

func (e *envelope) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(e.key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// seal makes a new page key and the first bytes of the file that it is for.
func (e *envelope) seal() (first, pageKey []byte, err error) {
	aead, err := e.aead()
	if err != nil {
		return nil, nil, err
	}
	pageKey = make([]byte, pageKeySize)
	rand.Read(pageKey) // never fails
	first = make([]byte, envelopeSize)
	copy(first, e.head)
	nonce := first[sealedAt : sealedAt+nonceSize]
	rand.Read(nonce)
	aead.Seal(first[:sealedAt+nonceSize], nonce, pageKey, e.head)
	return first, pageKey, nil
}

// open returns the page key of a file.
func (e *envelope) open(first []byte) ([]byte, error) {
	aead, err := e.aead()
	if err != nil {
		return nil, err
	}
	nonce := first[sealedAt:][:nonceSize]
	return aead.Open(nil, nonce, first[sealedAt+nonceSize:sealedAt+sealedSize], e.head)
}

// openEnvelope finds the secret that a file was sealed with, and its page key.
func openEnvelope(path string, first []byte, secrets []loci.Secret) (*envelope, []byte, error) {
	e := &envelope{head: bytes.Clone(first[:sealedAt])}
	fits := false
	for _, s := range secrets {
		var err error
		if e.key, err = derive(e.head, s); errors.Is(err, errOther) {
			continue
		} else if err != nil {
			return nil, nil, err
		}
		fits = true
		if pageKey, err := e.open(first); err == nil {
			return e, pageKey, nil
		}
	}
	sort := "a key"
	if binary.BigEndian.Uint32(e.head[16:]) == byPassphrase {
		sort = "a passphrase"
	}
	switch {
	case len(secrets) == 0:
		return nil, nil, loci.Errorf(loci.Denied, "%s is encrypted with %s, and none is given", path, sort).WithHint(giveSecret)
	case !fits:
		return nil, nil, loci.Errorf(loci.Denied, "%s is encrypted with %s", path, sort).WithHint(giveSecret)
	}
	return nil, nil, loci.Errorf(loci.Denied, "this is not the secret that %s is encrypted with", path).
		WithHint("nothing was changed; give %s with which it was encrypted", sort)
}

const giveSecret = "set key.file or key.command with `loci config`, or LOCI_ENCRYPTION_KEY or LOCI_PASSPHRASE; at a terminal loci asks"

// unlock opens the envelope of an encrypted file and reads the header behind
// it, or seals a file that is yet to be.
func (s *Store) unlock(ctx context.Context, h header, source loci.SecretSource) (header, error) {
	fresh := h.kind == Missing || h.kind == Empty
	if h.kind != Sealed && !fresh || fresh && source == nil {
		return h, nil
	}
	var secrets []loci.Secret
	var err error
	if source != nil {
		if secrets, err = source(ctx); err != nil {
			return h, err
		}
	}
	if fresh {
		if len(secrets) == 0 {
			return h, nil
		}
		if err := s.createSealed(secrets[0]); err != nil {
			return h, err
		}
		if h, err = identify(s.path); err != nil || h.kind != Sealed { // somebody else was faster
			return h, err
		}
	}
	return s.openSealed(secrets)
}

func (s *Store) openSealed(secrets []loci.Secret) (header, error) {
	first, err := readEnvelope(s.path)
	if err != nil {
		return header{}, err
	}
	var pageKey []byte
	if s.envelope, pageKey, err = openEnvelope(s.path, first[:envelopeSize], secrets); err != nil {
		return header{}, err
	}
	s.files = sealedFiles(pageKey)
	sector := first[envelopeSize:]
	if len(sector) < sectorSize {
		return header{kind: Empty}, nil
	}
	c, err := xts.NewCipher(aes.NewCipher, pageKey)
	if err != nil {
		return header{}, err
	}
	c.Decrypt(sector, sector, 0)
	return parseHeader(sector), nil
}

// readEnvelope reads the envelope of a file, and the sector behind it if there
// is one.
func readEnvelope(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, loci.Errorf(loci.Unavailable, "cannot open the memory file: %w", err)
	}
	defer f.Close()
	b := make([]byte, envelopeSize+sectorSize)
	n, err := io.ReadFull(f, b)
	if n < envelopeSize {
		return nil, loci.Errorf(loci.Internal, "%s is cut off", path).WithHint("restore a backup")
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, loci.Errorf(loci.Unavailable, "cannot read the memory file: %w", err)
	}
	return b[:n], nil
}

// sectorSize is what the pages are encrypted by.
const sectorSize = 512

// createSealed brings an encrypted file into being with its envelope, at once:
// of processes that create it at the same time the first one decides.
func (s *Store) createSealed(secret loci.Secret) error {
	e, err := newEnvelope(secret)
	if err != nil {
		return err
	}
	first, _, err := e.seal()
	if err != nil {
		return err
	}
	return place(s.path, first)
}
