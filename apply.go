package loci

// Defaults of ApplyUpdates.
const (
	ApplyThreshold  = 0.7  // the least confidence of a fact that is taken
	ApplyConfidence = 0.5  // of a fact that names none
	ApplyCap        = 100  // facts of a scope
	ApplyMost       = 1000 // facts of one batch
)

// ApplyRequest is a batch of updates, such as a model proposes after a
// conversation.
type ApplyRequest struct {
	Remove []string  `json:"remove,omitempty"` // ids, short ids or keys of facts that are no longer so
	Facts  []NewFact `json:"facts,omitempty"`
	// Replace are categories whose older facts the new ones replace, if any of
	// them is taken; in others they accumulate.
	Replace   []Category `json:"replace,omitempty"`
	Threshold float64    `json:"threshold,omitempty"` // 0 = ApplyThreshold
	Cap       int        `json:"cap,omitempty"`       // 0 = ApplyCap
}

// NewFact is one fact of a batch.
type NewFact struct {
	Content    string     `json:"content"`
	Category   Category   `json:"category,omitempty"`
	Importance Importance `json:"importance,omitempty"`
	Confidence *float64   `json:"confidence,omitempty"` // nil = ApplyConfidence
	Supersedes []string   `json:"supersedes,omitempty"` // ids, short ids or keys
}

// ApplyResult says what became of each part of the batch.
type ApplyResult struct {
	Facts    []Outcome `json:"facts"`              // in the order of the request
	Removed  []Outcome `json:"removed,omitempty"`  // in the order of the request
	Replaced []Memory  `json:"replaced,omitempty"` // closed in favour of a new fact
	Capped   []Memory  `json:"capped,omitempty"`   // closed because there were too many
	Change   ChangeID  `json:"change,omitempty"`
}

// ReconcileRequest asks for contradictions by a table of opposites.
type ReconcileRequest struct {
	// Opposites are further pairs, such as "vim|emacs".
	Opposites []string `json:"opposites,omitempty"`
	Preview   bool     `json:"preview,omitempty"` // change nothing
}

// Contradiction is two memories that cannot both be so.
type Contradiction struct {
	Kept   Memory `json:"kept"`   // the newer
	Closed Memory `json:"closed"` // the older
	Words  string `json:"words"`  // what they contradict each other in
}

// ReconcileResult lists what was closed, or would be.
type ReconcileResult struct {
	Contradictions []Contradiction `json:"contradictions"`
	Preview        bool            `json:"preview,omitempty"`
	Change         ChangeID        `json:"change,omitempty"`
}
