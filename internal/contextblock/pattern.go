package contextblock

import (
	"regexp"
	"sync"
)

// pattern compiles an expression when it is first used: a block that is only
// read costs a cold process nothing for what strips one.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
