package loci

// Doc is a store's own handle of an indexed memory or turn. It means nothing
// outside the store that gave it out, but for this: the turns of a conversation
// have consecutive handles, in the order in which they were first written, so
// that the index knows what was said next to what. Memories and turns have
// their handles apart.
type Doc int64

// conversationBits is how many bits of a turn's handle number it within its
// conversation; those above number the conversation.
const conversationBits = 20

// Conversation returns the number of the conversation that a turn's handle
// belongs to.
func (d Doc) Conversation() int64 { return int64(d) >> conversationBits }

// NextTurn returns the handle of a new turn. latest is the greatest handle in
// its conversation, 0 if it is the first or there is no conversation; greatest
// is that of all turns. A conversation whose numbers are used up goes on under
// another one.
func NextTurn(latest, greatest Doc) Doc {
	if next := latest + 1; latest != 0 && next.Conversation() == latest.Conversation() {
		return next
	}
	return Doc((greatest.Conversation() + 1) << conversationBits)
}

// DocKind says which index a document stands in.
type DocKind uint8

// The indexes. A memory that is no longer current moves from DocMemory to
// DocPast, so that the past never dilutes the search of the present. Turns in
// which strangers speak stand in DocExternal for the same reason: no page can
// crowd out what the user said, or be shown where nobody asked for it.
const (
	DocMemory   DocKind = 1
	DocPast     DocKind = 2
	DocTurn     DocKind = 3
	DocExternal DocKind = 4
)

// TurnDocs lists the indexes of turns.
func TurnDocs() []DocKind { return []DocKind{DocTurn, DocExternal} }

// TermCount is how often a term occurs in a document.
type TermCount struct {
	Term string
	TF   int
}

// IndexEntry is what the service has made of a record for the index: stores
// get terms and never analyse text. A quarantined memory has no terms.
type IndexEntry struct {
	Kind   DocKind
	Terms  []TermCount // distinct, in ascending order of Term
	Len    int         // of the document, in terms
	Digest string      // equal for two memories that say exactly the same; unique among the live ones of a scope
}

// PostingsQuery asks for the postings of some terms in some scopes.
type PostingsQuery struct {
	Scopes []Scope
	Kind   DocKind
	Terms  []string
	// Rarest bounds how many terms are answered, so that a prompt of common
	// words stays cheap: of those that occur the ones in the fewest documents,
	// of equals the later. The lists of the others are empty. 0 = all.
	Rarest int
}

// Posting is one document that holds a term.
type Posting struct {
	Doc Doc
	TF  int
	Len int
}

// Postings answers a PostingsQuery: all that BM25 needs, for the given scopes
// alone, so that no frequency of one tenant shows in another's ranking.
type Postings struct {
	Docs     int         // documents of that kind in the scopes
	TotalLen int64       // their summed length
	Terms    [][]Posting // one list per query term, ascending by Doc; its length is the document frequency
}

// Vector is an embedding of unit length in eight bits a component: component i
// is Scale × Data[i].
type Vector struct {
	Scale float32
	Data  []int8
}

// NearestQuery asks for the documents whose vectors are nearest to one.
type NearestQuery struct {
	Scopes []Scope
	Kind   DocKind
	Model  string
	Vector []float32 // of unit length
	N      int
}

// Near is a document and the cosine of the angle between its vector and the
// query's.
type Near struct {
	Doc    Doc
	Cosine float64
}
