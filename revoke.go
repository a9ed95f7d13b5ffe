package loci

import "time"

// RevokeRequest names a source. Every field that is set narrows it; at least
// one must be.
type RevokeRequest struct {
	Origins      []Origin  `json:"origins,omitempty"`
	Conversation string    `json:"conversation,omitempty"`
	URL          string    `json:"url,omitempty"`
	Client       string    `json:"client,omitempty"` // the host program, as the history names it
	Turn         TurnID    `json:"turn,omitempty"`   // one message of the conversation, with what answered it
	Since        time.Time `json:"since,omitzero"`   // by when the store took it in
	Until        time.Time `json:"until,omitzero"`   // exclusive
	// Erase forgets what is taken away, instead of closing it. It needs a person.
	Erase bool `json:"erase,omitempty"`
	// KeepWords leaves the words of the source's messages, so that undo brings
	// everything back.
	KeepWords bool `json:"keep_words,omitempty"`
	Preview   bool `json:"preview,omitempty"` // only say what would happen
}

// RevokeResult says what a revocation did.
type RevokeResult struct {
	Change   ChangeID        `json:"change,omitempty"`
	Removed  RemovedMemories `json:"removed"`           // came from the source, or were derived from what did
	Restored []Memory        `json:"restored"`          // as they are again without it
	Turns    int             `json:"turns"`             // messages whose words went
	State    ForgetState     `json:"state,omitempty"`   // preview; with Erase: how far that got
	Holders  []string        `json:"holders,omitempty"` // what still holds erased texts
}
