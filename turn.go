package loci

import "time"

// MaxTurn is the largest turn that is kept, in bytes, and MaxExtract how much
// of it the extraction reads.
const (
	MaxTurn    = 1 << 20
	MaxExtract = 64 << 10
)

// TurnRole is who speaks in a turn.
type TurnRole string

// The roles. Only the user's turns are evidence; the others are kept so that
// a conversation can be found again.
const (
	RoleUser      TurnRole = "user"
	RoleAssistant TurnRole = "assistant"
	RoleTool      TurnRole = "tool"
	RoleWeb       TurnRole = "web"
	RoleDocument  TurnRole = "document"
	RoleSystem    TurnRole = "system"
)

// TurnRoles lists every role.
func TurnRoles() []TurnRole {
	return []TurnRole{RoleUser, RoleAssistant, RoleTool, RoleWeb, RoleDocument, RoleSystem}
}

// ParseTurnRole returns the role named s.
func ParseTurnRole(s string) (TurnRole, error) { return parseEnum("role", s, TurnRoles()) }

// Origin is that of what is said in a role.
func (r TurnRole) Origin() Origin {
	switch r {
	case RoleUser:
		return UserStated
	case RoleTool:
		return FromTool
	case RoleWeb:
		return FromWeb
	case RoleDocument:
		return FromDocument
	}
	return AssistantInferred
}

// TurnID identifies a turn within its scope: the host's message id, else a
// keyed hash of conversation, role, speaker, time and text.
type TurnID string

// Turn is one message of a conversation.
type Turn struct {
	ID           TurnID    `json:"id,omitempty"`
	Scope        Scope     `json:"scope,omitzero"`
	Conversation string    `json:"conversation,omitempty"`
	Role         TurnRole  `json:"role"`
	Speaker      string    `json:"speaker,omitempty"` // a name, where a conversation has several human speakers
	Text         string    `json:"text"`
	Time         time.Time `json:"time"`               // with the zone it was said in
	Zone         string    `json:"zone,omitempty"`     // IANA name or offset of Time, kept because stores keep UTC
	Kept         time.Time `json:"kept,omitzero"`      // when the store took it in; its retention counts from here
	Blank        bool      `json:"blank,omitempty"`    // the text was erased; the id stays, so that a replay is known
	Waits        bool      `json:"waits,omitempty"`    // a model has yet to read it
	Imported     bool      `json:"imported,omitempty"` // came in with an export, which says whose words it is: nobody is quoted by it
}
