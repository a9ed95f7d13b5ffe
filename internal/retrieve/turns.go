package retrieve

import (
	"slices"

	"github.com/locimem/loci"
)

// How much a turn gains by its surroundings, as a share of its own score;
// tuned on LoCoMo's conversations 1 to 5.
const (
	conversationGain = 1.0  // at most, in the conversation that says most about the query
	speakerGain      = 0.25 // when the query names who speaks
)

// Turns ranks turns again by what surrounds them: a turn counts for more in a
// conversation that is about the query, and when the query names its speaker.
// scored are the best by their own words; those that turns lacks are left out.
//
// What a conversation says about the query is the sum of its turns' squared
// scores, so that one turn to the point outweighs several in passing.
func Turns(a Analysis, scored []Scored, turns map[loci.Doc]loci.Turn) []Scored {
	about := map[string]float64{}
	most := 0.0
	for _, s := range scored {
		if t, ok := turns[s.Doc]; ok {
			about[t.Conversation] += s.Score * s.Score
			most = max(most, about[t.Conversation])
		}
	}
	out := make([]Scored, 0, len(scored))
	for _, s := range scored {
		t, ok := turns[s.Doc]
		if !ok {
			continue
		}
		if most > 0 {
			s.Score *= 1 + conversationGain*about[t.Conversation]/most
		}
		if a.Names(t.Speaker) {
			s.Score *= 1 + speakerGain
		}
		out = append(out, s)
	}
	slices.SortFunc(out, descending)
	return out
}
