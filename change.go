package loci

// ChangeOp is what to do with a memory.
type ChangeOp string

// The changes.
const (
	ChangeConfirm  ChangeOp = "confirm"
	ChangeReject   ChangeOp = "reject"
	ChangeComplete ChangeOp = "complete"
	ChangeReopen   ChangeOp = "reopen"
	ChangeRetract  ChangeOp = "retract"
	ChangeEdit     ChangeOp = "edit"
	ChangePromote  ChangeOp = "promote" // to all of the user's agents and projects
)

// ChangeRequest changes one memory.
type ChangeRequest struct {
	Op     ChangeOp `json:"op"`
	Ref    string   `json:"ref"`              // id, its short form, or a key
	Digest string   `json:"digest,omitempty"` // confirm: TextDigest of exactly the text that was shown
	Expect int64    `json:"expect,omitempty"` // the version that was seen; 0 = any
	Why    string   `json:"why,omitempty"`
	Shared bool     `json:"shared,omitempty"` // promote: to the whole org

	// Edits; nil leaves a field alone.
	Text       *string     `json:"text,omitempty"`
	Category   *Category   `json:"category,omitempty"`
	Importance *Importance `json:"importance,omitempty"`
	Due        *When       `json:"due,omitempty"`
	ClearDue   bool        `json:"clear_due,omitempty"`
}

// ChangeResult is the memory after the change.
type ChangeResult struct {
	Memory Memory   `json:"memory"`
	Change ChangeID `json:"change"`
}
