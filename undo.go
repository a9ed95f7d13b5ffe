package loci

// UndoRequest names what to take back; empty: the last change in the scope.
type UndoRequest struct {
	Change ChangeID `json:"change,omitempty"`
}

// UndoResult lists the memories as they are again.
type UndoResult struct {
	Change   ChangeID       `json:"change"`         // the change that was taken back
	By       ChangeID       `json:"by"`             // the change that took it back; undone, it puts it back
	Left     int            `json:"left,omitempty"` // changes of the same conversation that stand, so that an undo reaches them
	Undone   []HistoryEntry `json:"undone"`
	Memories []Memory       `json:"memories"`
}
