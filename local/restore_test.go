package local_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// backedUp returns a memory file with one memory and a backup of it.
func backedUp(t *testing.T) (path, backup string) {
	t.Helper()
	ctx := context.Background()
	path = filepath.Join(t.TempDir(), "m.db")
	backup = path + ".monday"
	mem := open(t, local.Options{Path: path})
	if _, err := mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: "I live in Porto"}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(mem.Backup(ctx, backup), mem.Close()); err != nil {
		t.Fatal(err)
	}
	return path, backup
}

func TestRestoreKeepsTheDamagedFile(t *testing.T) {
	ctx := context.Background()
	path, backup := backedUp(t)
	for n, want := range []string{path + ".damaged", path + ".damaged.1"} {
		damaged := bytes.Repeat([]byte{byte('a' + n)}, 5000)
		for file, data := range map[string][]byte{path: damaged, path + "-wal": []byte("of the damaged one"), path + ".loci-part": []byte("broken off")} {
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := local.Open(ctx, local.Options{Path: path})
		report, err := local.Diagnose(ctx, path, nil, err)
		if err != nil || report.Healthy() {
			t.Fatalf("%+v %v", report, err)
		}
		hints := ""
		for _, c := range report.Checks {
			hints += c.Hint
		}
		if !strings.Contains(hints, "--restore") || !strings.Contains(hints, backup) {
			t.Errorf("the way on: %s", hints)
		}
		kept, err := local.Restore(ctx, path, backup, nil)
		if err != nil || kept != want {
			t.Fatalf("kept as %s, %v", kept, err)
		}
		for file, want := range map[string]string{kept: string(damaged), kept + "-wal": "of the damaged one"} {
			if got, err := os.ReadFile(file); err != nil || string(got) != want {
				t.Errorf("%s: %.20q %v", file, got, err)
			}
		}
		mem := open(t, local.Options{Path: path})
		if all, err := mem.Active(ctx); err != nil || len(all) != 1 {
			t.Errorf("%v %v", all, err)
		}
		if err := mem.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A secret that does not open the file may be wrong, or the envelope damaged:
// with the backup that it opens there is a way on, and the file is kept.
func TestRestoreReplacesWhatNoSecretOpens(t *testing.T) {
	ctx := context.Background()
	key := func(b byte) loci.SecretSource {
		return func(context.Context) ([]loci.Secret, error) { return []loci.Secret{{Key: [32]byte{b}}}, nil }
	}
	for name, at := range map[string]int{"salt": 40, "sort of secret": 19, "page key": 90} {
		t.Run(name, func(t *testing.T) {
			path, backup := backedUp(t)
			for _, file := range []string{path, backup} {
				if err := local.Convert(ctx, file, nil, loci.Secret{Key: [32]byte{1}}); err != nil {
					t.Fatal(err)
				}
			}
			garbled, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			garbled[at] ^= 3
			if err := os.WriteFile(path, garbled, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, secret := range []loci.SecretSource{nil, key(2)} {
				if _, err := local.Restore(ctx, path, backup, secret); !errors.Is(err, loci.Denied) {
					t.Errorf("without the secret of the backup: %v", err)
				}
			}
			kept, err := local.Restore(ctx, path, backup, key(1))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, garbled) {
				t.Errorf("the file was not kept: %v", err)
			}
			mem := open(t, local.Options{Path: path, Secret: key(1)})
			if all, err := mem.Active(ctx); err != nil || len(all) != 1 {
				t.Errorf("%v %v", all, err)
			}
			if err := mem.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestRestoreRefuses(t *testing.T) {
	ctx := context.Background()
	path, backup := backedUp(t)
	if _, err := local.Restore(ctx, path, backup, nil); !errors.Is(err, loci.Conflict) {
		t.Errorf("in place of a sound file: %v", err)
	}
	damaged := []byte("no memory file")
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.db")
	if data, err := os.ReadFile(backup); err != nil || os.WriteFile(cut, data[:20000], 0o600) != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(t.TempDir(), "original.db")
	original(t, foreign)
	for from, code := range map[string]loci.Code{
		filepath.Join(t.TempDir(), "nowhere"): loci.NotFound,
		path:                                  loci.Invalid,
		foreign:                               loci.Invalid,
		cut:                                   loci.Internal,
		filepath.Dir(path):                    loci.Invalid,
	} {
		if _, err := local.Restore(ctx, path, from, nil); !errors.Is(err, code) && loci.CodeOf(err) != code {
			t.Errorf("%s: %v", from, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, damaged) {
			t.Fatalf("%s: the damaged file was changed, %v", from, err)
		}
	}
	if _, err := local.Restore(ctx, foreign, backup, nil); err == nil {
		t.Error("another program's file was replaced")
	}
}

// A busy file or one of another program is not a damaged one.
func TestDiagnoseLeavesOtherErrorsAlone(t *testing.T) {
	path, _ := backedUp(t)
	for _, err := range []error{loci.Unavailable, loci.Foreign, loci.Invalid} {
		if _, got := local.Diagnose(context.Background(), path, nil, err); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
	}
}
