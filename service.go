package loci

import (
	"context"
	"encoding/json"
	"io"
	"time"
)

// Service is everything loci does with memories. Requests and responses are
// plain structs that marshal to JSON, so that a remote client can implement it
// too. Who acts is in the context (WithPrincipal); no request names a scope.
type Service interface {
	Writer
	Reader
	Keeper
}

// Writer changes memories.
type Writer interface {
	// Ingest reads turns of a conversation and keeps what they say. A turn
	// whose id is known changes nothing. A turn that cannot be kept is
	// reported in the result and does not stop the others.
	Ingest(ctx context.Context, r IngestRequest) (IngestResult, error)
	// Remember stores one statement, with the tier that the principal's way of
	// acting gives it. Refused by the guard: *RefusedError.
	Remember(ctx context.Context, r RememberRequest) (RememberResult, error)
	// Change confirms, rejects, completes, reopens, edits, retracts or promotes
	// a memory.
	Change(ctx context.Context, r ChangeRequest) (ChangeResult, error)
	// Undo takes back the principal's last change, or a named one.
	Undo(ctx context.Context, r UndoRequest) (UndoResult, error)
	// Forget erases memories and everything loci wrote of them.
	Forget(ctx context.Context, r ForgetRequest) (ForgetResult, error)
	// SetProcedure sets how the agent must behave, in whole or in part.
	SetProcedure(ctx context.Context, r SetProcedureRequest) (Procedure, error)
	// ApplyUpdates takes a batch of new facts and removals at once.
	ApplyUpdates(ctx context.Context, r ApplyRequest) (ApplyResult, error)
	// Answer settles what Review lists. It needs a person.
	Answer(ctx context.Context, r AnswerRequest) (ChangeResult, error)
}

// Reader finds memories. Reading writes nothing.
type Reader interface {
	Recall(ctx context.Context, r RecallRequest) (RecallResult, error)
	Get(ctx context.Context, r GetRequest) (Memory, error)
	List(ctx context.Context, r ListRequest) (ListResult, error)
	History(ctx context.Context, r HistoryRequest) (HistoryResult, error)
	ContextBlock(ctx context.Context, r BlockRequest) (BlockResult, error)
	Stats(ctx context.Context) (Stats, error)
	// Procedure says how the agent must behave.
	Procedure(ctx context.Context, r ProcedureRequest) (Procedure, error)
	// Review lists what a person should look at.
	Review(ctx context.Context, r ReviewRequest) (ReviewResult, error)
}

// Keeper looks after a store as a whole.
type Keeper interface {
	// Maintain makes physical what the life cycle already says. It is
	// idempotent.
	Maintain(ctx context.Context) (MaintainResult, error)
	// Compact gathers the plain facts of the principal's scope in one profile.
	Compact(ctx context.Context, r CompactRequest) (CompactResult, error)
	// Reconcile closes the older of two memories that contradict each other.
	Reconcile(ctx context.Context, r ReconcileRequest) (ReconcileResult, error)
	// Export writes the principal's memories as JSONL.
	Export(ctx context.Context, w io.Writer, r ExportRequest) (ExportResult, error)
	// Import stores records of another store.
	Import(ctx context.Context, r ImportRequest) (ImportResult, error)
	// Revoke takes away what came from a source and everything derived from
	// it, and brings back what that had changed, all in one transaction. A
	// program may only revoke what it wrote itself in a conversation.
	Revoke(ctx context.Context, r RevokeRequest) (RevokeResult, error)
	// Audit checks the log of changes against itself, and the memories
	// against it.
	Audit(ctx context.Context) (AuditReport, error)
	// Scan runs the guard over what the principal has stored, in every scope
	// of theirs. To redact takes a person.
	Scan(ctx context.Context, r ScanRequest) (ScanResult, error)
}

// Action is what became of a statement.
type Action string

// The actions.
const (
	ActionAdded       Action = "added"
	ActionEvidence    Action = "evidence" // known already; counted
	ActionSuperseded  Action = "superseded"
	ActionRestored    Action = "restored" // was closed, said again
	ActionRetracted   Action = "retracted"
	ActionCompleted   Action = "completed"
	ActionReopened    Action = "reopened"
	ActionQuarantined Action = "quarantined"
	ActionRefused     Action = "refused"
	ActionDropped     Action = "dropped" // forgotten before and only replayed, or nothing to do
)

