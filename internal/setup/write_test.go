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

// What cannot be written is known before anything is; the look leaves nothing.
func TestReady(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "cursor")
	changes, err := m.Plan(h, wired)
	if err != nil || len(changes) != 2 {
		t.Fatal(changes, err)
	}
	if err := m.Ready(changes); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(m.Home, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	write(t, m.Dir(h), "a file in the place of the folder")
	if err := m.Ready(changes); !errors.Is(err, loci.Unavailable) {
		t.Errorf("a file in the place of the folder: %v", err)
	}
}
