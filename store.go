package loci

import "context"

// Store keeps memories. Its roles are separate so that a use case names only
// what it needs. Implementations are safe for concurrent use, hold times to
// the microsecond in UTC, compare labels byte for byte, and return *Error with
// the codes named here. storetest is their contract in executable form.
type Store interface {
	Applier
	Loader
	Searcher
	Historian
	Custodian
}

// Applier writes.
type Applier interface {
	// Apply performs the whole changeset in one transaction. Memories are
	// written in the given order, so a successor follows what it supersedes.
	//
	// Conflict: an expected version is not the stored one; an inserted memory
	// or turn exists; a second active memory would fill a slot of its scope; a
	// second live one (active, hypothesis, completed) would have the digest,
	// or the key and kind, of another in its scope. Invalid: a record fails
	// Validate. Unavailable: the store is busy. In every case nothing changed.
	Apply(ctx context.Context, c Changeset) (Applied, error)
}

// Loader reads rows.
type Loader interface {
	Memories(ctx context.Context, q MemoryQuery) ([]Memory, error)
	Turns(ctx context.Context, q TurnQuery) ([]Turn, error)
	// Tombstones returns those of the scope that have one of the MACs.
	Tombstones(ctx context.Context, scope Scope, macs []string) ([]Tombstone, error)
	// Reviews returns the open reviews of the scopes, oldest first.
	Reviews(ctx context.Context, scopes []Scope) ([]Review, error)
	// Scopes lists every scope that holds anything, in ascending order.
	Scopes(ctx context.Context) ([]Scope, error)
	// Counts returns the number of memories by stored status, and of turns.
	Counts(ctx context.Context, scopes []Scope) (Counts, error)
}

// Counts is how much a store holds.
type Counts struct {
	Memories map[Status]int `json:"memories"`
	Turns    int            `json:"turns"`
}

// Searcher reads the index.
type Searcher interface {
	Postings(ctx context.Context, q PostingsQuery) (Postings, error)
	// MemoriesByDoc and TurnsByDoc load documents that Postings named; one
	// that is gone since is missing from the answer.
	MemoriesByDoc(ctx context.Context, docs []Doc) (map[Doc]Memory, error)
	TurnsByDoc(ctx context.Context, docs []Doc) (map[Doc]Turn, error)
	// Analyser returns the version of the analyser whose terms are stored, 0
	// for an empty index.
	Analyser(ctx context.Context) (int, error)
}

// Historian reads the log of changes.
type Historian interface {
	History(ctx context.Context, q HistoryQuery) ([]HistoryEntry, error)
}

// Custodian looks after the store itself.
type Custodian interface {
	// MAC returns a hash under the store's own key.
	MAC(data []byte) []byte
	// Scrub makes erased bytes unreadable in everything the store writes, and
	// says what still holds them.
	Scrub(ctx context.Context) (ScrubReport, error)
	// Verify checks the store against itself: rows, index, history chain.
	Verify(ctx context.Context) (VerifyReport, error)
	// Reindex replaces the whole index with what the functions make of each
	// row, in one transaction, and records the analyser's version.
	Reindex(ctx context.Context, analyser int, memory func(Memory) IndexEntry, turn func(Turn) IndexEntry) error
	// Backup writes a complete copy to a new file and refuses to overwrite one.
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
