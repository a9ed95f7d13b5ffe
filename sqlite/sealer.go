package sqlite

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"

	"github.com/locimem/loci"
)

// Sealer protects what stands beside a memory file as that is protected: with
// its secret if it is encrypted, else not at all. What it seals begins with what
// says how the secret becomes the key, as an encrypted file does, so that it
// outlives the file's encryption.
type Sealer struct {
	path     string
	envelope *envelope // nil: the file is plain
	source   loci.SecretSource
}

// Sealer returns the sealer of the file. The source gives the secrets of what
// was sealed when the file had another.
func (s *Store) Sealer(source loci.SecretSource) *Sealer { return &Sealer{s.path, s.envelope, source} }

// NewSealer returns the sealer of a file without opening it.
func NewSealer(ctx context.Context, path string, source loci.SecretSource) (*Sealer, error) {
	s := &Sealer{path: path, source: source}
	kind, err := Identify(path)
	if err != nil || kind != Sealed {
		return s, err
	}
	first, err := readEnvelope(path)
	if err != nil {
		return nil, err
	}
	secrets, err := s.secrets(ctx)
	if err != nil {
		return nil, err
	}
	s.envelope, _, err = openEnvelope(path, first[:envelopeSize], secrets)
	return s, err
}

// Seal returns data for the disk.
func (s *Sealer) Seal(_ context.Context, data []byte) ([]byte, error) {
	if s.envelope == nil {
		return data, nil
	}
	aead, err := s.envelope.beside()
	if err != nil {
		return nil, err
	}
	out := make([]byte, sealedAt+nonceSize, sealedAt+nonceSize+len(data)+aead.Overhead())
	copy(out, s.envelope.head)
	nonce := out[sealedAt:]
	rand.Read(nonce) // never fails
	return aead.Seal(out, nonce, data, s.envelope.head), nil
}

// Open returns what was sealed; what never was as it is, but beside an encrypted
// file anybody may have written that. Denied: no secret opens it.
func (s *Sealer) Open(ctx context.Context, data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		if s.envelope != nil {
			return nil, loci.Errorf(loci.Denied, "what stands beside %s is not sealed", s.path)
		}
		return data, nil
	}
	if len(data) < sealedAt+nonceSize {
		return nil, loci.Errorf(loci.Internal, "what was sealed is cut off")
	}
	head := data[:sealedAt]
	if s.envelope != nil && bytes.Equal(s.envelope.head, head) {
		return s.envelope.openBeside(data)
	}
	secrets, err := s.secrets(ctx)
	if err != nil {
		return nil, err
	}
	for _, secret := range secrets {
		key, err := derive(head, secret)
		if err != nil {
			continue
		}
		if open, err := (&envelope{head, key}).openBeside(data); err == nil {
			return open, nil
		}
	}
	return nil, loci.Errorf(loci.Denied, "no secret that is given opens what was sealed beside %s", s.path).WithHint(giveSecret)
}

func (s *Sealer) secrets(ctx context.Context) ([]loci.Secret, error) {
	if s.source == nil {
		return nil, nil
	}
	return s.source(ctx)
}

// beside is the cipher of what stands beside the file. Its key is its own.
func (e *envelope) beside() (cipher.AEAD, error) {
	key, err := hkdf.Expand(sha256.New, e.key, "loci beside the memory file", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func (e *envelope) openBeside(data []byte) ([]byte, error) {
	aead, err := e.beside()
	if err != nil {
		return nil, err
	}
	sealed := data[sealedAt:]
	return aead.Open(nil, sealed[:nonceSize], sealed[nonceSize:], e.head)
}
