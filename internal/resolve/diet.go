package resolve

import (
	_ "embed"
	"maps"
	"slices"
	"sync"

	"github.com/locimem/loci"
)

//go:embed diets.toml
var dietsFile string

var diets = sync.OnceValue(func() map[string][]string { return read[map[string][]string]("diets.toml", dietsFile) })

const diet = "diet"

// broken returns the slots of the diets that leave a food out.
func broken(subject, food string) (slots []loci.Slot) {
	for _, name := range slices.Sorted(maps.Keys(diets())) {
		if slices.Contains(diets()[name], food) {
			slots = append(slots, loci.Slot{Subject: subject, Attribute: diet + ":" + name})
		}
	}
	return slots
}
