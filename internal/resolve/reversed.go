package resolve

import (
	_ "embed"
	"slices"
	"sync"
	"time"

	"github.com/locimem/loci"
)

//go:embed reversed.toml
var reversedFile string

// orderWords are the words that an order has whatever it is about.
var orderWords = sync.OnceValue(func() phrases {
	return readPhrases(read[map[string]string]("reversed.toml", reversedFile))
})

// mayReverse reports whether a statement is an order, which may tell the
// assistant to do what another tells it not to do.
func mayReverse(fresh loci.Memory) bool {
	return fresh.Kind == loci.Procedural && !fresh.Slot.Filled() && fresh.Status == loci.Active
}

// reversed returns the orders that a new one takes back: "stop answering in
// German" ends "from now on answer in German".
func reversed(fresh loci.Memory, related []loci.Memory, now time.Time) []loci.Memory {
	if !mayReverse(fresh) {
		return nil
	}
	what := ordered(fresh)
	var out []loci.Memory
	for _, m := range related {
		opposed := m.Kind == fresh.Kind && m.Lang == fresh.Lang && affirmed(m) != affirmed(fresh) && m.StatusAt(now) == loci.Active
		if opposed && len(what) > 0 && slices.Equal(what, ordered(m)) {
			out = append(out, m)
		}
	}
	return out
}

// ordered returns the terms that say what an order is about.
func ordered(m loci.Memory) []string { return orderWords().cut(m.Text, m.Lang) }
