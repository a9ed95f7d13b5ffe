package loci

// ImportRequest brings in records of another store.
type ImportRequest struct {
	Memories []Memory `json:"memories,omitempty"`
	Turns    []Turn   `json:"turns,omitempty"`
	// Trust keeps the recorded tiers. It needs a person.
	Trust bool `json:"trust,omitempty"`
	// Original says that the records come from the Python original's file, as
	// local reads it; a person's import of it keeps the origins it recorded.
	Original bool `json:"original,omitempty"`
	// Change is that of an earlier request whose records these follow, so that one
	// undo takes back both; empty: a change of its own.
	Change ChangeID `json:"change,omitempty"`
}

// ImportResult says what became of each record.
type ImportResult struct {
	Change      ChangeID  `json:"change"`
	Added       int       `json:"added"`
	Known       int       `json:"known"`
	Quarantined int       `json:"quarantined"`
	Raised      int       `json:"raised,omitempty"`      // of those known: trusted as recorded from now on
	Unconfirmed int       `json:"unconfirmed,omitempty"` // of those added: they wait for a person (Memory.Unconfirmed)
	Refused     []Outcome `json:"refused,omitempty"`
	Turns       int       `json:"turns,omitempty"`
}
