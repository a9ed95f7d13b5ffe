package loci

import (
	"context"
	"encoding/json"
	"time"
)

// ModelExtractor is the host's port to a language model that reads turns. It
// is never called unless one is injected. An implementation may be slow, fail,
// panic or answer nonsense: the rules' result stands then.
type ModelExtractor interface {
	// ExtractFacts proposes facts from a user's turn. Each candidate must
	// quote the span it comes from; origin and tier follow from that span and
	// not from what the model claims.
	ExtractFacts(ctx context.Context, r ModelRequest) (ModelAnswer, error)
}

// ModelRequest is what a model is shown: the user's turn after the guard has
// labelled its secrets, and the reply it got.
type ModelRequest struct {
	User      string
	Assistant string
	Lang      string
	Time      time.Time // of the turn, in its zone
	Known     []Memory  // current memories that the turn may be about, so that labels agree
}

// ModelAnswer is what a model proposes. Remove names memories of Known that
// are no longer so; only what a model inferred itself is closed by it.
type ModelAnswer struct {
	Candidates []Candidate
	Remove     []ID
	Usage      Usage
}

// Model is the host's port to a language model that writes text. It is never
// called unless one is injected and the request asks for it; what it answers
// is checked before anything rests on it.
type Model interface {
	Complete(ctx context.Context, p Prompt) (Completion, error)
}

// Prompt is instructions, and the text they are about. With a schema the
// answer is to be JSON that satisfies it.
type Prompt struct {
	Instructions string
	Input        string
	Schema       json.RawMessage // JSON Schema; nil: any text
}

// Completion is a model's answer and what it took.
type Completion struct {
	Text  string
	Usage Usage
}

// Usage is how many tokens a model read and wrote.
type Usage struct {
	Input  int `json:"input_tokens,omitempty"`
	Output int `json:"output_tokens,omitempty"`
}

// Embedder is the host's port to an embedding model. It is never called unless
// one is injected: recall and the context block ask it for the vector of a
// query, maintenance for those of memories, and nothing depends on its answer.
type Embedder interface {
	// Model names the model. Vectors of different models are never compared.
	Model() string
	// Embed returns a vector for each text, in their order.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Holder is something besides the store that may hold a forgotten text, such
// as a saver of threads or a spool. No texts at all mean whatever it holds of
// the scope's user.
type Holder interface {
	// Name says what it is, in words for the user.
	Name() string
	// Holds reports whether it holds any of the texts.
	Holds(ctx context.Context, scope Scope, texts []string) (bool, error)
	// Erase removes them.
	Erase(ctx context.Context, scope Scope, texts []string) error
}

// PartHolder is a Holder that can name what in it holds a text, so that somebody
// can look there.
type PartHolder interface {
	Holder
	// Parts names what holds any of the texts.
	Parts(ctx context.Context, scope Scope, texts []string) ([]string, error)
	// EraseParts erases what Parts has named, when nobody knows the texts any
	// more. What is gone already is no error.
	EraseParts(ctx context.Context, scope Scope, parts []string) error
}

// Spool keeps turns for which the store was too busy, until the next call takes
// them in. Nothing else reads them meanwhile.
type Spool interface {
	Holder
	// Add keeps a turn. It is on the disk when Add returns.
	Add(ctx context.Context, t SpooledTurn) error
	// Drain hands over what waits, the oldest first, and erases what take has
	// taken. Once ctx is done it neither waits for who drains already nor hands
	// over another turn. What take fails on goes on waiting; a store that is not to
	// be had (Unavailable) ends the draining. A turn may be handed over twice, to
	// two processes or after a crash: its id tells.
	Drain(ctx context.Context, take func(SpooledTurn) error) error
}

// SpooledTurn is a turn that the guard has passed, and who brought it.
type SpooledTurn struct {
	Principal Principal
	Turn      Turn
	Findings  []Finding // what the guard took out
}
