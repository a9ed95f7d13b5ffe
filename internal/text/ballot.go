package text

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// How much each kind of evidence counts, shared among the languages that have
// it in common.
const (
	wordVote    = 1.0
	letterVote  = 0.8
	clueVote    = 0.35
	foreignVote = -0.7 // a letter the language does not have
	usualVote   = 0.3  // for the first usual language, less for the next
	enough      = 0.3  // below this a text says nothing about its language
)

// ballot counts the votes for the languages of one script.
type ballot struct {
	langs   []*language
	words   map[string][]vote
	clues   map[string][]vote
	letters map[rune][]vote
}

// vote is one language's share of a piece of evidence.
type vote struct {
	lang   int
	weight float64
}

var ballots [scripts]struct {
	once sync.Once
	b    *ballot
}

func ballotFor(s script) *ballot {
	e := &ballots[s]
	e.once.Do(func() { e.b = newBallot(s) })
	return e.b
}

func newBallot(s script) *ballot {
	b := &ballot{words: map[string][]vote{}, clues: map[string][]vote{}, letters: map[rune][]vote{}}
	for _, l := range languages {
		if !l.writes(s) {
			continue
		}
		n := len(b.langs)
		b.langs = append(b.langs, l)
		lex := l.lexicon()
		for _, w := range lex.words {
			for _, form := range []string{w, strings.ReplaceAll(w, "'", ""), unmark(w, lex)} {
				put(b.words, form, n, wordVote)
			}
		}
		for _, c := range lex.clues {
			put(b.clues, c, n, clueVote)
		}
		for _, r := range strings.Join(lex.letters, "") {
			put(b.letters, r, n, letterVote)
		}
	}
	share(b.words)
	share(b.clues)
	share(b.letters)
	return b
}

func put[K comparable](votes map[K][]vote, key K, lang int, weight float64) {
	if !slices.ContainsFunc(votes[key], func(v vote) bool { return v.lang == lang }) {
		votes[key] = append(votes[key], vote{lang, weight})
	}
}

// share divides what several languages have in common: "de" speaks for five.
func share[K comparable](votes map[K][]vote) {
	for _, vs := range votes {
		for i := range vs {
			vs[i].weight /= float64(len(vs))
		}
	}
}

func (b *ballot) count(toks []Token) []float64 {
	scores := make([]float64, len(b.langs))
	for _, t := range toks {
		if t.Kind != Word {
			continue
		}
		add(scores, b.words[t.Norm])
		b.countLetters(scores, t.Text)
		if len(b.clues) > 0 {
			b.countClues(scores, t.Norm)
		}
	}
	return scores
}

func add(scores []float64, votes []vote) {
	for _, v := range votes {
		scores[v.lang] += v.weight
	}
}

// countLetters reads the text as written: folding unifies letters that tell
// Persian from Arabic.
func (b *ballot) countLetters(scores []float64, word string) {
	for _, r := range word {
		if r < utf8.RuneSelf {
			continue
		}
		votes := b.letters[unicode.ToLower(r)]
		add(scores, votes)
		if len(votes) == 0 {
			continue
		}
		for i := range scores {
			if !slices.ContainsFunc(votes, func(v vote) bool { return v.lang == i }) {
				scores[i] += foreignVote
			}
		}
	}
}

const longestClue = 4 // characters, the anchors included

func (b *ballot) countClues(scores []float64, word string) {
	word = "^" + word + "$"
	for i := range word {
		end := i
		for n := 1; n <= longestClue && end < len(word); n++ {
			_, size := utf8.DecodeRuneInString(word[end:])
			end += size
			if n > 1 {
				add(scores, b.clues[word[i:end]])
			}
		}
	}
}

// favour adds a little to the usual languages and reports whether any of them
// is written in the ballot's script.
func (b *ballot) favour(scores []float64, usual []string) bool {
	fits := false
	for rank, u := range usual {
		l := find(u)
		if i := slices.Index(b.langs, l); l != nil && i >= 0 {
			scores[i] += usualVote / float64(rank+1)
			fits = true
		}
	}
	return fits
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
	var out []string
	for _, i := range order[:min(3, len(order))] {
		if len(out) == 0 || scores[i] > 0 && scores[i] >= scores[order[0]]/2 {
			out = append(out, b.langs[i].code)
		}
	}
	return out
}
