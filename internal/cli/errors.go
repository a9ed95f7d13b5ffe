package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/locimem/loci"
)

// Rules for what people read: results go to stdout and everything else to
// stderr; an error is one line `loci: error: …`, in lower case and without a
// full stop, then `loci: hint: …` saying what to do. With --json one JSON
// object with the same content is the last line of stderr.

// The exit codes.
const (
	exitOK       = 0
	exitFailed   = 1
	exitUsage    = 2
	exitRefused  = 3
	exitNotFound = 4
	exitConflict = 5
)

// partial ends a command that was done in part, and says what was not. The
// failures themselves are already on stderr or in its result.
type partial string

func (p partial) Error() string { return string(p) }

const partialCode = "partial"

func exitCode(err error) int {
	if err == nil {
		return exitOK
	}
	switch loci.CodeOf(err) {
	case loci.Invalid:
		return exitUsage
	case loci.Refused:
		return exitRefused
	case loci.NotFound:
		return exitNotFound
	case loci.Conflict:
		return exitConflict
	}
	return exitFailed
}

// failure is the JSON form of an error.
type failure struct {
	Code     string         `json:"code"`
	Message  string         `json:"message"`
	Hint     string         `json:"hint,omitempty"`
	Findings []loci.Finding `json:"findings,omitempty"`
	Exit     int            `json:"exit"`
}

func describe(err error) failure {
	f := failure{Code: loci.CodeOf(err).String(), Message: err.Error(), Hint: loci.HintOf(err), Exit: exitCode(err)}
	var e *loci.Error
	var refused *loci.RefusedError
	var part partial
	switch {
	case errors.As(err, &part):
		f.Code, f.Message = partialCode, part.Error()
	case errors.As(err, &refused):
		f.Message, f.Findings = refused.Error(), refused.Findings
	case errors.Is(err, context.Canceled):
		f.Code, f.Message, f.Hint = "interrupted", "interrupted", "what was stored before stays; the same command goes on from there"
	case errors.As(err, &e) && e.Code != loci.Internal:
		f.Message = e.Message
	}
	return f
}

// wayOn is the hint of an error that has none of its own: what mostly helps
// with errors of its sort.
func wayOn(err error, command string) string {
	var system *fs.PathError
	switch code := loci.CodeOf(err); {
	case errors.As(err, &system), errors.Is(err, fs.ErrPermission):
		return "look at the permissions of the file and its folder, and the space that is left"
	case code == loci.Invalid:
		return "`" + command + " --help` explains the command"
	case code == loci.NotFound:
		return "`loci list` shows what is known"
	case code == loci.Conflict:
		return "look at it again with `loci list` or `loci show`, then repeat the command"
	case code == loci.Denied:
		return "it takes somebody who may: a person (at a terminal, or LOCI_PERSON=1), or for the org an admin"
	case code == loci.Refused:
		return "say it without that"
	case code == loci.Foreign:
		return "choose another file with --db or LOCI_DB"
	}
	return "try again; `loci doctor` checks the memory file"
}

// report writes an error of a command and returns the exit code.
func (a *app) report(err error, command string) int {
	if err == nil {
		return exitOK
	}
	f := describe(err)
	if f.Code != partialCode {
		f.Hint = cmp.Or(f.Hint, wayOn(err, command))
		a.complain(f.Message, f.Hint)
	}
	if a.flags.json {
		enc := json.NewEncoder(a.sys.Stderr)
		enc.SetEscapeHTML(false)
		// Nothing can be done about a stderr that does not take an error.
		_ = enc.Encode(map[string]failure{"error": f})
	}
	return f.Exit
}

// maxComplaints bounds how many problems of a file are shown one by one.
const maxComplaints = 20

// complainOf writes problems that did not stop a command, and one hint.
func (a *app) complainOf(problems []string, hint string) {
	for _, p := range problems[:min(maxComplaints, len(problems))] {
		a.complain(p, "")
	}
	if more := len(problems) - maxComplaints; more > 0 {
		a.complain(fmt.Sprintf("and %d more", more), "")
	}
	a.hint(hint)
}

// complain writes the text form of an error.
func (a *app) complain(message, hint string) {
	s := a.style(a.sys.StderrTTY)
	fmt.Fprintln(a.sys.Stderr, s.red("loci: error:"), printable(message))
	a.hint(hint)
}

func (a *app) hint(hint string) {
	if hint != "" {
		fmt.Fprintln(a.sys.Stderr, a.style(a.sys.StderrTTY).yellow("loci: hint:"), printable(hint))
	}
}
