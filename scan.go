package loci

// ScanRequest says what becomes of what a scan finds.
type ScanRequest struct {
	Redact bool `json:"redact,omitempty"` // forget the memories, cut the values out of messages
}

// ScanResult is what a scan looked at and found. It holds no values.
type ScanResult struct {
	Memories int         `json:"memories"` // looked at
	Turns    int         `json:"turns"`    // looked at
	Found    []Scanned   `json:"found"`
	State    ForgetState `json:"state"`             // preview, or how far redacting got
	Holders  []string    `json:"holders,omitempty"` // what still holds erased texts
}

// Scanned is a memory or a message that holds what the guard does not let in.
type Scanned struct {
	Memory   ID        `json:"memory,omitempty"`
	Turn     TurnID    `json:"turn,omitempty"`
	Scope    Scope     `json:"scope"`
	Findings []Finding `json:"findings"`
}
