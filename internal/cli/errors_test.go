package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// Every error that a person sees says what to do.
func TestEveryErrorHasAHint(t *testing.T) {
	for _, err := range []error{
		loci.Errorf(loci.Internal, "x"), loci.Errorf(loci.Invalid, "x"), loci.Errorf(loci.NotFound, "x"),
		loci.Errorf(loci.Conflict, "x"), loci.Errorf(loci.Denied, "x"), loci.Errorf(loci.Refused, "x"),
		loci.Errorf(loci.Unavailable, "x"), loci.Errorf(loci.Foreign, "x"), &loci.RefusedError{},
		&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, errors.New("x"),
	} {
		var out bytes.Buffer
		a := &app{sys: System{Stderr: &out, Getenv: func(string) string { return "" }}}
		a.report(err, "loci apply")
		if !strings.Contains(out.String(), "\nloci: hint: ") {
			t.Errorf("%v (%v): %q", err, loci.CodeOf(err), out.String())
		}
		if loci.CodeOf(err) == loci.Invalid && !strings.Contains(out.String(), "`loci apply --help`") {
			t.Errorf("it does not name the command: %q", out.String())
		}
	}
}
