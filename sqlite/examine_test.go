package sqlite_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/locimem/loci/sqlite"
)

func TestExamineSaysWhatIsDamaged(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if r := sqlite.Examine(ctx, path, nil); len(r.Problems) > 0 {
		t.Errorf("a sound file: %v", r.Problems)
	}
	for _, c := range []struct {
		name   string
		damage func([]byte) []byte
		want   string
	}{
		{"cut off", func(b []byte) []byte { return b[:20000] }, "file: it is cut off: 20000 of "},
		{"pages overwritten", func(b []byte) []byte { return append(b[:4096], bytes.Repeat([]byte("x"), len(b)-4096)...) }, "table memories: "},
		{"header gone", func(b []byte) []byte { return append(make([]byte, 100), b[100:]...) }, "file: sqlite3: file is not a database"},
		{"a few bytes", func(b []byte) []byte { return b[:7] }, "file: "},
	} {
		data := c.damage(bytes.Clone(sound))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		r := sqlite.Examine(ctx, path, nil)
		if !strings.Contains(strings.Join(r.Problems, "\n"), c.want) {
			t.Errorf("%s: %v", c.name, r.Problems)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(data, after) {
			t.Errorf("%s: the file was changed, %v", c.name, err)
		}
	}
	if r := sqlite.Examine(ctx, t.TempDir(), nil); len(r.Problems) != 1 {
		t.Errorf("a directory: %v", r.Problems)
	}
}
