package loci

// DefaultStyle is how an agent works whom nobody has told how.
const DefaultStyle = "Be concise and helpful. Prefer bullet points for comparisons."

// ProcedureRequest asks how the agent must behave.
type ProcedureRequest struct {
	// Default asks for DefaultStyle where nothing is set.
	Default bool `json:"default,omitempty"`
}

// Procedure is how the agent must behave: a text for each field that is set.
type Procedure struct {
	Fields   map[Field]string `json:"fields"`
	Memories []Memory         `json:"memories,omitempty"` // that say so
	Default  bool             `json:"default,omitempty"`  // nothing is set; this is DefaultStyle
}

// SetProcedureRequest sets how the agent must behave. A field that is not named
// is cleared, or with Partial left alone; an empty text clears.
type SetProcedureRequest struct {
	Fields  map[Field]string `json:"fields"`
	Partial bool             `json:"partial,omitempty"`
}
