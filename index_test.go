package loci_test

import (
	"testing"

	"github.com/locimem/loci"
)

func TestNextTurn(t *testing.T) {
	for _, c := range []struct{ latest, greatest, want loci.Doc }{
		{0, 0, 1 << 20},
		{1 << 20, 1 << 20, 1<<20 + 1},
		{1<<20 + 1, 7<<20 + 3, 1<<20 + 2},
		{0, 7<<20 + 3, 8 << 20},
		{2<<20 - 1, 7<<20 + 3, 8 << 20}, // used up
	} {
		if got := loci.NextTurn(c.latest, c.greatest); got != c.want {
			t.Errorf("NextTurn(%d, %d) = %d, want %d", c.latest, c.greatest, got, c.want)
		}
	}
}
