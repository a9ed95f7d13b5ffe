package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/childtest"
	"github.com/locimem/loci/sqlite"
)

func secrets(all ...loci.Secret) loci.SecretSource {
	return func(context.Context) ([]loci.Secret, error) { return all, nil }
}

var (
	keyA   = loci.Secret{Key: [32]byte{1}}
	keyB   = loci.Secret{Key: [32]byte{2}}
	phrase = loci.Secret{Passphrase: "correct horse battery"}
)

// parseConversion reads "a:b:step"; the secrets are named a, b or nothing.
func parseConversion(arg string) (from loci.SecretSource, to loci.Secret, step string) {
	parts := strings.Split(arg, ":")
	named := map[string]loci.Secret{"a": keyA, "b": keyB}
	if s, ok := named[parts[0]]; ok {
		from = secrets(s)
	}
	return from, named[parts[1]], parts[2]
}

// plaintext finds what an encrypted file and what lies beside it may not hold.
func plaintext(t *testing.T, path string) []string {
	t.Helper()
	var out []string
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"canary", "SQLite format", "CREATE TABLE", "memories", "filler"} {
			if bytes.Contains(data, []byte(word)) {
				out = append(out, e.Name()+": "+word)
			}
		}
	}
	return out
}

func TestEncryptedFileHoldsNoPlaintext(t *testing.T) {
	ctx := context.Background()
	for name, secret := range map[string]loci.Secret{"key": keyA, "passphrase": phrase} {
		t.Run(name, func(t *testing.T) {
			path := temp(t)
			s := openWith(t, path, sqlite.Options{Secret: secrets(secret)})
			for i := range 200 {
				if _, err := s.Apply(ctx, release(i)); err != nil {
					t.Fatal(err)
				}
			}
			if got := plaintext(t, path); len(got) > 0 { // with its WAL and its shared memory
				t.Error(got)
			}
			if err := s.Backup(ctx, path+".backup"); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if got := plaintext(t, path); len(got) > 0 {
				t.Error(got)
			}
			if _, err := sqlite.Open(ctx, path+".backup", sqlite.Options{}); !errors.Is(err, loci.Denied) {
				t.Errorf("the backup opens without the secret: %v", err)
			}
			for _, file := range []string{path, path + ".backup"} {
				s := openWith(t, file, sqlite.Options{Secret: secrets(keyB, secret)})
				if r, err := s.Verify(ctx); err != nil || len(r.Problems) > 0 || r.Memories != 200 {
					t.Errorf("%s: %+v %v", file, r, err)
				}
			}
		})
	}
}

