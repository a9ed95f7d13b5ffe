package loci

import "context"

// Store keeps memories. Its roles are separate so that a use case names only
// what it needs. Implementations are safe for concurrent use, compare labels
// byte for byte, return copies that the caller may change, and return *Error
// with the codes named here. storetest is their contract in executable form.
//
// Every time, in a query too, counts in UTC and is cut to the microsecond; a
// zero time stays zero. A cancelled or expired context is Unavailable, wraps
// the context's error and changes nothing. Where scopes are asked for, none
// means nothing and a repeated one counts once.
type Store interface {
	Applier
	Loader
	Searcher
	Historian
	Custodian
}

// Applier writes.
type Applier interface {
	// Apply performs the whole changeset in one transaction. It erases first,
	// then writes turns, memories, history, tombstones and reviews, each in the
	// given order and checked at its turn, so that a successor follows what it
	// supersedes. A changeset that fails leaves its Key unused.
	//
	// A replaced turn or memory is replaced whole, its index entry too. Erasing
	// takes the reviews of a memory along and is no error where there is none.
	// A history row without change or time takes the changeset's. Of equal
	// tombstones (scope, MAC, turn) the latest stays; a review replaces the one
	// with its id.
	//
	// Conflict: an expected version is not the stored one; an inserted memory
	// or turn exists, or a replaced turn does not; a second active memory would
	// fill a slot of its scope; a second live one (active, hypothesis,
	// completed) would have the digest, or the key and kind, of another in its
	// scope. An empty slot, digest or key is never taken.
	//
	// Invalid: a record fails Validate or lacks its id, org or user; a version
	// does not exceed Expect; a string holds a NUL or is not UTF-8; a label or
	// turn is over its limit; metadata is not a JSON object; index terms are
	// not distinct, ascending and of the record's kind; an After is not of its
	// row's memory and scope; a replaced turn is of another conversation.
	//
	// Unavailable: the store is busy. In every case nothing changed.
	Apply(ctx context.Context, c Changeset) (Applied, error)
}

// Loader reads rows.
type Loader interface {
	Memories(ctx context.Context, q MemoryQuery) ([]Memory, error)
	Turns(ctx context.Context, q TurnQuery) ([]Turn, error)
	// Tombstones returns those of the scope that have one of the MACs.
	Tombstones(ctx context.Context, scope Scope, macs []string) ([]Tombstone, error)
	// Reviews returns reviews, oldest first, then by id.
	Reviews(ctx context.Context, q ReviewQuery) ([]Review, error)
	// Scopes lists every scope that holds anything, history included, in
	// ascending order of org, user, agent and project, byte by byte.
	Scopes(ctx context.Context) ([]Scope, error)
	// Bill returns what the steps of the cascade did and cost in the scopes
	// together since a day (2026-10-15), a row a step, in the order of its name.
	Bill(ctx context.Context, scopes []Scope, since string) ([]StepStats, error)
	// Counts returns the number of memories by stored status, and of turns.
	Counts(ctx context.Context, scopes []Scope) (Counts, error)
}

// Counts is how much a store holds.
type Counts struct {
	Memories map[Status]int `json:"memories"`
	Turns    int            `json:"turns"`
	Waiting  int            `json:"waiting"` // turns that a model has yet to read
}

// Searcher reads the index.
type Searcher interface {
	// Postings answers from the index. A record without terms is no document
	// and is not counted.
	Postings(ctx context.Context, q PostingsQuery) (Postings, error)
	// Nearest returns the N nearest memories, the nearest first, of equals the
	// later. It looks at vectors of the query's model and dimension alone. A
	// memory keeps its vector until its terms change.
	Nearest(ctx context.Context, q NearestQuery) ([]Near, error)
	// MemoriesByDoc and TurnsByDoc load documents that Postings named; one
	// that is gone since is missing from the answer, and its handle is never
	// given to another.
	MemoriesByDoc(ctx context.Context, docs []Doc) (map[Doc]Memory, error)
	TurnsByDoc(ctx context.Context, docs []Doc) (map[Doc]Turn, error)
	// Analyser returns the version of the analyser whose terms are stored: that
	// of the last Reindex, else of the first changeset that named one, else 0.
	Analyser(ctx context.Context) (int, error)
}

// Historian reads the log of changes.
type Historian interface {
	History(ctx context.Context, q HistoryQuery) ([]HistoryEntry, error)
	// Audit walks the whole chain, of every scope, up to the first row that
	// breaks it: one that is missing, altered, or blanked while its memory was
	// never forgotten. What it finds wrong is in the report and no error.
	Audit(ctx context.Context) (AuditReport, error)
}

// Custodian looks after the store itself.
type Custodian interface {
	// MAC returns a hash under the store's own key.
	MAC(data []byte) []byte
	// Scrub makes erased bytes unreadable in everything the store writes, and
	// says what still holds them.
	Scrub(ctx context.Context) (ScrubReport, error)
	// Verify checks the store against itself: rows, index, history chain. What
	// it finds wrong is in the report and no error.
	Verify(ctx context.Context) (VerifyReport, error)
	// Reindex replaces the index with what the functions make of each row, and
	// at the end records the analyser's version. Others read and write in
	// between. What is stopped halfway leaves a store that is whole, and the next
	// Reindex goes over it again; an index that does not fit its rows is rebuilt
	// in one transaction. Of two live memories that now have one digest the older
	// keeps it; the other has none until it is written again.
	Reindex(ctx context.Context, analyser int, memory func(Memory) IndexEntry, turn func(Turn) IndexEntry) error
	// Backup writes a complete copy to a new file, mode 0600. Conflict: the
	// file exists. Invalid: the store makes no backups.
	Backup(ctx context.Context, path string) error
	// Close releases the store. It is idempotent.
	Close() error
}

// ScrubReport says whether erased bytes are gone.
type ScrubReport struct {
	Pending bool     // something still holds them
	Holders []string // what does, in words
}

// VerifyReport says what is wrong with a store; empty when nothing is.
type VerifyReport struct {
	Problems []string `json:"problems,omitempty"`
	Memories int      `json:"memories"`
	Turns    int      `json:"turns"`
	History  int      `json:"history"`
	Postings int      `json:"postings"`
}
