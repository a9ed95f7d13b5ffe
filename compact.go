package loci

// CompactRequest says how to write the profile.
type CompactRequest struct {
	// Model has the injected model write it; else each fact keeps its words.
	Model bool `json:"model,omitempty"`
}

// CompactResult is the scope's profile.
type CompactResult struct {
	Memory *Memory  `json:"memory,omitempty"` // nil: there is none
	Text   string   `json:"text,omitempty"`
	Count  int      `json:"count"`          // facts that it holds
	Added  int      `json:"added"`          // of them, those taken in now; 0 = there was nothing to compact
	Left   int      `json:"left,omitempty"` // facts that have no more room in it
	Change ChangeID `json:"change,omitempty"`
}
