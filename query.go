package loci

import "time"

// MemoryQuery selects memories of a store. Every non-zero field narrows the
// answer. Scopes match by equality; a query without scopes finds nothing
// unless AllScopes is set, which only maintenance does.
type MemoryQuery struct {
	Scopes     []Scope
	AllScopes  bool
	IDs        []ID
	ShortID    string // the eight characters of ID.Short, or more of the id's tail
	Key        string
	Kinds      []Kind
	Categories []Category
	Statuses   []Status // as stored; the caller applies StatusAt
	Slots      []Slot   // exact
	Digest     string
	Value      string     // exact, folded by the caller
	Turn       TurnID     // origin_ref.turn
	Source     ID         // derived from, or a projection of, this memory
	DueBefore  time.Time  // Expires is set and not after this time: what maintenance has to look at
	AsOf       time.Time  // the state of each memory at that time, from the history
	Order      QueryOrder //
	Limit      int        // 0 = all
	Offset     int
}

// QueryOrder is the order of an answer. Ties are broken by id, so that pages
// are stable.
type QueryOrder int

// The orders.
const (
	OldestFirst QueryOrder = iota // by Created
	NewestFirst                   // by Updated, descending
)

// TurnQuery selects turns, oldest first.
type TurnQuery struct {
	Scopes       []Scope
	IDs          []TurnID
	Conversation string
	Role         TurnRole
	Since, Until time.Time // Since ≤ Time < Until
	Newest       bool      // newest first
	Limit        int
}

// HistoryQuery selects history rows, oldest first.
type HistoryQuery struct {
	Scopes []Scope
	Memory ID
	Change ChangeID
	Newest bool // newest first
	Limit  int
}
