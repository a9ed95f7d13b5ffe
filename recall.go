package loci

import "time"

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
