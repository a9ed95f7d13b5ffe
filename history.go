package loci

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// ChangeID groups the history rows that one Changeset wrote; it is what undo
// takes back.
type ChangeID string

// HistoryOp is what happened to a memory.
type HistoryOp string

// The operations of the history.
const (
	HistoryAdd       HistoryOp = "add"
	HistoryEvidence  HistoryOp = "evidence"
	HistoryEdit      HistoryOp = "edit"
	HistoryConfirm   HistoryOp = "confirm"
	HistoryReject    HistoryOp = "reject"
	HistoryComplete  HistoryOp = "complete"
	HistoryReopen    HistoryOp = "reopen"
	HistoryRestore   HistoryOp = "restore" // said again after it was closed
	HistorySupersede HistoryOp = "supersede"
	HistoryRetract   HistoryOp = "retract"
	HistoryExpire    HistoryOp = "expire"
	HistoryMerge     HistoryOp = "merge"
	HistoryCompact   HistoryOp = "compact" // taken into a profile, or the profile written anew
	HistoryUndo      HistoryOp = "undo"
	HistoryForget    HistoryOp = "forget"
	HistoryRevoke    HistoryOp = "revoke" // its source was revoked, or that of what had changed it
	HistoryImport    HistoryOp = "import"
)

// HistoryEntry is one row of the log of all changes. The store numbers the
// rows and chains them by a keyed hash, so that a missing or altered row
// shows. A forget blanks After and Why and keeps the chain.
type HistoryEntry struct {
	Seq    int64     `json:"seq"` // assigned by the store
	Change ChangeID  `json:"change"`
	Scope  Scope     `json:"scope"`
	Memory ID        `json:"memory"`
	Op     HistoryOp `json:"op"`
	Actor  string    `json:"actor"`
	Why    string    `json:"why,omitempty"`
	Turn   TurnID    `json:"turn,omitempty"` // the turn that brought the change about
	At     time.Time `json:"at"`
	After  *Memory   `json:"after,omitempty"` // the record after the change; nil once it is forgotten
	Hash   string    `json:"hash"`            // assigned by the store
}

// HistoryRequest asks for the changes of one memory, or of the scope.
type HistoryRequest struct {
	Ref   string `json:"ref,omitempty"`
	Limit int    `json:"limit,omitempty"` // 0 = 50
}

// HistoryResult lists changes, newest first.
type HistoryResult struct {
	Entries []HistoryEntry `json:"entries"`
}

// AuditReport says whether the log of changes is whole, and whether the
// memories are as it tells.
type AuditReport struct {
	Rows      int      `json:"rows"`
	Forgotten int      `json:"forgotten"`          // rows whose body a forgetting has blanked
	Head      string   `json:"head,omitempty"`     // hash of the newest row: noted elsewhere, it shows when all was written anew
	Broken    int64    `json:"broken,omitempty"`   // number of the first row that is missing or not as it was written
	Problems  []string `json:"problems,omitempty"` // what is wrong, that row first
}

// MayBeBlank reports whether a row without a body may have had one: the row of
// a forgetting never has.
func (e HistoryEntry) MayBeBlank() bool {
	return e.After == nil && e.Op != HistoryForget && (e.Why == "" || e.Op.KeepsWhy())
}

// KeepsWhy reports whether a row's reason outlives a forgetting of its memory.
// What a person wrote goes with the body. What undo and revocation write names
// changes and sources, which later ones rest on.
func (o HistoryOp) KeepsWhy() bool { return o == HistoryUndo || o == HistoryRevoke }

// BodyMAC returns the keyed hash of a serialised After and of the reason,
// under which they stay in the chain after they have been blanked.
func BodyMAC(key, body []byte, why string) string {
	h := hmac.New(sha256.New, key)
	fmt.Fprintf(h, "body\x00%d:%s;%d:%s;", len(body), body, len(why), why)
	return hex.EncodeToString(h.Sum(nil))
}

// ChainHash returns the hash of a history row: keyed, over the previous row's
// hash, the row's own header and the MAC of its body.
func ChainHash(key []byte, prev string, e HistoryEntry, bodyMAC string) string {
	h := hmac.New(sha256.New, key)
	for _, part := range []string{
		prev, fmt.Sprint(e.Seq), string(e.Change), e.Scope.Org, e.Scope.User, e.Scope.Agent, e.Scope.Project,
		string(e.Memory), string(e.Op), e.Actor, string(e.Turn), fmt.Sprint(e.At.UnixMicro()), bodyMAC,
	} {
		fmt.Fprintf(h, "%d:%s;", len(part), part) // length-prefixed: no two headers collide
	}
	return hex.EncodeToString(h.Sum(nil))
}
