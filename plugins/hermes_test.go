package plugins_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The Python versions that Hermes runs on.
var pythons = []string{"python3.11", "python3.12", "python3.13", "python3.14"}

// TestHermesContract does to the plugins what Hermes does, without it: with
// the python3 that is there, and nightly with each version that Hermes runs on.
func TestHermesContract(t *testing.T) {
	if testing.Short() {
		t.Skip("starts loci many times")
	}
	try := []string{"python3"}
	if os.Getenv("LOCI_NIGHTLY") != "" {
		try = pythons
	}
	bin := t.TempDir()
	build(t, bin)
	for _, python := range try {
		t.Run(python, func(t *testing.T) {
			if exec.Command(python, "-c", "import sys; assert sys.version_info >= (3, 11)").Run() != nil {
				t.Skip("there is no such Python, or it is older than 3.11")
			}
			cmd := exec.CommandContext(t.Context(), python, "-B", "-m", "unittest", "discover", "-s", filepath.Join("testdata", "hermes"))
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "LOCI_BIN=" + filepath.Join(bin, "loci")}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
