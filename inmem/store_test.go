package inmem_test

import (
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/inmem"
	"github.com/locimem/loci/storetest"
)

func TestStore(t *testing.T) {
	history := func(change func(*loci.HistoryEntry)) func(*testing.T, loci.Store) {
		return func(_ *testing.T, s loci.Store) { s.(*inmem.Store).AlterHistory(2, change) }
	}
	memories := func(change func(*loci.Memory)) func(*testing.T, loci.Store) {
		return func(_ *testing.T, s loci.Store) { s.(*inmem.Store).AlterMemories(change) }
	}
	storetest.Run(t, storetest.Harness{
		Open: func(*testing.T) loci.Store { return inmem.Open(inmem.Options{}) },
		Damage: map[string]func(*testing.T, loci.Store){
			"a history row is altered":  history(func(e *loci.HistoryEntry) { e.Actor = "nobody" }),
			"a history time is altered": history(func(e *loci.HistoryEntry) { e.At = e.At.AddDate(0, 0, 1) }),
			"a history body is altered": history(func(e *loci.HistoryEntry) { e.After.Text = "likes coffee" }),
			"a history row is missing":  func(_ *testing.T, s loci.Store) { s.(*inmem.Store).DropHistory(2) },
			"a memory is malformed":     memories(func(m *loci.Memory) { m.Text = "" }),
			"a key is taken twice":      memories(func(m *loci.Memory) { m.Key = "k" }),
		},
	})
}
