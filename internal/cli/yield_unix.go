//go:build unix

package cli

import (
	"runtime"
	"syscall"
)

// yielding is the niceness of what nobody waits for.
const yielding = 5

// yield lowers the priority of the goroutine that calls it, for good: Linux
// counts by threads, so it keeps its own.
func yield() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, yielding) // without it everything takes as long as before
}
