// Package childtest lets a test binary run itself as another process, which may
// be killed.
package childtest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// mark is the first argument of a child.
const mark = "child"

// Main runs the tests; in a child, the job that it was started for.
func Main(m *testing.M, jobs map[string]func(path, arg string) error) {
	if len(os.Args) != 5 || os.Args[1] != mark {
		os.Exit(m.Run())
	}
	job := jobs[os.Args[2]]
	if job == nil {
		job = func(string, string) error { return errors.New("there is no such job") }
	}
	if err := job(os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, os.Args[2], err, loci.HintOf(err))
		os.Exit(1)
	}
}

// Command returns this program as a child with a job to do.
func Command(t *testing.T, job, path string, arg ...any) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, mark, job, path, fmt.Sprint(arg...))
	c.Stderr = os.Stderr
	return c
}

// Live runs a child and kills it some time after a number of lines, however slow
// the machine is; said gets all lines. It returns whether the child was killed
// before its end, and an error if it failed by itself.
func Live(c *exec.Cmd, after int, more time.Duration, said func(line string)) (killed bool, err error) {
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return false, err
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if n == after {
			time.AfterFunc(more, func() { c.Process.Kill() })
		}
		said(lines.Text())
	}
	err = c.Wait()
	if err != nil && !c.ProcessState.Exited() {
		return true, nil
	}
	return false, err
}
