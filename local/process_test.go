package local_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// TestMain lets the test binary run itself as another process, to be killed.
func TestMain(m *testing.M) {
	jobs := map[string]func(path, arg string) error{"forgetting": forgetting, "spooling": spooling, "draining": draining}
	if len(os.Args) == 4 && jobs[os.Args[1]] != nil {
		if err := jobs[os.Args[1]](os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err, loci.HintOf(err))
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// child returns this program as another process with a job to do.
func child(t *testing.T, job, path string, arg ...any) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, job, path, fmt.Sprint(arg...))
	c.Stderr = os.Stderr
	return c
}

// live runs a process and kills it some time after a number of lines, however
// slow the machine is; said gets all lines. It returns whether the process was
// killed before its end.
func live(t *testing.T, c *exec.Cmd, after int, more time.Duration, said func(line string)) (killed bool) {
	t.Helper()
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if n == after {
			time.AfterFunc(more, func() { c.Process.Kill() })
		}
		said(lines.Text())
	}
	err = c.Wait()
	if err != nil && c.ProcessState.Exited() {
		t.Fatalf("%s failed: %v", c.Args[1], err)
	}
	return err != nil
}
