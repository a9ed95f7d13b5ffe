//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package spool

import "context"

// lock does nothing: several may drain, and their turns' ids tell.
func (*Spool) lock(context.Context) (unlock func(), err error) { return func() {}, nil }
