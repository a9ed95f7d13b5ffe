// Package compiletest is a help for tests of files that are made of other files
// ahead of time: what `go generate` writes is what the test demands.
package compiletest

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the files that are made of others")

// File demands that a file, as it is embedded, is what its sources make; with
// -update it writes the file instead. Generate is the package whose generation
// does that.
func File(t *testing.T, path, embedded, made, generate string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if embedded != made {
		t.Errorf("%s is not what its sources make: run go generate %s", path, generate)
	}
}
