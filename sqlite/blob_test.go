package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/checkpointtest"
	"github.com/locimem/loci/sqlite"
)

func TestCheckpoints(t *testing.T) { conformThreads(t, sqlite.Options{}) }

// TestCheckpointsInAnEncryptedFile: whatever is sealed in it by itself.
func TestCheckpointsInAnEncryptedFile(t *testing.T) {
	if testing.Short() {
		t.Skip("the plain file has run with -race")
	}
	conformThreads(t, sqlite.Options{Secret: secrets(loci.Secret{Key: [32]byte{1}})})
}

func conformThreads(t *testing.T, o sqlite.Options) {
	open := func(t *testing.T, path string) *sqlite.Store { return openWith(t, path, o) }
	checkpointtest.Run(t, checkpointtest.Harness{
		Open: func(t *testing.T) checkpoint.BlobStore {
			path := filepath.Join(t.TempDir(), "checkpoints.db")
			return located{open(t, path), path}
		},
		Reopen: func(t *testing.T, s checkpoint.BlobStore) checkpoint.BlobStore {
			if err := s.(located).Close(); err != nil {
				t.Fatal(err)
			}
			return located{open(t, s.(located).path), s.(located).path}
		},
	})
}
