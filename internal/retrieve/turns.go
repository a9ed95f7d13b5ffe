package retrieve

import (
	"math"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// A turn is short and leans on what was said around it: an answer rarely
// repeats the words of its question. So a term counts in the turns around it
// too, as if it occurred there a fraction of a time; a turn gains by what its
// conversation as a whole says about the query; and it counts for more when
// the query names who said it, for less when it only asks.
//
// All of it is computed from the postings when a query comes, not written into
// the index: a new turn changes no other's entry, and what is forgotten leaves
// nothing behind in the entries of its neighbours.

// reach is how many turns to either side count.
const reach = 2

// The weights, tuned on LoCoMo's conversations 1 to 5; see docs/recall.md.
const (
	turnK1           = 0.8
	turnB            = 0.08
	besideGain       = 0.05 // a share of the scores of the turns before and after
	conversationK1   = 1.7
	conversationGain = 0.7
	speakerGain      = 0.3
	askingLoss       = 0.2
)

// carried is how often a term of a turn counts as occurring in the turns from
// reach before it to reach after it.
var carried = [2*reach + 1]float64{0.18, 0.09, 1, 0.31, 0.25}

// seeds is how many turns, found by their own words, are looked around.
const seeds = 200

// RankTurns returns the n best turns by their own words, those of the turns
// around them and those of their conversation. Handles may be among them that
// no turn has: a turn after the last of a conversation.
func RankTurns(p loci.Postings, n int) []Scored {
	if n < 1 {
		return nil
	}
	found := Rank(p, seeds)
	if len(found) == 0 {
		return nil
	}
	ls := lists(p, weightsOf(p))
	around := neighbourhood(found)
	own, all := scoresOf(around, ls, p)
	about := conversations(around, ls)
	out := make([]Scored, 0, len(around))
	for i, doc := range around {
		s := Scored{Doc: doc}
		s.add(Words, own[i])
		s.add(Nearby, all[i]-own[i]+besideGain*besides(around, all, i))
		s.add(Conversation, s.Score*conversationGain*about[i])
		if s.Score > 0 {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, byScore)
	return out[:min(n, len(out))]
}

// neighbourhood returns the found turns and those within reach, ascending.
func neighbourhood(found []Scored) []loci.Doc {
	out := make([]loci.Doc, 0, len(found)*(2*reach+1))
	for _, s := range found {
		for doc := s.Doc - reach; doc <= s.Doc+reach; doc++ {
			if doc.Conversation() == s.Doc.Conversation() {
				out = append(out, doc)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// scoresOf returns the BM25 score of each turn by its own terms, and by those
// that are carried over from around it as well. The length of a turn that
// holds no term itself is not known and taken for the average.
func scoresOf(docs []loci.Doc, ls []*list, p loci.Postings) (own, all []float64) {
	own, all = make([]float64, len(docs)), make([]float64, len(docs))
	perTerm := float64(p.Docs) / max(1, float64(p.TotalLen))
	norms := make([]float64, len(docs))
	for i := range norms {
		norms[i] = turnK1
	}
	for _, l := range ls {
		cursor := list{left: l.left}
		for i := range docs {
			if cursor.seek(docs[i]) {
				norms[i] = turnK1 * (1 - turnB + turnB*perTerm*float64(cursor.left[0].Len))
			}
		}
	}
	for _, l := range ls {
		cursor := list{left: l.left}
		for i, doc := range docs {
			cursor.seek(doc - reach)
			here, with := frequencies(doc, cursor.left)
			own[i] += l.idf * here * (turnK1 + 1) / (here + norms[i])
			all[i] += l.idf * with * (turnK1 + 1) / (with + norms[i])
		}
	}
	return own, all
}

// frequencies returns how often a term occurs in a turn, and how often it
// counts as occurring there. The postings begin within reach of the turn.
func frequencies(doc loci.Doc, left []loci.Posting) (here, with float64) {
	for _, x := range left {
		if x.Doc > doc+reach {
			break
		}
		if x.Doc.Conversation() != doc.Conversation() {
			continue
		}
		with += carried[doc-x.Doc+reach] * float64(x.TF)
		if x.Doc == doc {
			here = float64(x.TF)
		}
	}
	return here, with
}

// besides sums the scores of the turns right before and after the i-th.
func besides(docs []loci.Doc, scores []float64, i int) float64 {
	sum := 0.0
	for _, j := range [2]int{i - 1, i + 1} {
		if j >= 0 && j < len(docs) && docs[j]-docs[i] == loci.Doc(j-i) {
			sum += scores[j]
		}
	}
	return sum
}

// conversations says, for each of the turns, how much its conversation is about
// the query, as BM25 over whole conversations says it: the best has 1. How many
// conversations there are in all is not known; as many as hold the most common
// term will do.
func conversations(docs []loci.Doc, ls []*list) []float64 {
	holding := make([]float64, len(ls))
	found := make([][]conversationTerm, len(ls))
	ids := conversationsOf(docs)
	most := 0.0
	for i, l := range ls {
		holding[i], found[i] = inConversations(l.left, ids)
		most = max(most, holding[i])
	}
	about := make([]float64, len(ids))
	for i := range ls {
		idf := math.Log1p((most - holding[i] + 0.5) / (holding[i] + 0.5))
		for _, c := range found[i] {
			about[c.at] += idf * c.tf * (conversationK1 + 1) / (c.tf + conversationK1)
		}
	}
	best := max(slices.Max(about), math.SmallestNonzeroFloat64)
	out := make([]float64, len(docs))
	at := 0
	for i, doc := range docs {
		for ids[at] != doc.Conversation() {
			at++
		}
		out[i] = about[at] / best
	}
	return out
}

// conversationsOf returns the conversations of the turns, each once, ascending.
func conversationsOf(docs []loci.Doc) []int64 {
	ids := make([]int64, len(docs))
	for i, doc := range docs {
		ids[i] = doc.Conversation()
	}
	return slices.Compact(ids)
}

// conversationTerm is how often a term occurs in the conversation at a place of
// a list.
type conversationTerm struct {
	at int
	tf float64
}

// inConversations returns how many conversations have a posting, and how often
// the term occurs in those of a list that do.
func inConversations(postings []loci.Posting, ids []int64) (holding float64, found []conversationTerm) {
	at := 0
	for i := 0; i < len(postings); holding++ {
		conversation, tf := postings[i].Doc.Conversation(), 0.0
		for ; i < len(postings) && postings[i].Doc.Conversation() == conversation; i++ {
			tf += float64(postings[i].TF)
		}
		for at < len(ids) && ids[at] < conversation {
			at++
		}
		if at < len(ids) && ids[at] == conversation {
			found = append(found, conversationTerm{at, tf})
		}
	}
	return holding, found
}

// Turns ranks turns again by what only their rows tell: who said them, when,
// and how. Those that turns lacks are left out.
func Turns(a Analysis, scored []Scored, turns map[loci.Doc]loci.Turn) []Scored {
	out := make([]Scored, 0, len(scored))
	for _, s := range scored {
		t, ok := turns[s.Doc]
		if !ok {
			continue
		}
		if a.Names(t.Speaker) {
			s.add(Speaker, s.Score*speakerGain)
		}
		if asks(t.Text) {
			s.add(Asking, -s.Score*askingLoss)
		}
		if a.ofTurn(&t) {
			s.add(Time, s.Score*timeGain)
		}
		out = append(out, s)
	}
	slices.SortFunc(out, byScore)
	return out
}

// asks reports whether a text ends in a question.
func asks(s string) bool {
	s = strings.TrimRight(s, " \t\r\n\"'»”’)]")
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟")
}

// Memories ranks memories again by what only their rows tell: when. Those that
// rows lacks are left out.
func Memories(a Analysis, scored []Scored, rows map[loci.Doc]loci.Memory) []Scored {
	out := make([]Scored, 0, len(scored))
	for _, s := range scored {
		m, ok := rows[s.Doc]
		if !ok {
			continue
		}
		if a.ofMemory(&m) {
			s.add(Time, s.Score*timeGain)
		}
		out = append(out, s)
	}
	slices.SortFunc(out, byScore)
	return out
}
