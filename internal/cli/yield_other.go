//go:build !unix

package cli

// yield does nothing where a thread cannot step back by itself.
func yield() {}
