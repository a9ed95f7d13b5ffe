package loci

import "time"

// MemoryQuery selects memories of a store. Every non-zero field narrows the
// answer; an empty list is as good as none, a list matches any of its members.
// Scopes match by equality; a query without scopes finds nothing unless
// AllScopes is set, which only maintenance does.
//
// AsOf answers with the After of each memory's last history row (by Seq) that
// is not later, where that has not been forgotten, and the other fields narrow
// those states. The history knows no digests and no vectors: AsOf with Digest or
// Lacks is Invalid.
type MemoryQuery struct {
	Scopes     []Scope
	AllScopes  bool
	IDs        []ID
	ShortID    string // the eight characters of ID.Short, or more of the id's tail; fewer find nothing
	Key        string
	Kinds      []Kind
	NotKinds   []Kind
	Categories []Category
	Importance Importance
	Statuses   []Status // as stored; the caller applies StatusAt
	Slots      []Slot   // exact
	Subject    string   // what is told of it fills a slot
	Digest     string
	Value      string     // exact, folded by the caller
	Turns      []TurnID   // origin_ref.turn
	Sources    []ID       // derived from, or a projection of, one of these
	ExpiresBy  time.Time  // Expires is set and not after this time: what maintenance has to look at
	DueAfter   time.Time  // Due is set and ends after this time
	Lacks      string     // the memory is a document and has no vector of this model
	AsOf       time.Time  // the state of each memory at that time, from the history
	Order      QueryOrder //
	Limit      int        // 0 = all
	Offset     int        // with or without a limit
}

// QueryOrder is the order of an answer. Ties are broken by id, in the same
// direction, so that pages are stable.
type QueryOrder int

// The orders.
const (
	OldestFirst QueryOrder = iota // by Created
	NewestFirst                   // by Updated, descending
	SoonestDue                    // by the end of Due, ascending; those without one come last
)

// TurnQuery selects turns, oldest first. Turns of one time and conversation keep
// the order in which they were first written.
type TurnQuery struct {
	Scopes       []Scope
	IDs          []TurnID
	Conversation string
	Role         TurnRole
	NotSpeaker   string    // somebody else said it, with a name or without
	Since, Until time.Time // Since ≤ Time < Until
	AllScopes    bool
	Waits        bool      // what a model has yet to read, and is not blank
	KeptBefore   time.Time // Kept is set and before this time, and not blank: what retention has to look at
	Newest       bool      // newest first: the same order backwards
	Limit        int
}

// ReviewQuery selects reviews.
type ReviewQuery struct {
	Scopes []Scope
	Done   bool // those that have been answered instead of the open ones
}

// HistoryQuery selects history rows, oldest first.
type HistoryQuery struct {
	Scopes []Scope
	Memory ID
	Change ChangeID
	Newest bool // newest first
	Limit  int
}
