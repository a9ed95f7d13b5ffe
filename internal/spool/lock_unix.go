//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package spool

import (
	"context"
	"os"
	"syscall"
	"time"
)

// lock waits until nobody else drains the folder. The system releases what a
// killed process has locked.
func (s *Spool) lock(ctx context.Context) (unlock func(), err error) {
	f, err := os.Open(s.dir)
	if err != nil {
		return nil, err
	}
	for syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK { // no locks at all: several may drain
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(2 * time.Millisecond):
		}
	}
	return func() { f.Close() }, nil
}