// Outcome is what became of one statement, and why.
type Outcome struct {
	Action   Action    `json:"action"`
	Memory   *Memory   `json:"memory,omitempty"`   // as stored now
	Previous *Memory   `json:"previous,omitempty"` // what it replaced
	Text     string    `json:"text,omitempty"`     // what was said, where nothing was stored; never a refused value
	Reason   string    `json:"reason,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	Turn     TurnID    `json:"turn,omitempty"`
}

// IngestRequest is a run of turns, in the order they were said. A reply stands
// behind the message that it answers: it is off the record if that is.
type IngestRequest struct {
	Turns []Turn `json:"turns"`
}

// IngestResult says what was learnt.
type IngestResult struct {
	Turns    int       `json:"turns"`             // kept now
	Known    int       `json:"known"`             // seen before; nothing changed
	Refused  int       `json:"refused"`           // could not be kept
	Spooled  int       `json:"spooled,omitempty"` // kept beside the busy store; the next call reads them
	Off      int       `json:"off,omitempty"`     // off the record, as a person asked in them: nothing of them is kept
	Outcomes []Outcome `json:"outcomes,omitempty"`
	// Replies answer the commands among the turns, for the host to show.
	Replies []Reply `json:"replies,omitempty"`
}

// Reply answers a command that a turn gave, such as "remember: …" or "/memory
// list".
type Reply struct {
	Turn    TurnID `json:"turn"`
	Command string `json:"command"`        // remember, episode, policy, list, compact, forget, off_record; summarize is the host's to do
	Text    string `json:"text,omitempty"` // for the user
	After   int    `json:"-"`              // so many of the outcomes came before it
}

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

// ChangeOp is what to do with a memory.
type ChangeOp string

// The changes.
const (
	ChangeConfirm  ChangeOp = "confirm"
	ChangeReject   ChangeOp = "reject"
	ChangeComplete ChangeOp = "complete"
	ChangeReopen   ChangeOp = "reopen"
	ChangeRetract  ChangeOp = "retract"
	ChangeEdit     ChangeOp = "edit"
	ChangePromote  ChangeOp = "promote" // to all of the user's agents and projects
)

// ChangeRequest changes one memory.
type ChangeRequest struct {
	Op     ChangeOp `json:"op"`
	Ref    string   `json:"ref"`              // id, its short form, or a key
	Digest string   `json:"digest,omitempty"` // confirm: TextDigest of exactly the text that was shown
	Expect int64    `json:"expect,omitempty"` // the version that was seen; 0 = any
	Why    string   `json:"why,omitempty"`
	Shared bool     `json:"shared,omitempty"` // promote: to the whole org

	// Edits; nil leaves a field alone.
	Text       *string     `json:"text,omitempty"`
	Category   *Category   `json:"category,omitempty"`
	Importance *Importance `json:"importance,omitempty"`
	Due        *When       `json:"due,omitempty"`
	ClearDue   bool        `json:"clear_due,omitempty"`
}

// ChangeResult is the memory after the change.
type ChangeResult struct {
	Memory Memory   `json:"memory"`
	Change ChangeID `json:"change"`
}

// UndoRequest names what to take back; empty: the last change in the scope.
type UndoRequest struct {
	Change ChangeID `json:"change,omitempty"`
}

// UndoResult lists the memories as they are again.
type UndoResult struct {
	Change   ChangeID       `json:"change"` // the change that was taken back
	Undone   []HistoryEntry `json:"undone"`
	Memories []Memory       `json:"memories"`
}

// ForgetRequest says what to forget: a memory by id, short id or key, or
// everything that words find.
type ForgetRequest struct {
	Ref   string `json:"ref,omitempty"`
	IDs   []ID   `json:"ids,omitempty"`
	Query string `json:"query,omitempty"`
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
	ForgetPreview   ForgetState = "preview"
)

// ForgetResult is the receipt.
type ForgetResult struct {
	State    ForgetState `json:"state"`
	Asks     bool        `json:"asks,omitempty"`     // with a preview: it would be retracted only, until a person agrees
	Memories []Memory    `json:"memories,omitempty"` // with a preview: in full; else ids only
	Derived  int         `json:"derived,omitempty"`  // memories made from them, erased too
	Turns    int         `json:"turns,omitempty"`    // turns whose words were erased
	Excerpts []string    `json:"excerpts,omitempty"` // with a preview: of some of those turns
	Holders  []string    `json:"holders,omitempty"`  // what still holds the text
	// Names are those of agents and projects that stay with Everything: what is
	// left to know a replay by, ids and keyed hashes, stands under them.
	Names []string `json:"names,omitempty"`
}

// RecallRequest asks for what is relevant to a question.
type RecallRequest struct {
	Query      string     `json:"query"`
	Limit      int        `json:"limit,omitempty"` // 0 = 12, of facts alone 6, of episodes alone 3; at most 100
	Offset     int        `json:"offset,omitempty"`
	Kinds      []Kind     `json:"kinds,omitempty"`
	Categories []Category `json:"categories,omitempty"`
	NoTurns    bool       `json:"no_turns,omitempty"`   // memories only
	OnlyTurns  bool       `json:"only_turns,omitempty"` // no memories
	// PerConversation is how many turns one conversation may give; 0 = any.
	// With 1 the conversations themselves are ranked, each by its best turn.
	PerConversation int       `json:"per_conversation,omitempty"`
	External        bool      `json:"external,omitempty"` // also what tools, pages and documents said
	Past            bool      `json:"past,omitempty"`     // also what is no longer so
	AsOf            time.Time `json:"as_of,omitzero"`
	Explain         bool      `json:"explain,omitempty"`
}

// Hit is one answer: a memory, or an excerpt of a turn. Of a compacted profile
// too there is an excerpt: what it says about the question.
type Hit struct {
	Memory  *Memory            `json:"memory,omitempty"`
	Turn    *Turn              `json:"turn,omitempty"`
	Excerpt string             `json:"excerpt,omitempty"`
	Status  Status             `json:"status,omitempty"` // at the time of asking
	Score   float64            `json:"score"`
	Explain map[string]float64 `json:"explain,omitempty"` // each arm's share
	// Outdated lists what a turn said that has been superseded since.
	Outdated []Outdated `json:"outdated,omitempty"`
}

// Outdated is a statement that holds no longer, and what took its place; Now
// is empty where nothing did: the statement was taken back.
type Outdated struct {
	Was string `json:"was"`
	Now string `json:"now,omitempty"`
}

// String says it in words.
func (o Outdated) String() string {
	if o.Now == "" {
		return "no longer so: “" + o.Was + "”"
	}
	return "no longer so: “" + o.Was + "”, but “" + o.Now + "”"
}

// RecallResult lists hits: memories first, then excerpts of turns.
type RecallResult struct {
	Hits     []Hit    `json:"hits"`
	Lang     string   `json:"lang,omitempty"`
	Terms    []string `json:"terms,omitempty"`    // with Explain
	Degraded string   `json:"degraded,omitempty"` // the arm that is missing and why; with Explain also where no embedder is configured
}

// GetRequest names one memory by id, short id or key.
type GetRequest struct {
	Ref string `json:"ref"`
}

// ListRequest selects memories of the principal's scope.
type ListRequest struct {
	Kinds      []Kind     `json:"kinds,omitempty"`
	Categories []Category `json:"categories,omitempty"`
	Statuses   []Status   `json:"statuses,omitempty"` // at the time of asking; none = current ones
	Source     ID         `json:"source,omitempty"`
	AsOf       time.Time  `json:"as_of,omitzero"`
	Limit      int        `json:"limit,omitempty"` // 0 = 50, at most 1000
	Offset     int        `json:"offset,omitempty"`
}

// ListResult is one page; Status of each memory is that at the time of asking.
type ListResult struct {
	Memories []Memory `json:"memories"`
	More     bool     `json:"more,omitempty"`
}

// HistoryRequest asks for the changes of one memory, or of the scope.
type HistoryRequest struct {
	Ref   string `json:"ref,omitempty"`
	Limit int    `json:"limit,omitempty"` // 0 = 50
}

// HistoryResult lists changes, newest first.
type HistoryResult struct {
	Entries []HistoryEntry `json:"entries"`
}

// Limits of the context block.
const (
	BlockFacts        = 12
	BlockChars        = 3000
	BlockInstructions = 8
	InstructionChars  = 800
	BlockEpisodes     = 3
)

// BlockRequest asks for the context block.
type BlockRequest struct {
	Query    string `json:"query,omitempty"`    // decides which facts within one importance get in
	Facts    int    `json:"facts,omitempty"`    // 0 = BlockFacts, its ceiling
	Chars    int    `json:"chars,omitempty"`    // 0 = BlockChars, its ceiling
	Episodes bool   `json:"episodes,omitempty"` // also up to BlockEpisodes similar episodes
}

// BlockResult is the text to hand to a model; empty when there is nothing to
// say.
type BlockResult struct {
	Text string `json:"text"`
	IDs  []ID   `json:"ids,omitempty"` // of the memories in it, in order
}

// Stats is how much the principal's scope holds.
type Stats struct {
	Memories   map[Status]int   `json:"memories"` // by status now
	Categories map[Category]int `json:"categories"`
	Kinds      map[Kind]int     `json:"kinds"`
	Turns      int              `json:"turns"`
	Reviews    int              `json:"reviews"`
	Waiting    int              `json:"waiting"`         // turns that a model has yet to read
	Steps      []StepStats      `json:"steps,omitempty"` // of the last 365 days
}

// StepStats counts one step of the cascade: what it did and what it cost.
type StepStats struct {
	Step   string        `json:"step"` // rules, vectors or model
	Calls  int           `json:"calls"`
	Failed int           `json:"failed,omitempty"`
	Found  int           `json:"found"`  // candidates, or vectors
	Stored int           `json:"stored"` // what became a memory, new or changed
	Took   time.Duration `json:"took_ns"`
	Usage
}

// Add adds the counts of another.
func (s *StepStats) Add(o StepStats) {
	s.Calls += o.Calls
	s.Failed += o.Failed
	s.Found += o.Found
	s.Stored += o.Stored
	s.Took += o.Took
	s.Input += o.Input
	s.Output += o.Output
}

// MaintainResult counts what maintenance did.
type MaintainResult struct {
	Expired   int      `json:"expired"`
	Erased    int      `json:"erased"` // quarantined memories whose time was up
	Merged    int      `json:"merged"`
	Turns     int      `json:"turns"` // turns past their retention, blanked
	Pending   bool     `json:"pending,omitempty"`
	Holders   []string `json:"holders,omitempty"`
	Reindexed bool     `json:"reindexed,omitempty"`
	Modelled  int      `json:"modelled,omitempty"` // waiting turns that a model has read
	Unread    string   `json:"unread,omitempty"`   // why it has not read all that wait
	Embedded  int      `json:"embedded,omitempty"` // memories that got a vector
	Degraded  string   `json:"degraded,omitempty"` // why some memories got no vector
}

// CompactRequest says how to write the profile.
type CompactRequest struct {
	// Model has the injected model write it; else each fact keeps its words.
	Model bool `json:"model,omitempty"`
}

// CompactResult is the scope's profile.
type CompactResult struct {
	Memory *Memory  `json:"memory,omitempty"` // nil: there is none
	Text   string   `json:"text,omitempty"`
	Count  int      `json:"count"`          // facts that it holds
	Added  int      `json:"added"`          // of them, those taken in now; 0 = there was nothing to compact
	Left   int      `json:"left,omitempty"` // facts that have no more room in it
	Change ChangeID `json:"change,omitempty"`
}

// ExportRequest says what to export.
type ExportRequest struct {
	Turns   bool `json:"turns,omitempty"`
	History bool `json:"history,omitempty"` // also what is no longer current
}

// ExportResult counts what was written.
type ExportResult struct {
	Memories int `json:"memories"`
	Turns    int `json:"turns"`
}

// ImportRequest brings in records of another store.
type ImportRequest struct {
	Memories []Memory `json:"memories,omitempty"`
	Turns    []Turn   `json:"turns,omitempty"`
	// Trust keeps the recorded tiers. It needs a person.
	Trust bool `json:"trust,omitempty"`
	// Original says that the records come from the Python original's file, as
	// local reads it; a person's import of it keeps the origins it recorded.
	Original bool `json:"original,omitempty"`
}

// ImportResult says what became of each record.
type ImportResult struct {
	Added       int       `json:"added"`
	Known       int       `json:"known"`
	Quarantined int       `json:"quarantined"`
	Refused     []Outcome `json:"refused,omitempty"`
	Turns       int       `json:"turns,omitempty"`
}

// ScanRequest says what becomes of what a scan finds.
type ScanRequest struct {
	Redact bool `json:"redact,omitempty"` // forget the memories, cut the values out of messages
}

// ScanResult is what a scan looked at and found. It holds no values.
type ScanResult struct {
	Memories int         `json:"memories"` // looked at
	Turns    int         `json:"turns"`    // looked at
	Found    []Scanned   `json:"found"`
	State    ForgetState `json:"state"`             // preview, or how far redacting got
	Holders  []string    `json:"holders,omitempty"` // what still holds erased texts
}

// Scanned is a memory or a message that holds what the guard does not let in.
type Scanned struct {
	Memory   ID        `json:"memory,omitempty"`
	Turn     TurnID    `json:"turn,omitempty"`
	Scope    Scope     `json:"scope"`
	Findings []Finding `json:"findings"`
}

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
	Change   ChangeID    `json:"change,omitempty"`
	Removed  []Memory    `json:"removed"`           // came from the source, or were derived from what did; once erased, ids only
	Restored []Memory    `json:"restored"`          // as they are again without it
	Turns    int         `json:"turns"`             // messages whose words went
	State    ForgetState `json:"state,omitempty"`   // preview; with Erase: how far that got
	Holders  []string    `json:"holders,omitempty"` // what still holds erased texts
}
