package resolve

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

//go:embed diets.toml
var dietsFile string

var diets = sync.OnceValue(func() map[string][]string {
	var left map[string][]string
	if err := toml.Unmarshal([]byte(dietsFile), &left); err != nil {
		panic(fmt.Sprintf("resolve: diets.toml: %v", err)) // embedded: a test reads it
	}
	return left
})

const diet = "diet"

// ofSomebody is what the address of what else is known of somebody ends in:
// "partner:mia:home" ends with "partner:mia".
var ofSomebody = []string{":home", ":job"}

// Slots returns the slots that a candidate is about: its own, that of an
// allergy to what is not eaten, and of who eats again what a diet leaves out,
// that diet's.
func Slots(c loci.Candidate) []loci.Slot {
	slots := []loci.Slot{c.Slot}
	if c.Op == loci.OpAssert {
		if other, ok := counterpart(loci.Memory{Slot: c.Slot, Value: c.Value, Polarity: c.Polarity, Lang: c.Lang}); ok {
			slots = append(slots, other)
		}
		return slots
	}
	if c.Op == loci.OpRetract {
		for _, more := range ofSomebody {
			slots = append(slots, loci.Slot{Subject: c.Slot.Subject, Attribute: c.Slot.Attribute + more})
		}
	}
	if c.Op != loci.OpRetract || c.Slot.Name() != diet {
		return slots
	}
	left := diets()
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if slices.Contains(left[name], c.Value) {
			slots = append(slots, loci.Slot{Subject: c.Slot.Subject, Attribute: diet + ":" + name})
		}
	}
	return slots
}
