package sqlite

import (
	"context"
	"crypto/aes"
	"os"

	"golang.org/x/crypto/xts"

	"github.com/locimem/loci"
)

// MigrateTo lets a test add steps to the schema.
func (s *Store) MigrateTo(ctx context.Context, steps ...string) error {
	return s.fault(ctx, s.migrate(ctx, append(append([]string{}, migrations...), steps...)))
}

// ConvertUntil is Convert that tells each step before it is taken.
func ConvertUntil(ctx context.Context, path string, o Options, to loci.Secret, step func(string)) error {
	return convert(ctx, path, o, to, step)
}

// Beside are the names of what a conversion writes beside a file.
func Beside(path string) []string {
	return []string{path + converting, path + converting + journal, path + replaced}
}

// Decrypted returns the pages of an encrypted file as they stand in it.
func (s *Store) Decrypted() ([]byte, error) {
	data, err := os.ReadFile(s.path)
	if err != nil {
		return nil, err
	}
	key, err := s.envelope.open(data[:envelopeSize])
	if err != nil {
		return nil, err
	}
	c, err := xts.NewCipher(aes.NewCipher, key)
	pages := data[envelopeSize:]
	for at := 0; err == nil && at < len(pages); at += sectorSize {
		c.Decrypt(pages[at:at+sectorSize], pages[at:at+sectorSize], uint64(at/sectorSize))
	}
	return pages, err
}
