//go:build unix

package extract

import (
	"syscall"
	"time"
)

// cpuTime is what the process has computed so far. Unlike the clock it stands
// still while other processes have the machine.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
