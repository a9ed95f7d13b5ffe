package loci

// Action is what became of a statement.
type Action string

// The actions.
const (
	ActionAdded       Action = "added"
	ActionEvidence    Action = "evidence" // known already; counted
	ActionSuperseded  Action = "superseded"
	ActionRestored    Action = "restored" // was closed, said again
	ActionRetracted   Action = "retracted"
	ActionCompleted   Action = "completed"
	ActionReopened    Action = "reopened"
	ActionQuarantined Action = "quarantined"
	ActionRefused     Action = "refused"
	ActionDropped     Action = "dropped" // forgotten before and only replayed, or nothing to do
)

// Outcome is what became of one statement, and why.
type Outcome struct {
	Action   Action    `json:"action"`
	Memory   *Memory   `json:"memory,omitempty"`   // as stored now
	Previous *Memory   `json:"previous,omitempty"` // what it replaced
	Text     string    `json:"text,omitempty"`     // what was said, where nothing was stored; never a refused value
	Reason   string    `json:"reason,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	Turn     TurnID    `json:"turn,omitempty"`
	Of       int       `json:"-"` // which of the turns of an IngestRequest said it
}

// Confirms reports whether what was known is now said with more authority, and
// nothing else about it has changed.
func (o Outcome) Confirms() bool {
	was, is := o.Previous, o.Memory
	if o.Action != ActionSuperseded || was == nil || is == nil || was.Tier >= is.Tier || was.Polarity != is.Polarity {
		return false
	}
	return was.Text == is.Text || was.Slot.Filled() && was.Slot == is.Slot && was.Value != "" && was.Value == is.Value
}
