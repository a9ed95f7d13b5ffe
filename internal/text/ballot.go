package text

import (
	_ "embed"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci/internal/wordtable"
)

// How much each kind of evidence counts, shared among the languages that have
// it in common.
const (
	wordVote    = 1.0
	letterVote  = 0.8
	clueVote    = 0.35
	foreignVote = -0.7 // a letter the language does not have
	usualVote   = 0.3  // for the first usual language, less for the next
	enough      = 0.4  // below this a text says nothing about its language
)

// ballot counts the votes for the languages of one script.
type ballot struct {
	langs   []*language
	words   wordtable.Table
	clues   map[string]voters
	letters map[rune]voters
}

// voters is a set of indexes into ballot.langs: who has a piece of evidence.
type voters uint32

func (v voters) has(lang int) bool { return v>>lang&1 == 1 }

var ballots [scripts]struct {
	once sync.Once
	b    *ballot
}

func ballotFor(s script) *ballot {
	e := &ballots[s]
	e.once.Do(func() { e.b = newBallot(s) })
	return e.b
}

// ballots.txt is made of the languages' data: by script and kind of evidence, who
// has it. Whatever is looked for, its language is asked for first, mostly in a new
// process; to fold all these words took that a millisecond.
//
//go:generate go test -run TestBallotsAreCompiled -update
//go:embed ballots.txt
var ballotsFile string

func newBallot(s script) *ballot {
	b := &ballot{langs: writtenIn(s), words: wordtable.New(evidence(s, "words")), clues: map[string]voters{}, letters: map[rune]voters{}}
	for line := range strings.Lines(evidence(s, "clues")) {
		clue, who, _ := strings.Cut(line, " ")
		b.clues[clue] = readVoters(strings.TrimSuffix(who, "\n"))
	}
	for line := range strings.Lines(evidence(s, "letters")) {
		letter, size := utf8.DecodeRuneInString(line)
		b.letters[letter] = readVoters(strings.TrimSpace(line[size:]))
	}
	return b
}

// writtenIn returns the languages of a script, in the order of their votes.
func writtenIn(s script) []*language {
	var out []*language
	for _, l := range languages {
		if l.writes(s) || l.romanised && s == latin {
			out = append(out, l)
		}
	}
	return out
}

// evidence returns what ballots.txt has of a kind.
func evidence(s script, kind string) string {
	_, rest, _ := strings.Cut(ballotsFile, "["+s.String()+" "+kind+"]\n")
	section, _, _ := strings.Cut(rest, "[")
	return strings.TrimSuffix(section, "\n")
}

func readVoters(hex string) voters {
	v, _ := strconv.ParseUint(hex, 16, 32) // a test holds that it is a number
	return voters(v)
}

// wordVoters returns whose word it is.
func (b *ballot) wordVoters(word string) voters {
	if who, found := b.words.First(word); found {
		return readVoters(who)
	}
	return 0
}

func (b *ballot) count(toks []Token) []float64 {
	scores := make([]float64, len(b.langs))
	for _, t := range toks {
		if t.Kind != Word {
			continue
		}
		add(scores, b.wordVoters(t.Norm), wordVote)
		b.countLetters(scores, t.Text)
		if len(b.clues) > 0 {
			b.countClues(scores, t.Norm)
		}
	}
	return scores
}

// add shares a vote among the languages that have the evidence in common: "de"
// speaks for five.
func add(scores []float64, v voters, vote float64) {
	if v == 0 {
		return
	}
	vote /= float64(bits.OnesCount32(uint32(v)))
	for ; v != 0; v &= v - 1 {
		scores[bits.TrailingZeros32(uint32(v))] += vote
	}
}

// countLetters reads the text as written: folding unifies letters that tell
// Persian from Arabic.
func (b *ballot) countLetters(scores []float64, word string) {
	for _, r := range word {
		if r < utf8.RuneSelf {
			continue
		}
		v := b.letters[unicode.ToLower(r)]
		if v == 0 {
			continue
		}
		add(scores, v, letterVote)
		for i := range scores {
			if !v.has(i) {
				scores[i] += foreignVote
			}
		}
	}
}

const longestClue = 5 // characters, the anchors included

func (b *ballot) countClues(scores []float64, word string) {
	word = "^" + word + "$"
	for i := range word {
		end := i
		for n := 1; n <= longestClue && end < len(word); n++ {
			_, size := utf8.DecodeRuneInString(word[end:])
			end += size
			if n > 1 {
				add(scores, b.clues[word[i:end]], clueVote)
			}
		}
	}
}

// lead gives the most widely used language of a script the least advantage; no
// language leads among the many that share the Latin one.
func (b *ballot) lead(scores []float64, s script) {
	if s != latin {
		scores[0] = usualVote / 100
	}
}

// favour adds a little to the usual languages that are written in the script.
func (b *ballot) favour(scores []float64, usual []string) {
	for rank, u := range usual {
		l := find(u)
		if i := slices.Index(b.langs, l); l != nil && i >= 0 {
			scores[i] += usualVote / float64(rank+1)
		}
	}
}

// rank returns the languages that come near the best, three at most.
func (b *ballot) rank(scores []float64) []string {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case scores[i] > scores[j]:
			return -1
		case scores[i] < scores[j]:
			return 1
		}
		return 0
	})
	near := scores[order[0]] / 2
	if scores[order[0]] >= 2*enough {
		near = scores[order[0]] * 0.6 // on firm ground fewer are in doubt
	}
	var out []string
	for _, i := range order[:min(3, len(order))] {
		if len(out) == 0 || scores[i] > 0 && scores[i] >= near {
			out = append(out, b.langs[i].code)
		}
	}
	return out
}
