package guard

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed rules/transient.toml
var transientFile string

// The word lists of one language, in the order of its sets.
const (
	setState     = iota // a mood or condition that passes, said as such: "estou cansado"
	setCondition        // the same, if a moment is named: "cansado … hoje"
	setMoment           // now, today, this morning
	setSituation        // where one is stuck or what the weather does, if a moment is named
	setDurable          // what lasts, recurs, is planned or measured: no mood any more
	sets
)

type transientLists struct {
	State, Condition, Moment, Situation, Durable []string
}

type lexicon struct {
	phrases phrases
	langs   []string // by phrase.rule
	known   map[string]bool
}

var moods = sync.OnceValue(func() *lexicon {
	var file map[string]transientLists
	mustDecode(transientFile, &file)
	x := &lexicon{known: make(map[string]bool)}
	for lang, l := range file {
		for set, words := range [sets][]string{l.State, l.Condition, l.Moment, l.Situation, l.Durable} {
			for _, w := range words {
				x.phrases.add(w, len(x.langs), set)
			}
		}
		x.langs = append(x.langs, lang)
		x.known[lang] = true
	}
	return x
})

// fewWords is up to how many words a language is only a guess.
const fewWords = 5

// transient reports whether a text says no more than a passing mood or moment:
// "I'm tired today", "Bugun charchadim". A text that also names something that
// lasts (a diet, a condition, a deadline, a measurement) is not transient. lang
// is the text's language as a BCP 47 tag; empty, unknown, or guessed from a few
// words, every language is tried.
func transient(text, lang string) bool {
	base, _, _ := strings.Cut(lang, "-")
	x := moods()
	any := !x.known[base] || len(strings.Fields(text)) <= fewWords
	v := newView(text, nil)
	hits := make(map[int]*[sets]bool)
	x.phrases.each(v, func(p *phrase, _ span) {
		if !any && x.langs[p.rule] != base {
			return
		}
		if hits[p.rule] == nil {
			hits[p.rule] = new([sets]bool)
		}
		hits[p.rule][p.set] = true
	})
	for _, h := range hits {
		mood := h[setState] || h[setMoment] && (h[setCondition] || h[setSituation])
		if mood && !h[setDurable] && !measured(v.text) {
			return true
		}
	}
	return false
}

// measured reports whether a text gives a reading: "82.1 kg", "140/90". Times
// and small counts are no readings.
func measured(t string) bool {
	for i := 0; i < len(t); i++ {
		if !isDigit(t[i]) {
			continue
		}
		end := i
		for end < len(t) && (isDigit(t[end]) || end+1 < len(t) && strings.IndexByte(".,/", t[end]) >= 0 && isDigit(t[end+1])) {
			end++
		}
		if strings.ContainsAny(t[i:end], ".,/") || end-i >= 3 {
			return true
		}
		i = end
	}
	return false
}
