package loci

import (
	"slices"
	"time"
)

// ReviewKind is why a person should look at something.
type ReviewKind string

// The kinds of reviews.
const (
	ReviewSuperseded ReviewKind = "superseded_confirmed" // the user's words replaced what they had confirmed
	ReviewForget     ReviewKind = "forget_request"       // an agent wants something forgotten; it was retracted, or stands on where it binds
	ReviewAgent      ReviewKind = "agent_change"         // an agent closed or completed what the user had said
	ReviewDuplicate  ReviewKind = "near_duplicate"       // two memories that may say the same
	ReviewConflict   ReviewKind = "conflict"             // a guess about what something else is known to be
	ReviewNoted      ReviewKind = "noted"                // an instruction or a limit that only an agent or an import has said
	ReviewGuess      ReviewKind = "guess"                // nobody has confirmed it
	ReviewQuarantine ReviewKind = "quarantine"           // text from outside that nobody has let in
	ReviewStale      ReviewKind = "stale"                // says about the same as what is no longer so

	// ReviewHeld remembers what else held a text when its memory was forgotten. It
	// asks nothing: forgetting that memory's id again, threads and all, finishes it.
	ReviewHeld ReviewKind = "held_elsewhere"
)

// ReviewKinds lists every kind that asks something, the gravest first.
func ReviewKinds() []ReviewKind {
	return []ReviewKind{ReviewForget, ReviewAgent, ReviewSuperseded, ReviewConflict, ReviewQuarantine, ReviewNoted, ReviewGuess, ReviewStale, ReviewDuplicate}
}

// Review is an entry of the list that `loci review` walks through.
type Review struct {
	ID      string     `json:"id"`
	Scope   Scope      `json:"scope"`
	Kind    ReviewKind `json:"kind"`
	Memory  ID         `json:"memory"`
	Other   ID         `json:"other,omitempty"`
	Note    string     `json:"note,omitempty"`
	Created time.Time  `json:"created"`
	Done    time.Time  `json:"done,omitzero"`
}

// ReviewAnswer is what a person says to a review.
type ReviewAnswer string

// The answers.
const (
	AnswerConfirm ReviewAnswer = "confirm" // it is true
	AnswerReject  ReviewAnswer = "reject"  // it is not
	AnswerMerge   ReviewAnswer = "merge"   // both say the same
	AnswerKeep    ReviewAnswer = "keep"    // leave everything as it is, and do not ask again
	AnswerRestore ReviewAnswer = "restore" // as it was before
	AnswerForget  ReviewAnswer = "forget"  // erase it
)

// Answers returns what can be said to a review of this kind.
func (k ReviewKind) Answers() []ReviewAnswer {
	switch k {
	case ReviewGuess, ReviewNoted, ReviewConflict, ReviewQuarantine:
		return []ReviewAnswer{AnswerConfirm, AnswerReject}
	case ReviewStale:
		return []ReviewAnswer{AnswerReject, AnswerKeep}
	case ReviewDuplicate:
		return []ReviewAnswer{AnswerMerge, AnswerKeep}
	case ReviewForget:
		return []ReviewAnswer{AnswerForget, AnswerRestore, AnswerKeep}
	case ReviewSuperseded, ReviewAgent:
		return []ReviewAnswer{AnswerKeep, AnswerRestore}
	}
	return nil
}

// ReviewItem is something that a person should look at.
type ReviewItem struct {
	ID      string         `json:"id"` // its last eight characters name it too
	Kind    ReviewKind     `json:"kind"`
	Memory  Memory         `json:"memory"`
	Other   *Memory        `json:"other,omitempty"` // what it is like, stands against, or was replaced by
	Note    string         `json:"note,omitempty"`
	Digest  string         `json:"digest"` // of the memory's text: an answer to exactly this
	Answers []ReviewAnswer `json:"answers"`
}

// Named reports whether id names the item.
func (i ReviewItem) Named(id string) bool { return id != "" && (i.ID == id || ID(i.ID).Short() == id) }

// Takes reports whether the item can be answered so.
func (i ReviewItem) Takes(a ReviewAnswer) bool { return slices.Contains(i.Answers, a) }

// ReviewRequest narrows what to look at.
type ReviewRequest struct {
	Kinds []ReviewKind `json:"kinds,omitempty"`
	Limit int          `json:"limit,omitempty"` // 0 = 50, at most 1000
}

// ReviewResult lists what to look at, the gravest first.
type ReviewResult struct {
	Items []ReviewItem `json:"items"`
	More  bool         `json:"more,omitempty"`
}

// AnswerRequest answers one item.
type AnswerRequest struct {
	ID     string       `json:"id"`
	Answer ReviewAnswer `json:"answer"`
	Digest string       `json:"digest,omitempty"` // the item's; what is quarantined is not confirmed without
}
