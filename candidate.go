package loci

// Op is what a candidate wants done.
type Op string

// The operations.
const (
	OpAssert   Op = "assert"   // this is so
	OpRetract  Op = "retract"  // this is no longer so, or never was
	OpComplete Op = "complete" // this is done
	OpReopen   Op = "reopen"   // this has started again
)

// Candidate is what an extractor proposes, before the guard and the resolver
// have seen it.
type Candidate struct {
	Op         Op         `json:"op"`
	Kind       Kind       `json:"kind,omitempty"`
	Field      Field      `json:"field,omitempty"`
	Category   Category   `json:"category,omitempty"`
	Importance Importance `json:"importance,omitempty"`
	Hedged     bool       `json:"hedged,omitempty"` // the speaker was not sure

	Text     string   `json:"text"` // the user's words; of a retraction: what is no longer so
	Task     string   `json:"task,omitempty"`
	Outcome  string   `json:"outcome,omitempty"`
	Lang     string   `json:"lang,omitempty"`
	Slot     Slot     `json:"slot,omitzero"`
	Value    string   `json:"value,omitempty"`
	Polarity Polarity `json:"polarity,omitempty"`

	// Target narrows a retraction, completion or reopening when it names no
	// slot: TargetPrevious means what the turn before it said ("that wasn't
	// me", "scrap that"), TargetWords the memories that share its words.
	Target Target `json:"target,omitempty"`
	// Corrects says that an assertion replaces what the same speaker said just
	// before in the same frame ("I meant Tuesday").
	Corrects bool `json:"corrects,omitempty"`
	// Adds says that the value stands beside others of its slot ("a second
	// job", "also") instead of replacing them.
	Adds bool `json:"adds,omitempty"`

	Quote      string  `json:"quote,omitempty"` // the span it was read from
	Start      int     `json:"start"`           // byte offsets of the quote in the turn
	End        int     `json:"end"`
	Origin     Origin  `json:"origin,omitempty"`
	Ref        Ref     `json:"origin_ref,omitzero"`
	Confidence float64 `json:"confidence"`
	Method     string  `json:"method,omitempty"` // "rules" or "model"

	Due   *When `json:"due,omitempty"`
	Event *When `json:"event,omitempty"`

	Key string `json:"key,omitempty"`
	// ProjectionOf is the memory that this one mirrors and is closed with.
	ProjectionOf ID     `json:"projection_of,omitempty"`
	Metadata     []byte `json:"-"`
}

// Target says what a retraction, completion or reopening is about when it has
// no slot.
type Target string

// The targets.
const (
	TargetWords    Target = "words"
	TargetPrevious Target = "previous"
	// TargetKnown is TargetWords of a statement that ends something only by the
	// way ("I sold the Golf"): where nothing of the kind is known, it ends nothing.
	TargetKnown Target = "known"
	// TargetSame means what says just this: its slot and value, or its words; it
	// ends nothing, either, where there is none.
	TargetSame Target = "same"
)
