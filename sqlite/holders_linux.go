package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// openedBy names the other processes of this user that have the file open.
func openedBy(path string) []string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	var out []string
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range processes {
		pid := filepath.Base(process)
		if pid == strconv.Itoa(os.Getpid()) {
			continue
		}
		fds, _ := filepath.Glob(process + "/fd/*")
		if slices.ContainsFunc(fds, func(fd string) bool {
			target, err := os.Readlink(fd)
			return err == nil && target == path
		}) {
			name, _ := os.ReadFile(process + "/comm")
			out = append(out, fmt.Sprintf("process %s (%s)", pid, strings.TrimSpace(string(name))))
		}
	}
	return out
}
