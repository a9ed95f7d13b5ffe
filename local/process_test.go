package local_test

import (
	"testing"

	"github.com/locimem/loci/internal/childtest"
)

func TestMain(m *testing.M) {
	childtest.Main(m, map[string]func(path, arg string) error{"forgetting": forgetting, "spooling": spooling, "draining": draining})
}
