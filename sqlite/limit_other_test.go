//go:build !linux

package sqlite_test

import "errors"

func fillUp(string) error { return errors.ErrUnsupported }
