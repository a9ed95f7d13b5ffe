package loci

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Code classifies an error. The set is closed; a Code is itself an error, so
// errors.Is(err, loci.NotFound) holds through any wrapping.
type Code uint8

// The codes. Internal is the zero value: an error that carries no code is
// internal, and its text is not meant for users.
const (
	Internal    Code = iota // a fault in loci or below it
	Invalid                 // the request is malformed; nothing was changed
	NotFound                // what was asked for is not there, or not visible
	Conflict                // somebody else changed it first, or it exists already
	Denied                  // the principal may not do this
	Refused                 // the guard does not let this text in
	Unavailable             // the store is busy, locked or unreachable; may be retried
	Foreign                 // the file belongs to another program or a newer loci
)

var codeNames = [...]string{"internal", "invalid", "not_found", "conflict", "denied", "refused", "unavailable", "foreign"}

// String returns the code's name as it appears in JSON results.
func (c Code) String() string {
	if int(c) < len(codeNames) {
		return codeNames[c]
	}
	return codeNames[Internal]
}

// Error makes a Code usable as a target of errors.Is.
func (c Code) Error() string { return c.String() }

// Error is an error meant for people: Message says what is wrong, Hint what to
// do about it. Err, if any, is the cause and is not shown to users.
type Error struct {
	Code    Code
	Message string
	Hint    string
	Err     error
}

// Error returns the message and the cause.
func (e *Error) Error() string {
	if e.Err != nil && !strings.Contains(e.Message, e.Err.Error()) {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is this error's code.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}

// Errorf returns an *Error with a formatted message. A %w operand becomes its
// cause.
func Errorf(c Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Code: c, Message: err.Error(), Err: errors.Unwrap(err)}
}

// WithHint returns a copy of e that tells the user what to do.
func (e *Error) WithHint(format string, args ...any) *Error {
	c := *e
	c.Hint = fmt.Sprintf(format, args...)
	return &c
}

// CodeOf returns the code of err, Internal if it carries none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	var r *RefusedError
	if errors.As(err, &r) {
		return Refused
	}
	var c Code
	if errors.As(err, &c) {
		return c
	}
	return Internal
}

// HintOf returns the hint of err, empty if it has none.
func HintOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Hint
	}
	var r *RefusedError
	if errors.As(err, &r) {
		return r.Hint()
	}
	return ""
}

// Class is the family of a guard finding.
type Class string

// The classes of findings.
const (
	ClassSecret    Class = "secret"    // credentials, keys, cards: never stored
	ClassIdentity  Class = "identity"  // national and bank identifiers: refused by default
	ClassPersonal  Class = "personal"  // e-mail, phone, address: stored and tagged
	ClassHidden    Class = "hidden"    // invisible or deceptive characters
	ClassSize      Class = "size"      // over a limit of the record
	ClassShape     Class = "shape"     // not of the form that its field has
	ClassEncoding  Class = "encoding"  // not UTF-8, control characters
	ClassTransient Class = "transient" // a passing mood or moment
	ClassInjection Class = "injection" // text that orders an agent about
)

// Finding is one thing the guard found. It names the kind and the place and
// never carries the value.
type Finding struct {
	Class Class  `json:"class"`
	Kind  string `json:"kind"`            // such as "credential:github" or "limit:text"
	Field string `json:"field,omitempty"` // record field: text, key, metadata, url …
	Start int    `json:"start"`           // byte offsets in the field as given
	End   int    `json:"end"`
}

// String describes the finding without its value.
func (f Finding) String() string {
	if f.Field == "" {
		return fmt.Sprintf("%s at %d–%d", f.Kind, f.Start, f.End)
	}
	return fmt.Sprintf("%s in %s at %d–%d", f.Kind, f.Field, f.Start, f.End)
}

// Reason says in words what the finding is: "it holds a secret (openai)".
func (f Finding) Reason() string {
	switch f.Kind {
	case "depth:metadata":
		return "its metadata is nested too deep"
	case "invalid:metadata":
		return "its metadata is not a JSON object"
	case "invalid:lang":
		return "its language is not a tag such as pt"
	}
	kind := f.Kind[strings.IndexByte(f.Kind, ':')+1:]
	kind = strings.ReplaceAll(kind, "_", " ")
	if f.Field != "" && f.Field != "text" && f.Field != kind {
		kind += ", in its " + f.Field
	}
	return classWords[f.Class] + " (" + kind + ")"
}

var classWords = map[Class]string{
	ClassSecret:    "it holds a secret",
	ClassIdentity:  "it holds an identity number",
	ClassPersonal:  "it holds personal data",
	ClassHidden:    "it holds hidden characters",
	ClassSize:      "it is too long",
	ClassShape:     "a field is not as it must be",
	ClassEncoding:  "it is not clean text",
	ClassTransient: "it is a passing mood",
	ClassInjection: "it gives orders to an agent",
}

// RefusedError says that the guard refused a text, and why. It never holds the
// refused text.
type RefusedError struct {
	Findings []Finding
}

// Error lists the findings in words, without their places.
func (e *RefusedError) Error() string {
	var parts []string
	for _, f := range e.Findings {
		if why := f.Reason(); !slices.Contains(parts, why) {
			parts = append(parts, why)
		}
	}
	return "refused: " + strings.Join(parts, "; ")
}

// Is reports whether target is the code Refused.
func (e *RefusedError) Is(target error) bool { return target == Refused }

// Hint says what to do about the first finding.
func (e *RefusedError) Hint() string {
	if len(e.Findings) == 0 {
		return ""
	}
	switch f := e.Findings[0]; f.Class {
	case ClassSecret:
		return "keep secrets in a password manager; store where to find it instead"
	case ClassIdentity:
		return "identity numbers are not stored by default"
	case ClassSize:
		return "say it shorter, or as several memories"
	case ClassShape:
		if f.Field == "lang" {
			return "name the language by its tag, such as pt-BR"
		}
		return fmt.Sprintf("metadata is one JSON object, nested at most %d deep", MaxDepth)
	case ClassHidden, ClassEncoding:
		return "type the text again without hidden characters"
	case ClassTransient:
		return "only lasting facts are remembered"
	case ClassInjection:
		return "instructions must come from the user's own words"
	}
	return ""
}