func TestWrongSecrets(t *testing.T) {
	ctx := context.Background()
	sealed, phrased, plain := temp(t), temp(t), temp(t)
	openWith(t, sealed, sqlite.Options{Secret: secrets(keyA)}).Close()
	openWith(t, phrased, sqlite.Options{Secret: secrets(phrase)}).Close()
	open(t, plain).Close()
	before, err := os.ReadFile(sealed)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no such command")
	for _, tc := range []struct {
		name, path string
		source     loci.SecretSource
		says       string
	}{
		{"none", sealed, nil, "is encrypted with a key, and none is given"},
		{"an empty source", sealed, secrets(), "none is given"},
		{"another key", sealed, secrets(keyB), "not the secret"},
		{"a passphrase for a key", sealed, secrets(phrase), "is encrypted with a key"},
		{"a key for a passphrase", phrased, secrets(keyA), "is encrypted with a passphrase"},
		{"another passphrase", phrased, secrets(loci.Secret{Passphrase: "incorrect horse"}), "not the secret"},
	} {
		_, err := sqlite.Open(ctx, tc.path, sqlite.Options{Secret: tc.source})
		if !errors.Is(err, loci.Denied) || !strings.Contains(err.Error(), tc.says) || loci.HintOf(err) == "" {
			t.Errorf("%s: %v (%s)", tc.name, err, loci.HintOf(err))
		}
	}
	failing := func(context.Context) ([]loci.Secret, error) { return nil, broken }
	if _, err := sqlite.Open(ctx, sealed, sqlite.Options{Secret: failing}); !errors.Is(err, broken) {
		t.Errorf("a source that fails: %v", err)
	}
	if s, err := sqlite.Open(ctx, plain, sqlite.Options{Secret: failing}); err != nil {
		t.Errorf("a plain file needs no secret: %v", err)
	} else {
		s.Close()
	}
	if after, err := os.ReadFile(sealed); err != nil || !bytes.Equal(before, after) {
		t.Error("a refused opening has written to the file")
	}
	if _, err := sqlite.Open(ctx, temp(t), sqlite.Options{Secret: secrets(loci.Secret{Passphrase: "short"})}); !errors.Is(err, loci.Invalid) {
		t.Errorf("a short passphrase: %v", err)
	}
	for name, at := range map[string]int64{"salt": 40, "nonce": 70, "page key": 90} {
		t.Run("damaged "+name, func(t *testing.T) {
			path := temp(t)
			damaged := bytes.Clone(before)
			damaged[at] ^= 1
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := sqlite.Open(ctx, path, sqlite.Options{Secret: secrets(keyA)}); !errors.Is(err, loci.Denied) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestConvertSurvivesKills breaks every conversion off at every step: the file
// is whole afterwards, with the one secret or the other, and the next opening
// leaves nothing beside it.
func TestConvertSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and timings are for the run without -race")
	}
	ctx := context.Background()
	for _, conversion := range []string{":a", "a:b", "a:"} {
		for i, step := range []string{"lock", "copy", "check", "keep", "swap", "wipe", "never"} {
			t.Run(fmt.Sprint(conversion, " ", step), func(t *testing.T) {
				path := temp(t)
				from, to, _ := parseConversion(conversion + ":")
				next := loci.SecretSource(nil)
				if !to.IsZero() {
					next = secrets(to)
				}
				s := openWith(t, path, sqlite.Options{Secret: from})
				for i := range 50 {
					if _, err := s.Apply(ctx, release(i)); err != nil {
						t.Fatal(err)
					}
				}
				s.Close()
				err := childtest.Command(t, "convert", path, conversion+":"+step).Run()
				if (err == nil) != (step == "never") {
					t.Fatalf("the child ended with %v", err)
				}
				after := from
				if i > 4 { // it was swapped
					after = next
				}
				s = openWith(t, path, sqlite.Options{Secret: after})
				if r, err := s.Verify(ctx); err != nil || len(r.Problems) > 0 || r.Memories != 50 {
					t.Errorf("%+v %v", r, err)
				}
				if _, err := s.Apply(ctx, release(51)); err != nil {
					t.Error(err)
				}
				for _, name := range sqlite.Beside(path) {
					if _, err := os.Stat(name); err == nil {
						t.Errorf("%s is left", name)
					}
				}
				if got := plaintext(t, path); after != nil && len(got) > 0 {
					t.Error(got)
				}
			})
		}
	}
}

func TestOpenRemovesWhatAConversionLeft(t *testing.T) {
	path := temp(t)
	open(t, path).Close()
	for _, name := range sqlite.Beside(path) {
		if err := os.WriteFile(name, []byte("broken off"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open(t, path).Close()
	for _, name := range sqlite.Beside(path) {
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestConvertKilledAtRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and timings are for the run without -race")
	}
	ctx := context.Background()
	path := temp(t)
	s := open(t, path)
	for i := range 300 {
		if _, err := s.Apply(ctx, release(i)); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	for i := range 12 {
		kind, err := sqlite.Identify(path)
		if err != nil {
			t.Fatal(err)
		}
		conversion := map[sqlite.Kind]string{sqlite.Loci: ":a:", sqlite.Sealed: "a::"}[kind]
		c := childtest.Command(t, "convert", path, conversion)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(i*8)*time.Millisecond, func() { c.Process.Kill() })
		c.Wait()
		s := openWith(t, path, sqlite.Options{Secret: secrets(keyA)})
		if r, err := s.Verify(ctx); err != nil || len(r.Problems) > 0 || r.Memories != 300 {
			t.Fatalf("%+v %v", r, err)
		}
		s.Close()
		for _, name := range sqlite.Beside(path) {
			if _, err := os.Stat(name); err == nil {
				t.Errorf("%s is left", name)
			}
		}
	}
}

func TestConvertNeedsTheFileForItself(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	s := open(t, path)
	if _, err := s.Apply(ctx, release(1)); err != nil {
		t.Fatal(err)
	}
	err := sqlite.Convert(ctx, path, sqlite.Options{Busy: 100 * time.Millisecond}, keyA)
	if !errors.Is(err, loci.Unavailable) || !strings.Contains(err.Error(), "open elsewhere") {
		t.Errorf("%v", err)
	}
	if _, err := s.Apply(ctx, release(2)); err != nil {
		t.Errorf("who has it open goes on: %v", err)
	}
	s.Close()
	if err := sqlite.Convert(ctx, path, sqlite.Options{}, keyA); err != nil {
		t.Error(err)
	}
	if err := sqlite.Convert(ctx, filepath.Join(t.TempDir(), "none.db"), sqlite.Options{}, keyA); !errors.Is(err, loci.NotFound) {
		t.Errorf("no file: %v", err)
	}
}

// Who opens a file while it is being encrypted finds it encrypted: the plain one
// that was found first is no damaged one.
func TestOpenWhileTheFileIsEncrypted(t *testing.T) {
	path := temp(t)
	open(t, path).Close()
	opened := make(chan error, 8)
	err := sqlite.ConvertUntil(t.Context(), path, sqlite.Options{}, keyA, func(step string) {
		if step != "copy" {
			return
		}
		for range cap(opened) {
			go func() {
				s, err := sqlite.Open(t.Context(), path, sqlite.Options{Secret: secrets(keyA)})
				if err == nil {
					err = s.Close()
				}
				opened <- err
			}()
		}
		time.Sleep(50 * time.Millisecond) // most of them wait for the file by then
	})
	if err != nil {
		t.Error(err)
	}
	for range cap(opened) {
		if err := <-opened; err != nil {
			t.Error(err)
		}
	}
}

func TestEncryptedFileForgets(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	s := openWith(t, path, sqlite.Options{Secret: secrets(keyA)})
	for i := range 400 {
		apply(t, s, release(i))
	}
	for i := range 400 {
		if i%3 == 0 {
			apply(t, s, forget(i))
		}
	}
	if r, err := s.Scrub(ctx); err != nil || r.Pending {
		t.Fatalf("%+v %v", r, err)
	}
	pages, err := s.Decrypted()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 400 {
		if found := bytes.Contains(pages, []byte(bird(i))); found != (i%3 != 0) {
			t.Errorf("%s is found: %v", bird(i), found)
		}
	}
}
