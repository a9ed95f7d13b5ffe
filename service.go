package loci

import (
	"context"
	"io"
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
