package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/checkpointtest"
)

func TestCheckpoints(t *testing.T) {
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
