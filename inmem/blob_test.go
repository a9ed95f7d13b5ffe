package inmem_test

import (
	"testing"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/checkpointtest"
	"github.com/locimem/loci/inmem"
)

func TestCheckpoints(t *testing.T) {
	checkpointtest.Run(t, checkpointtest.Harness{
		Open: func(t *testing.T) checkpoint.BlobStore {
			s := inmem.Open(inmem.Options{})
			t.Cleanup(func() { s.Close() })
			return s
		},
	})
}
