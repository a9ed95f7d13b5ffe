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
// its secret if it is encrypted, and with the one that is given if it is not, or
// not yet; without any, not at all. What it seals begins with what says how the
// secret becomes the key, as an encrypted file does, so that it outlives the file's
// encryption.
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
	head, err := s.head()
	if err != nil || head == nil {
		return s, err
	}
	s.envelope, err = s.current(ctx)
	return s, err
}

// head returns what the envelope of the file begins with, as the file is now;
// nil: it is plain.
func (s *Sealer) head() ([]byte, error) {
	kind, err := Identify(s.path)
	if err != nil || kind != Sealed {
		return nil, err
	}
	first, err := readEnvelope(s.path)
	if err != nil {
		return nil, err
	}
	return first[:envelopeSize], nil
}

// current returns the envelope to seal with: the file's as it is now, since it may
// have been converted after it was opened, or a new one for the secret that the
// file is yet to be encrypted with; nil: there is none.
func (s *Sealer) current(ctx context.Context) (*envelope, error) {
	head, err := s.head()
	if err != nil {
		return nil, err
	}
	if head != nil && s.envelope != nil && bytes.HasPrefix(head, s.envelope.head) {
		return s.envelope, nil
	}
	secrets, err := s.secrets(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case head != nil:
		e, _, err := openEnvelope(s.path, head, secrets)
		return e, err
	case len(secrets) > 0:
		return newEnvelope(secrets[0])
	}
	return nil, nil
}

// Fits reports whether something that was sealed is so as the file is now.
func (s *Sealer) Fits(data []byte) bool {
	head, err := s.head()
	return err == nil && (head == nil || len(data) >= sealedAt && bytes.HasPrefix(head, data[:sealedAt]))
}

// Seal returns data for the disk.
func (s *Sealer) Seal(ctx context.Context, data []byte) ([]byte, error) {
	e, err := s.current(ctx)
	if err != nil || e == nil {
		return data, err
	}
	aead, err := e.beside()
	if err != nil {
		return nil, err
	}
	out := make([]byte, sealedAt+nonceSize, sealedAt+nonceSize+len(data)+aead.Overhead())
	copy(out, e.head)
	nonce := out[sealedAt:]
	rand.Read(nonce) // never fails
	return aead.Seal(out, nonce, data, e.head), nil
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
