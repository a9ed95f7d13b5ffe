package retrieve

import "github.com/locimem/loci"

// Arm is one of the reasons for which a document answers a query.
type Arm int

// The arms. Those from Nearby to Asking are of turns only.
const (
	Words        Arm = iota // its own words
	Nearby                  // the words of the turns around it
	Conversation            // those of its whole conversation
	Speaker                 // the query names who said it
	Asking                  // it asks and does not tell: less than nothing
	Time                    // the query names its time
	Meaning                 // of memories: an embedding near that of the query
	arms
)

// String returns the name under which an arm is explained.
func (a Arm) String() string {
	return [...]string{"words", "nearby", "conversation", "speaker", "asking", "time", "meaning"}[a]
}

// Scored is a document, what it is worth, and which arm adds how much to that.
type Scored struct {
	Doc   loci.Doc
	Score float64
	Parts [arms]float64
}

func (s *Scored) add(a Arm, share float64) {
	s.Parts[a] += share
	s.Score += share
}

// Shares returns what each arm adds to the score, by name.
func (s Scored) Shares() map[string]float64 {
	out := map[string]float64{}
	for a, share := range s.Parts {
		if share != 0 {
			out[Arm(a).String()] = share
		}
	}
	return out
}

// byScore puts the best first, of equals the later document.
func byScore(s, t Scored) int {
	return descending(ranked{s.Doc, s.Score}, ranked{t.Doc, t.Score})
}
