package loci

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
