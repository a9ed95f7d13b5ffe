package command

import (
	"slices"

	"github.com/locimem/loci/internal/text"
)

// span is a range of tokens.
type span struct{ from, to int }

// refuses reports whether the words say not to keep.
func (p part) refuses() bool {
	return p&unkept != 0 || p&not != 0 && (p&keep != 0 || p&put != 0 && p&mind != 0)
}

// asks reports whether a run of such words is a wish.
func (p part) asks() bool {
	return p.refuses() && p&(it|said) != 0 || p&forget != 0 && p&not == 0 && (p&said != 0 || p&it != 0 && p&mind != 0)
}

// wish are the parts that no wish is without.
const wish = keep | put | unkept | forget | off

// wishes returns where a message asks not to be remembered.
func wishes(tokens []token) []span {
	var out []span
	for i, token := range tokens {
		for _, t := range token.terms {
			if t.part&wish == 0 || !t.at(tokens, i) {
				continue
			}
			w := span{i, i + t.words}
			found := t.part&off != 0 && t.alone(tokens, w)
			if t.part&off == 0 {
				w, found = run(tokens, i, t.lang)
			}
			if found && !told(tokens[:w.from], t.lang) {
				out = append(out, w)
			}
		}
	}
	return out
}

// alone reports whether a wish by itself stands where it has to.
func (t term) alone(tokens []token, w span) bool {
	return (t.part&opens == 0 || begins(tokens, w.from)) && (t.part&closes == 0 || closed(tokens, w.to))
}

// begins reports whether a clause has said nothing before a token.
func begins(tokens []token, at int) bool {
	return at == 0 || tokens[at-1].stops() || tokens[at-1].begins(polite)
}

// closed reports whether a clause says no more at a token.
func closed(tokens []token, at int) bool {
	return at == len(tokens) || tokens[at].stops() || tokens[at].begins(polite)
}

// hit is the longest term that stands at a token, in all the parts it plays.
type hit struct {
	words int
	parts part
}

// match returns what stands at i in a language, of the parts wanted.
func match(tokens []token, i int, lang string, wanted part) (h hit) {
	for _, t := range tokens[i].terms {
		if t.lang == lang && t.part&wanted != 0 && t.words >= h.words && t.at(tokens, i) {
			h = hit{t.words, h.parts | t.part}
		}
	}
	if h.words == 0 && wanted&it != 0 {
		return ending(tokens[i].word, lang)
	}
	return h
}

// ending returns what a word does by how it ends.
func ending(word, lang string) hit {
	for at := range word {
		for _, t := range termsOf(endsIn + word[at:]) {
			if t.lang == lang {
				return hit{1, t.part}
			}
		}
	}
	return hit{}
}

// reach is how many tokens a wish may be long before its verb.
const reach = 12

// run returns the words around the verb at i of which a wish is made, and whether
// they are one: no other word stands among them.
func run(tokens []token, i int, lang string) (w span, asks bool) {
	k := i
	for k > 0 && i-k < reach && !tokens[k-1].stops() {
		k--
	}
	w = span{k, k}
	var all part
	var last hit
	for k < len(tokens) {
		h := match(tokens, k, lang, inRun)
		if h.words == 0 {
			if k >= i {
				break
			}
			k++
			w, all = span{k, k}, 0
			continue
		}
		if h.parts&goesOn != 0 && k < i {
			h.parts &^= it // "what I do not save"
		}
		k += h.words
		w.to, all, last = k, all|h.parts, h
		if h.parts&goesOn != 0 && k > i {
			break
		}
	}
	if all&opens != 0 && !begins(tokens, w.from) {
		return w, false // "the program does not save this"
	}
	if !all.refuses() && !closed(tokens, w.to) {
		return w, false // "forget what I said about Friday" corrects something
	}
	return w, all.asks() && (last.parts&goesOn != 0 || ends(tokens, w.to, lang, last.parts))
}

// ends reports whether what follows a wish leaves it one: "don't save this, …",
// not "don't save this file" or "don't save this in the database".
func ends(tokens []token, to int, lang string, last part) bool {
	if to < len(tokens) {
		if match(tokens, to, lang, place).words > 0 {
			return false
		}
	}
	return closed(tokens, to) || last&it == 0 || text.IsStop(tokens[to].word, lang)
}

// told reports whether one of the two words of its clause that lead up to a
// wish makes a statement of it.
func told(before []token, lang string) bool {
	for n := 1; n <= min(2, len(before)) && !before[len(before)-n].stops(); n++ {
		if slices.ContainsFunc(before[len(before)-n].terms, func(t term) bool { return t.part&tell != 0 && t.lang == lang }) {
			return true
		}
	}
	return false
}
