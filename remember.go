package loci

import "encoding/json"

// RememberRequest is one statement. Empty fields take defaults: semantic,
// preferences, medium.
type RememberRequest struct {
	Text       string     `json:"text"`
	Kind       Kind       `json:"kind,omitempty"`
	Field      Field      `json:"field,omitempty"`
	Category   Category   `json:"category,omitempty"`
	Importance Importance `json:"importance,omitempty"`
	Task       string     `json:"task,omitempty"`
	Outcome    string     `json:"outcome,omitempty"`
	Key        string     `json:"key,omitempty"`
	Due        *When      `json:"due,omitempty"`
	Quote      string     `json:"quote,omitempty"`  // the user's words it rests on
	Origin     Origin     `json:"origin,omitempty"` // may only lower what the principal gives
	URL        string     `json:"url,omitempty"`
	Lang       string     `json:"lang,omitempty"`
	Shared     bool       `json:"shared,omitempty"` // for the whole org
	// ProjectionOf is the fact that this one mirrors and is closed with: an id,
	// a short id or a key.
	ProjectionOf string          `json:"projection_of,omitempty"`
	Metadata     json.RawMessage `json:"metadata,omitempty"`
}

// RememberResult says what became of the statement.
type RememberResult struct {
	Outcome
	Change ChangeID `json:"change,omitempty"`
}
