package setup

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// A pipe in the place of a file is not waited for.
func TestPlanDoesNotReadAPipe(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "cursor")
	file := m.path(h, h.Server)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mkfifo", file).Run(); err != nil {
		t.Skip("no mkfifo")
	}
	done := make(chan error, 1)
	go func() {
		_, err := m.Plan(h, wired)
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, loci.Invalid) {
			t.Errorf("%v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it waits")
	}
}

// Setup that runs as root leaves a file to its user.
func TestApplyKeepsTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	m := testMachine(t, "linux", nil)
	h := host(t, m, "zed")
	file := m.path(h, h.Server)
	write(t, file, "{}")
	if err := os.Chown(file, 1234, 2345); err != nil {
		t.Skip(err)
	}
	before, _ := os.Stat(file)
	apply(t, m, h, wired)
	after, err := os.Stat(file)
	if err != nil || os.SameFile(before, after) {
		t.Fatalf("it was not replaced: %v", err)
	}
	if !sameOwner(before, after) || after.Mode() != before.Mode() {
		t.Errorf("%+v became %+v", before.Sys(), after.Sys())
	}
}

func TestExpandOfOddPaths(t *testing.T) {
	for _, tt := range []struct{ path, home, want string }{
		{"/a/${b", "", "/a/${b"},
		{"${X", "/x", "${X"},
		{"${X:-/d}/${X", "/x", "/x/${X"},
		{"${X}/y", "/x/${X}", "/x/${X}/y"},
		{"${Y:-${X:-/d}/e}/f", "${", "${/e/f"},
		{"${Y:-${X:-/d}/e}/f", "", "/d/e/f"},
	} {
		m := testMachine(t, "linux", map[string]string{"X": tt.home})
		if got := filepath.ToSlash(m.expand(tt.path)); got != tt.want {
			t.Errorf("%s with X=%s: %s, want %s", tt.path, tt.home, got, tt.want)
		}
	}
}
