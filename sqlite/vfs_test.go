package sqlite

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// leaf is a page of 512 bytes with two cells at its end and a stale copy of one
// in its free space; header is where the page's own begins.
func leaf(header int) []byte {
	p := bytes.Repeat([]byte{0xee}, 512)
	p[header] = 13
	binary.BigEndian.PutUint16(p[header+3:], 2)
	binary.BigEndian.PutUint16(p[header+5:], 400)
	return p
}

func TestFreeSpace(t *testing.T) {
	interior := leaf(0)
	interior[0] = 5
	beyond := leaf(0)
	binary.BigEndian.PutUint16(beyond[5:], 513)
	for name, tc := range map[string]struct {
		page     []byte
		off      int64
		from, to int
	}{
		"a leaf":              {leaf(0), 512, 12, 400},
		"the first page":      {leaf(100), 0, 112, 400},
		"an interior page":    {interior, 1024, 16, 400},
		"overflow":            {bytes.Repeat([]byte{0}, 512), 512, 0, 0},
		"part of a page":      {leaf(0)[:100], 512, 0, 0},
		"between two pages":   {leaf(0), 100, 0, 0},
		"cells beyond a page": {beyond, 512, 0, 0},
	} {
		if from, to := freeSpace(tc.page, tc.off); from != tc.from || to != tc.to {
			t.Errorf("%s: %d to %d, want %d to %d", name, from, to, tc.from, tc.to)
		}
	}
}

func FuzzFreeSpace(f *testing.F) {
	f.Add(leaf(0), int64(512))
	f.Add(leaf(100), int64(0))
	f.Fuzz(func(t *testing.T, p []byte, off int64) {
		if from, to := freeSpace(p, off); from < to && (from < 8 || to > len(p)) {
			t.Errorf("%d to %d of %d", from, to, len(p))
		}
	})
}

func FuzzIdentify(f *testing.F) {
	f.Add([]byte("SQLite format 3\x00"))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		kind, err := Identify(path)
		if err != nil || kind == Missing || (kind == Empty) != (len(data) == 0) {
			t.Errorf("%q, %v", kind, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(data, after) {
			t.Errorf("changed, %v", err)
		}
	})
}
