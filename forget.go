package loci

import (
	"bytes"
	"encoding/json"
)

// ForgetRequest says what to forget.
type ForgetRequest struct {
	Ref   string `json:"ref,omitempty"`   // a memory by id, short id or key, with the versions that it has replaced
	IDs   []ID   `json:"ids,omitempty"`   // exactly these memories
	Query string `json:"query,omitempty"` // every memory that has all of these words
	// Messages are words: every sentence of a kept turn that has all of them
	// goes too, whether or not a memory rests on it. It needs a person.
	Messages string `json:"messages,omitempty"`
	// Everything is all that a user has, in every scope of theirs: memories,
	// and the words of all messages. It needs a person.
	Everything bool `json:"everything,omitempty"`
	// Threads has the holders erase what holds a text too, such as the threads
	// of agents; else they are only named. It needs a person.
	Threads bool `json:"threads,omitempty"`
	Preview bool `json:"preview,omitempty"` // only say what would be forgotten
}

// ForgetState says how far forgetting got.
type ForgetState string

// The states of forgetting.
const (
	ForgetErased    ForgetState = "erased"
	ForgetPending   ForgetState = "pending"   // the record is gone; something still holds bytes
	ForgetRetracted ForgetState = "retracted" // an agent asked; a person must agree
	ForgetAsked     ForgetState = "asked"     // the same, and all of it stands until then (Memory.Binds)
	ForgetPreview   ForgetState = "preview"
)

// ForgetResult is the receipt.
type ForgetResult struct {
	State    ForgetState     `json:"state"`
	Asks     bool            `json:"asks,omitempty"`     // with a preview: it would be retracted only, until a person agrees
	Memories RemovedMemories `json:"memories,omitempty"` // with a preview: in full
	Stand    int             `json:"stand,omitempty"`    // of these, what stands until a person agrees
	Earlier  int             `json:"earlier,omitempty"`  // of these, versions that the one named had replaced
	Derived  int             `json:"derived,omitempty"`  // memories made from them, erased too
	Turns    int             `json:"turns,omitempty"`    // turns whose words were erased
	Excerpts []string        `json:"excerpts,omitempty"` // with a preview: of some of those turns
	Holders  []string        `json:"holders,omitempty"`  // what still holds the text
	// Names are those of agents and projects that stay with Everything: what is
	// left to know a replay by, ids and keyed hashes, stands under them.
	Names []string `json:"names,omitempty"`
}

// RemovedMemories are memories that have gone, or would go. Of one that is erased
// only id and scope are known, and its JSON is no more than these.
type RemovedMemories []Memory

// MarshalJSON implements [json.Marshaler].
func (ms RemovedMemories) MarshalJSON() ([]byte, error) {
	type erased struct {
		ID    ID    `json:"id"`
		Scope Scope `json:"scope"`
	}
	out := make([]any, len(ms))
	for i, m := range ms {
		if out[i] = m; m.Kind == "" {
			out[i] = erased{m.ID, m.Scope}
		}
	}
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false) // whoever writes the whole decides
	err := enc.Encode(out)
	return data.Bytes(), err
}
