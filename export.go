package loci

// ExportRequest says what to export.
type ExportRequest struct {
	Turns   bool `json:"turns,omitempty"`
	History bool `json:"history,omitempty"` // also what is no longer current
}

// ExportResult counts what was written.
type ExportResult struct {
	Memories int `json:"memories"`
	Turns    int `json:"turns"`
}
