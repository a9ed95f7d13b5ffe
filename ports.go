package loci

import "context"

// ModelExtractor is the host's port to a language model. It is never called
// unless one is injected. An implementation may be slow, fail, panic or answer
// nonsense: the rules' result stands then.
type ModelExtractor interface {
	// ExtractFacts proposes facts from a user's turn. Each candidate must
	// quote the span it comes from; origin and tier follow from that span and
	// not from what the model claims.
	ExtractFacts(ctx context.Context, r ModelRequest) ([]Candidate, error)
}

// ModelRequest is what a model is shown: the user's turn after the guard has
// labelled its secrets, and the reply it got.
type ModelRequest struct {
	User      string
	Assistant string
	Lang      string
	Known     []Memory // current memories of the same slots, so that labels agree
}

// Model is the host's port to a language model that writes text. It is never
// called unless one is injected and the request asks for it; what it answers
// is checked before anything rests on it.
type Model interface {
	// Complete answers a prompt: instructions, and the text they are about.
	Complete(ctx context.Context, instructions, input string) (string, error)
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
