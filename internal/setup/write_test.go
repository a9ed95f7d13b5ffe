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

func TestCheckProgram(t *testing.T) {
	for path, ok := range map[string]bool{
		"/usr/local/bin/loci": true, "/it's here/loci_1.2_linux_amd64": true, `C:\tools\loci.exe`: true,
		"/root/.cache/go-build/ab/abcdef-d/loci": false, "/tmp/go-build123/b001/exe/loci": false,
		`C:\Temp\go-build9\b001\exe\loci.exe`: false, "/usr/bin/mem": false, "/opt/loci/memory": false,
	} {
		if err := CheckProgram(path); (err == nil) != ok || err != nil && loci.HintOf(err) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
}
