package text

// unspacedRun adds the characters of a run of adjacent words in scripts without
// spaces and returns the index after it. A text keeps all pairs and every Han
// character; a query keeps the pairs that are not made of stop words only, and
// single characters that stand alone between stop words.
func (a *analyser) unspacedRun(segs []Token, i int) int {
	var run []string
	end := i
	for ; end < len(segs) && segs[end].Kind == Word && wordScript(segs[end].Text).unspaced() &&
		(end == i || segs[end].Start == segs[end-1].End); end++ {
		run = append(run, clusters(segs[end].Norm)...)
	}
	stopped := a.cover(run)
	for k, c := range run {
		if a.keepsSingle(run, stopped, k) {
			a.add(c)
		}
		if k+1 < len(run) && !(a.query && stopped[k] && stopped[k+1]) {
			a.add(c + run[k+1])
		}
	}
	return end
}

// keepsSingle decides whether the k-th character of a run is a term by itself.
// Kana and the like never are: alone they are a sound, not a word.
func (a *analyser) keepsSingle(run []string, stopped []bool, k int) bool {
	if wordScript(run[k]) != han {
		return false
	}
	return !a.query || !stopped[k] && (k == 0 || stopped[k-1]) && (k+1 == len(run) || stopped[k+1])
}

// cover marks the characters of a query that belong to stop words, the longest
// word first at each place.
func (a *analyser) cover(run []string) []bool {
	if !a.query {
		return nil
	}
	stopped := make([]bool, len(run))
	for k := 0; k < len(run); {
		n := a.stopAt(run[k:])
		for j := range n {
			stopped[k+j] = true
		}
		k += max(n, 1)
	}
	return stopped
}

// longestStop is the number of characters of the longest stop word looked for.
const longestStop = 5

// stopAt returns how many characters the longest stop word at the start of run
// has.
func (a *analyser) stopAt(run []string) int {
	lex := lexiconFor(run[0], a.lang)
	for n := min(len(run), longestStop); n > 0; n-- {
		word := ""
		for _, c := range run[:n] {
			word += c
		}
		if lex.isStop(word) {
			return n
		}
	}
	return 0
}

// clusters cuts a folded word into characters, marks kept with their base.
func clusters(s string) []string {
	var out []string
	start := 0
	for i, r := range s {
		if i > start && scriptOf(r) != otherScript && !isMark(r) {
			out = append(out, s[start:i])
			start = i
		}
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}
