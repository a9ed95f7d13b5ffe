package contextblock

import (
	"regexp"
	"sync"
)

// pattern compiles an expression when it is first used: a block that is only
// read costs a cold process nothing for what strips one. Where most texts lack a
// sign that every match has, that is looked for first.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
