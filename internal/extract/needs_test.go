package extract

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Whatever matches a sentence is called for by its words.
func TestWhatMatchesIsCalled(t *testing.T) {
	const turns = 40
	e := newEngine(t)
	for lang := range e.shelf.slots {
		p, err := e.shelf.get(lang)
		if err != nil {
			t.Fatal(err)
		}
		said := paraphrases(t, lang)
		for _, turn := range said[:min(turns, len(said))] {
			b, _ := read(p, Input{Time: monday}, turn)
			for _, s := range b.sentences {
				from, to := b.clauses[s.from].from, b.clauses[s.to-1].to
				b.limit = to
				called := slices.Clone(b.called(from, to, to))
				for id := range p.frames {
					_, ok := b.findParts(&match{}, p.compiled(&p.frames[id].pattern), span{from, to}, from)
					if ok && !slices.Contains(called, int32(id)) {
						t.Errorf("%s: %q matches %q and is not called", lang, p.frames[id].src, turn)
					}
				}
			}
		}
	}
}

// A frame is called for by words that stand as it has them, not by each of them.
func TestCalls(t *testing.T) {
	words := []wordList{{"drink", "", "green tea, earl grey"}, {"trade", "", "<word>? smith, <word> driver"}}
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"good morning", "good morning", true},
		{"good morning", "a good one this morning", false},
		{"good (morning|evening)", "good evening", true},
		{"good (morning|evening)", "good day", false},
		{"(good day|hi)", "a day, good or not", false},
		{"(good day|hi)", "hi there", true},
		{"love @drink", "I love earl grey", true},
		{"love @drink", "I love grey, says the earl", false},
		{"@trade here", "the black smith is here", true},
		{"@trade here", "I am here", false},
		{"good .. morning", "good old morning", true},
		{"good old? morning", "good morning", true},
		{"good morn*", "good mornings", true},
	}
	for _, tt := range tests {
		p := testPack(t, words, tt.pattern)
		m := newMatcher(p, Input{Time: monday}, tt.text)
		got := len(newBuilder(m, Input{}).called(0, len(m.tokens), len(m.tokens))) > 0
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q, %q: %s", tt.pattern, tt.text, diff)
		}
	}
}

// What a bag looks for in vain leaves no trace on what it has found.
func TestBagsMatch(t *testing.T) {
	p := testPack(t, []wordList{{"who", "", "so i, i"}}, "love tea & !(@who hate)")
	b, _ := read(p, Input{Time: monday}, "so I love tea")
	if len(b.found) != 1 {
		t.Errorf("found %d times, want once", len(b.found))
	}
}
