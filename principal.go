package loci

import (
	"context"
	"slices"
	"time"
)

// Via is the way a principal acts.
type Via string

// The ways. Terminal, review and elicitation are a person; the others are not.
const (
	ViaTerminal    Via = "terminal"
	ViaReview      Via = "review"
	ViaElicitation Via = "elicitation"
	ViaAgent       Via = "agent"
	ViaHook        Via = "hook"
	ViaImport      Via = "import"
)

// Role is what a principal may do in its org.
type Role string

// The roles.
const (
	RoleMember Role = "member"
	RoleAdmin  Role = "admin"
)

// Principal is who acts: a verified identity and the way it acts. It travels
// in the context and is never part of a request, so that no text and no tool
// argument can choose it.
type Principal struct {
	Scope
	Client string         // host program, such as "claude-code"
	Roles  []Role         //
	Via    Via            //
	Zone   *time.Location // the user's time zone; nil = the system's
}

// Person reports whether a human being acts.
func (p Principal) Person() bool {
	return p.Via == ViaTerminal || p.Via == ViaReview || p.Via == ViaElicitation
}

// Admin reports whether the principal may write for the whole org.
func (p Principal) Admin() bool { return slices.Contains(p.Roles, RoleAdmin) }

// Actor names the principal in the history.
func (p Principal) Actor() string {
	if p.Client == "" {
		return p.User + " via " + string(p.Via)
	}
	return p.User + " via " + string(p.Via) + " (" + p.Client + ")"
}

type principalKey struct{}

// WithPrincipal returns a context in which p acts.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// PrincipalFrom returns the principal of the context.
func PrincipalFrom(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}
