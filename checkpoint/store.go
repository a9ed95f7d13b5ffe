package checkpoint

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// BlobStore keeps threads as rows with clear columns and sealed bodies, which
// it does not look into. Implementations are safe for concurrent use, also by
// several processes; they compare names byte for byte, return copies, and
// return the codes named here. checkpointtest is the contract in executable
// form. A cancelled context is Unavailable, wraps its error and changes nothing.
type BlobStore interface {
	// SaveThread performs the batch in one transaction: it erases, deletes,
	// then writes.
	//
	// A row that exists is replaced; a blob that exists stays. Of writes with
	// one address the first stays, unless the later one says Replace.
	//
	// A *ConflictError (Conflict): a head is not the expected one, or the
	// checkpoints are not. NotFound: a write's checkpoint does not exist. Invalid: a name or an
	// id is malformed.
	SaveThread(ctx context.Context, b Batch) error
	// Threads lists threads in ascending order of org, user and id.
	Threads(ctx context.Context, q ThreadQuery) ([]ThreadInfo, error)
	// Checkpoints lists rows, the greatest id first, then by thread and
	// namespace, ascending.
	Checkpoints(ctx context.Context, q RowQuery) ([]Row, error)
	// Blobs returns blobs of a thread, each once, by namespace, channel and
	// version.
	Blobs(ctx context.Context, t Thread, q BlobQuery) ([]Blob, error)
	// PendingWrites returns the writes on checkpoints of a thread, by
	// namespace, checkpoint, task and index. Nil ids mean all of them.
	PendingWrites(ctx context.Context, t Thread, ids []ID) ([]WriteRow, error)
}

// Batch is a change of one thread.
type Batch struct {
	Thread Thread
	// Heads are the newest checkpoints that namespaces must have; empty: none.
	Heads map[string]ID
	// Expect, if not nil, are all checkpoints that the thread must have.
	Expect []Address

	Erase             bool // everything the thread has
	DeleteCheckpoints []Address
	DeleteBlobs       []BlobKey

	Checkpoints []Row
	Blobs       []Blob
	Writes      []WriteRow
	Replace     bool // blobs and writes that exist, too
}

// Address names a checkpoint within its thread.
type Address struct {
	Namespace string
	ID        ID
}

// Row is a checkpoint without its values.
type Row struct {
	Thread    Thread
	Namespace string
	ID        ID
	Parent    ID
	Step      int
	Source    Source
	Run       string
	Clear     []byte // metadata that stays readable: a JSON object, or nothing
	Body      []byte
}

// BlobKey names a version of a channel within a thread.
type BlobKey struct {
	Namespace string
	Channel   string
	Version   ID
}

// Blob is a version of a channel's value, or what it adds to the version Base.
type Blob struct {
	BlobKey
	Base  ID
	Codec string
	Body  []byte
}

// WriteRow is a pending write. Index is its place in the task's batch, or that
// of its special channel, which is negative.
type WriteRow struct {
	Namespace  string
	Checkpoint ID
	Task       string
	Index      int
	Node       string
	Channel    string
	Codec      string
	Body       []byte
	Replace    bool // not stored: the later write wins
}

// BlobQuery asks for the blobs that lie in any of the spans; nil: all.
type BlobQuery struct {
	Spans []Span
	Bare  bool // without bodies
}

// Span is a range of versions of a channel, both ends included.
type Span struct {
	Namespace string
	Channel   string
	From, To  ID
}

// ThreadQuery asks for threads. Empty fields do not restrict.
type ThreadQuery struct {
	Org, User string
	ID        string
	Before    ID     // those that have a checkpoint with a smaller id
	After     Thread // later ones only
	Limit     int    // 0: all
}

// ThreadInfo is what a store knows of a thread.
type ThreadInfo struct {
	Thread      Thread `json:"thread"`
	Checkpoints int    `json:"checkpoints"`
	First       ID     `json:"first"`
	Last        ID     `json:"last"`
	Bytes       int64  `json:"bytes"` // of all bodies
}

// RowQuery asks for checkpoints. Empty fields do not restrict.
type RowQuery struct {
	Org, User, ID string // of the thread
	Namespace     *string
	IDs           []ID
	Before        ID   // smaller ids only
	After         *Row // what follows this row in the order of the answer
	Source        Source
	Step          *int
	Run           string
	Limit         int  // 0: all
	Bare          bool // without bodies
}

// ConflictError says that somebody else changed a thread first. It has the code
// loci.Conflict.
type ConflictError struct {
	Thread    Thread
	Namespace string
	Expected  ID // empty: none
	Head      ID // what is there instead
}

// Error implements error.
func (e *ConflictError) Error() string {
	name := func(id ID) string {
		if id == "" {
			return "none"
		}
		return id.Short()
	}
	return "thread " + e.Thread.ID + " was changed by another writer: its head is " + name(e.Head) + ", not " + name(e.Expected)
}

// Unwrap returns the code.
func (e *ConflictError) Unwrap() error { return loci.Conflict }

// Validate reports what is malformed in the batch.
func (b Batch) Validate() error {
	if err := b.Thread.Validate(); err != nil {
		return err
	}
	for _, r := range b.Checkpoints {
		if err := valid([]ID{r.ID}, []ID{r.Parent}, r.Namespace, r.Run, string(r.Source), string(r.Clear)); err != nil {
			return err
		}
	}
	for _, blob := range b.Blobs {
		if err := valid([]ID{blob.Version}, []ID{blob.Base}, blob.Namespace, blob.Channel, blob.Codec); err != nil {
			return err
		}
	}
	for _, w := range b.Writes {
		if err := valid([]ID{w.Checkpoint}, nil, w.Namespace, w.Task, w.Node, w.Channel, w.Codec); err != nil {
			return err
		}
	}
	return nil
}

// valid checks ids, ids that may be empty, and texts.
func valid(ids, optional []ID, texts ...string) error {
	for _, id := range optional {
		if id != "" {
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		if _, ok := id.Bytes(); !ok {
			return loci.Errorf(loci.Invalid, "%q is no checkpoint id", id)
		}
	}
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return loci.Errorf(loci.Invalid, "a name must be UTF-8 without NUL")
		}
	}
	return nil
}
