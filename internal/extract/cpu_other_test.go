//go:build !unix

package extract

import "time"

var start = time.Now()

// cpuTime is the clock where the time of a process is not told so easily.
func cpuTime() time.Duration { return time.Since(start) }
