package extract

import (
	"strings"

	"github.com/locimem/loci"
)

// longestCall is how many tokens the brackets of a call hold at most.
const longestCall = 24

// call returns where the brackets of code that open at i close: f(x), arr[0],
// range(1, 9). They touch a word, and only a letter or a number stands behind a
// space in them. Behind a name ("Leeds(UK)"), a word of the pack's
// ("nuts(cashews)"), and where words are written together, brackets hold an aside,
// unless they hold no word at all.
func (a *analysis) call(i int) (end int, ok bool) {
	closer := map[string]string{"(": ")", "[": "]"}[a.tokens[i].norm]
	if closer == "" || i == 0 || a.tokens[i].spaced || !a.tokens[i-1].spoken() || a.tokens[i-1].caseless {
		return 0, false
	}
	open, depth, worded := a.tokens[i].norm, 0, false
	for j := i; j < min(len(a.tokens), i+longestCall); j++ {
		t := &a.tokens[j]
		short := t.kind == number || len(t.norm) == 1
		worded = worded || t.spoken() && !short
		switch {
		case t.kind == newline || t.masked || j > i && t.spaced && !short:
			return 0, false
		case t.norm == open:
			depth++
		case t.norm == closer:
			depth--
		}
		if depth == 0 {
			return j, !worded || !a.tokens[i-1].upper && !a.pack.index.knows(a.tokens[i-1].norm)
		}
	}
	return 0, false
}

// dash reports whether the hyphen at i separates clauses: it stands apart, or
// opens an aside that another one closes ("-que vive en Madrid- es"). One that
// only touches the word behind it belongs to a command: "--force", "ls -la".
func (s *segmenter) dash(i int) bool {
	last := len(s.tokens) - 1
	switch {
	case i == last || s.tokens[i+1].spaced || s.tokens[i+1].kind == newline:
		return true
	case s.tokens[i+1].norm == "-":
		return s.tokens[i].spaced && i+1 != last && s.tokens[i+2].spaced
	case i > 0 && s.tokens[i-1].norm == "-" && !s.tokens[i].spaced:
		return false
	}
	return s.tokens[i].spaced && s.closed(i)
}

// closed reports whether a hyphen behind a word closes what the one at i opens.
func (s *segmenter) closed(i int) bool {
	for j := i + 1; j < min(len(s.tokens), i+longestCall) && s.tokens[j].kind != newline; j++ {
		t := &s.tokens[j]
		if t.norm != "-" {
			continue
		}
		after := j+1 == len(s.tokens) || s.tokens[j+1].spaced || s.tokens[j+1].kind != word
		return !t.spaced && after
	}
	return false
}

// ending returns where the text of a match ends if no other match claims words
// of it. An order without its aside would be another one ("never on Fridays
// (except …)"), so it holds those that say nothing of their own, and what goes
// on behind them.
func (b *builder) ending(kept []*match, i int) int {
	x := kept[i]
	c := x.clauses.to
	end, depth := b.clauses[c-1].to, 0
	if x.fact.Kind != loci.Procedural {
		return end
	}
	if on := b.completed(x); on > end {
		return on
	}
	for ; c < len(b.clauses) && b.clauses[c].sentence == b.clauses[c-1].sentence && !b.another(kept, i, c); c++ {
		before := &b.clauses[c-1]
		if strings.Contains("()", before.ends) && before.ends != "" {
			depth += map[string]int{"(": 1, ")": -1}[before.ends]
		} else if depth == 0 && (before.ends == "" || !strings.Contains(dashes, before.ends)) {
			return end
		}
		if depth == 0 && b.clauses[c].from > before.to+1 {
			return end // a mark behind the bracket
		}
		if depth == 0 || depth == 1 && b.clauses[c].ends == ")" {
			end = b.clauses[c].to
		}
	}
	return end
}

const dashes = "-—–"

// another reports whether a clause says something beside the i-th match, or asks.
func (b *builder) another(kept []*match, i, at int) bool {
	c := &b.clauses[at]
	if c.question || c.task || b.tokens[c.from].masked || b.tokens[c.to-1].masked {
		return true
	}
	for j := i + 1; j < len(kept) && kept[j].clauses.from <= at; j++ {
		if kept[j].clauses.to > at {
			return true
		}
	}
	return false
}

// bracketed ends a text behind the bracket that closes one opened in it, and
// before one that would hold nothing.
func (b *builder) bracketed(words span) int {
	for words.to > words.from && strings.Contains("(["+dashes, b.tokens[words.to-1].norm) {
		words.to--
	}
	depth := 0
	for i := words.from; i < words.to; i++ {
		switch b.tokens[i].norm {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		}
	}
	for depth > 0 && words.to < len(b.tokens) && strings.Contains(")]", b.tokens[words.to].norm) {
		words.to++
		depth--
	}
	return words.to
}
