package command

import (
	"slices"

	"github.com/locimem/loci/internal/text"
)

// span is a range of tokens.
type span struct{ from, to int }

// refuses reports whether the words say not to keep.
func (p part) refuses() bool { return p&unkept != 0 || p&keep != 0 && p&not != 0 }

// asks reports whether a run of such words is a wish.
func (p part) asks() bool {
	return p.refuses() && p&(it|said) != 0 || p&forget != 0 && p&said != 0 && p&not == 0
}

// wishes returns where a message asks not to be remembered.
func wishes(tokens []string) []span {
	var out []span
	for i, token := range tokens {
		for _, t := range wishWords()[token] {
			if t.part&(keep|unkept|forget|off) == 0 || !t.at(tokens, i) {
				continue
			}
			w := span{i, i + len(t.words)}
			found := t.part == off && t.alone(tokens, w)
			if t.part != off {
				w, found = run(tokens, i, t.lang)
			}
			if found && !told(tokens[:w.from], t.lang) {
				out = append(out, w)
			}
		}
	}
	return out
}

func (t term) at(tokens []string, i int) bool {
	return i+len(t.words) <= len(tokens) && slices.Equal(tokens[i:i+len(t.words)], t.words)
}

// alone reports whether a wish by itself stands where it has to.
func (t term) alone(tokens []string, w span) bool {
	if t.opens && w.from > 0 && !stops(tokens[w.from-1]) && !isPolite(tokens[w.from-1]) {
		return false
	}
	return !t.closes || closed(tokens, w.to)
}

// closed reports whether a clause says no more at a token.
func closed(tokens []string, at int) bool {
	return at == len(tokens) || stops(tokens[at]) || isPolite(tokens[at])
}

// match returns how many tokens the longest term at i has, what parts it plays
// in the language, among those wanted, and whether it goes on.
func match(tokens []string, i int, lang string, wanted part) (n int, parts part, goesOn bool) {
	for _, t := range wishWords()[tokens[i]] {
		if t.lang == lang && t.part&wanted != 0 && len(t.words) >= n && t.at(tokens, i) {
			n, parts, goesOn = len(t.words), parts|t.part, goesOn || t.goesOn
		}
	}
	return n, parts, goesOn
}

// reach is how many tokens a wish may be long before its verb.
const reach = 12

// run returns the words around the verb at i of which a wish is made, and whether
// they are one: no other word stands among them.
func run(tokens []string, i int, lang string) (w span, asks bool) {
	k := i
	for k > 0 && i-k < reach && !stops(tokens[k-1]) {
		k--
	}
	w = span{k, k}
	var all, last part
	goesOn := false
	for k < len(tokens) {
		n, parts, open := match(tokens, k, lang, inRun)
		if n == 0 {
			if k >= i {
				break
			}
			k++
			w, all = span{k, k}, 0
			continue
		}
		k += n
		w.to, all, last, goesOn = k, all|parts, parts, open
		if goesOn && k > i {
			break
		}
	}
	if !all.refuses() && !closed(tokens, w.to) {
		return w, false // "forget what I said about Friday" corrects something
	}
	return w, all.asks() && (goesOn || ends(tokens, w.to, lang, last))
}

// ends reports whether what follows a wish leaves it one: "don't save this, …",
// not "don't save this file" or "don't save this in the database".
func ends(tokens []string, to int, lang string, last part) bool {
	if to < len(tokens) {
		if n, _, _ := match(tokens, to, lang, place); n > 0 {
			return false
		}
	}
	return closed(tokens, to) || last&it == 0 || text.IsStop(tokens[to], lang)
}

// told reports whether one of the two words of its clause that lead up to a
// wish makes a statement of it.
func told(before []string, lang string) bool {
	for n := 1; n <= min(2, len(before)) && !stops(before[len(before)-n]); n++ {
		if slices.ContainsFunc(wishWords()[before[len(before)-n]], func(t term) bool { return t.part == tell && t.lang == lang }) {
			return true
		}
	}
	return false
}
