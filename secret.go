package loci

import (
	"bytes"
	"context"
	"encoding/hex"
	"unicode"
	"unicode/utf8"
)

// Secret opens an encrypted memory file: a key of 32 bytes, or a passphrase
// that a key is derived from. It is never printed.
type Secret struct {
	Key        [32]byte
	Passphrase string // empty: Key is the secret
}

// SecretSource is the host's port to the secrets of a memory file: the first
// seals, all of them open. It is asked only when a file needs one.
type SecretSource func(ctx context.Context) ([]Secret, error)

// ParseSecret reads what a file, a variable or a command holds: 64 hex
// characters or 32 bytes that are no text are a key, all else is a passphrase.
// The end of a line is not part of it.
func ParseSecret(b []byte) (Secret, error) {
	var s Secret
	if len(b) == len(s.Key) && !printableText(b) {
		copy(s.Key[:], b)
		return s, s.check()
	}
	b = bytes.TrimRight(b, "\r\n")
	if key, err := hex.DecodeString(string(b)); err == nil && len(key) == len(s.Key) {
		copy(s.Key[:], key)
		return s, s.check()
	}
	if !printableText(b) {
		return s, Errorf(Invalid, "a key is 64 hex characters or 32 bytes, and a passphrase is text").
			WithHint("make a key with: openssl rand -hex 32")
	}
	s.Passphrase = string(b)
	return s, s.check()
}

func (s Secret) check() error {
	if s.IsZero() {
		return Errorf(Invalid, "a key is all zeros, or a passphrase is empty").WithHint("make a key with: openssl rand -hex 32")
	}
	return nil
}

func printableText(b []byte) bool {
	return utf8.Valid(b) && !bytes.ContainsFunc(b, func(r rune) bool { return unicode.IsControl(r) && r != '\t' })
}

// IsZero reports whether there is no secret.
func (s Secret) IsZero() bool { return s == Secret{} }

// String hides the secret.
func (s Secret) String() string { return "[secret]" }

// GoString hides the secret.
func (s Secret) GoString() string { return s.String() }
