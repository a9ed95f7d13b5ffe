package loci

import "time"

// Changeset is the only write there is: all of it happens in one transaction,
// or none of it.
type Changeset struct {
	// Key makes the changeset idempotent: a second one with the same key
	// changes nothing and is answered with Replayed.
	Key string
	// Change names the change in the history.
	Change ChangeID
	At     time.Time
	// Analyser is the version of the analyser that made the terms. A store that
	// knows of none yet records it; a later one takes Reindex.
	Analyser int

	Turns      []TurnWrite
	Memories   []MemoryWrite
	Erase      []ID // rows, postings and history bodies go; the history chain stays
	History    []HistoryEntry
	Tombstones []Tombstone
	Reviews    []Review
	Vectors    []VectorWrite
	Bill       []BillWrite
}

// BillWrite adds to what a step of the extraction cascade did and cost in a
// scope on one day.
type BillWrite struct {
	Scope Scope
	Day   string // 2026-10-15, UTC
	StepStats
}

// MemoryWrite inserts or replaces one memory.
type MemoryWrite struct {
	Memory Memory
	Expect int64 // the version that must be stored now; 0 = the memory must not exist
	Index  IndexEntry
}

// TurnWrite inserts a turn, or with Replace overwrites the text of one that is
// there.
type TurnWrite struct {
	Turn    Turn
	Replace bool
	Index   IndexEntry
}

// VectorWrite gives a memory its vector, instead of the one it has. It has no
// effect when the memory is gone, is no document or has another version.
type VectorWrite struct {
	Memory  ID
	Version int64
	Model   string
	Vector  Vector
}

// Applied answers a Changeset.
type Applied struct {
	Replayed bool // the key had been applied before; nothing changed
}

// Tombstone remembers that something was forgotten, and from which turn,
// without remembering what: MAC is a keyed hash of the digest.
type Tombstone struct {
	Scope Scope
	MAC   string
	Turn  TurnID
	At    time.Time
}
