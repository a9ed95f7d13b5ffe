package extract

import (
	"cmp"
	"slices"
	"strings"
)

// Skip is a stretch of a turn that nothing was taken from.
type Skip struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Reason string `json:"reason"`
}

// Reasons of a Skip.
const (
	skipCode     = "code"
	skipLog      = "log"
	skipQuote    = "quotation"
	skipWrapped  = "wrapped text"
	skipMaterial = "material" // text the assistant is asked to work on
	skipRole     = "role play"
	skipSuppose  = "supposition"
	skipIrony    = "irony"
	skipReported = "reported speech"
	skipIdiom    = "idiom"
	skipOverride = "override"
	skipQuestion = "question"
	skipCond     = "conditional"
	skipStruck   = "struck out"
	skipDenied   = "denied"
)

// tokenAt returns the first token that begins at a byte or after it.
func (a *analysis) tokenAt(start int) int {
	i, _ := slices.BinarySearchFunc(a.tokens, start, func(t token, at int) int { return cmp.Compare(t.start, at) })
	return i
}

// maskedAt reports whether the token at a byte is masked.
func (a *analysis) maskedAt(start int) bool {
	i := a.tokenAt(start)
	return i < len(a.tokens) && a.tokens[i].masked
}

// maskBytes masks the tokens that begin in a byte range.
func (a *analysis) maskBytes(start, end int, reason string) {
	for i := a.tokenAt(start); i < len(a.tokens) && a.tokens[i].start < end; i++ {
		a.tokens[i].masked = true
	}
	a.skips = append(a.skips, Skip{start, end, reason})
}

// maskTokens masks a range of tokens.
func (a *analysis) maskTokens(from, to int, reason string) {
	if from >= to {
		return
	}
	for i := from; i < to; i++ {
		a.tokens[i].masked = true
	}
	start, end := a.bytes(from, to)
	a.skips = append(a.skips, Skip{start, end, reason})
}

// maskCode masks fenced and inline code; an open fence runs to the end.
func (a *analysis) maskCode() {
	const tick = "`"
	for pos := 0; pos < len(a.src); {
		start, fence := nextFence(a.src, pos)
		if i := strings.Index(a.src[pos:start], tick); i >= 0 {
			start, fence = pos+i, tick
		}
		if fence == "" {
			return
		}
		body := a.src[start+len(fence):]
		end := strings.Index(body, fence)
		switch {
		case end >= 0 && (fence != tick || !strings.Contains(body[:end], "\n")):
			pos = start + len(fence) + end + len(fence)
		case fence != tick:
			pos = len(a.src)
		default: // an apostrophe typed as a backtick
			pos = start + len(fence)
			continue
		}
		a.maskBytes(start, pos, skipCode)
	}
}

// nextFence finds where the next block of code opens, and with which mark.
// Tildes only fence at the beginning of a line: elsewhere they draw out a word.
func nextFence(src string, from int) (at int, mark string) {
	const ticks, tildes = "```", "~~~"
	at = len(src)
	if i := strings.Index(src[from:], ticks); i >= 0 {
		at, mark = from+i, ticks
	}
	for pos := from; pos < at; {
		i := strings.Index(src[pos:at], tildes)
		if i < 0 {
			break
		}
		pos += i
		if line := src[:pos]; strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], " ") == "" {
			return pos, tildes
		}
		pos += len(tildes)
	}
	return at, mark
}

// maskBrackets masks what stands in square brackets: captions and stage
// directions ("[shares a photo of a boat]"), blanks of a form. One word may be a
// box that is ticked.
func (a *analysis) maskBrackets() {
	open, words := -1, 0
	for i := range a.tokens {
		t := &a.tokens[i]
		switch {
		case t.norm == "[":
			open, words = i, 0
		case t.kind == newline:
			open = -1
		case t.spoken():
			words++
		case t.norm == "]" && open >= 0 && words > 1:
			a.maskTokens(open, i+1, skipWrapped)
			open = -1
		}
	}
}

// pairs are quotation marks and what closes them, one or the other mark.
var pairs = map[string]string{
	`"`: `"`, "“": "”", "«": "»", "„": "“”", "「": "」", "『": "』", "‘": "’", "'": "'", "»": "«", "‹": "›", "”": "”", "《": "》",
}

// maxName is how many words in quotation marks can be a name; more are
// somebody's words.
const maxName = 3

// maskQuotes masks quoted speech. The marks around names and single words are
// dropped, so that frames see through them.
func (a *analysis) maskQuotes() {
	drop := map[int]bool{}
	for i := 0; i < len(a.tokens); i++ {
		if a.tokens[i].kind != punct || a.tokens[i].masked {
			continue
		}
		closer, ok := pairs[a.tokens[i].norm]
		if !ok {
			continue
		}
		j, words := a.closingQuote(i, closer)
		if j < 0 {
			if a.opensQuote(i) { // never closed
				a.maskTokens(i, len(a.tokens), skipQuote)
				break
			}
			continue
		}
		if a.isArgument(i) {
			a.maskTokens(i, j+1, skipCode)
		} else if words > 2*maxName || words > 2 && a.leadsIn(i, j) {
			a.maskTokens(i, j+1, skipQuote)
		} else {
			drop[i], drop[j] = true, true
		}
		i = j
	}
	if len(drop) == 0 {
		return
	}
	kept := a.tokens[:0]
	for i, t := range a.tokens {
		if !drop[i] {
			kept = append(kept, t)
		}
	}
	a.tokens = kept
}

// isArgument reports whether the quotation at i is an argument of a call, with
// no space from the name on: print("I am 25").
func (a *analysis) isArgument(i int) bool {
	return i > 1 && !a.tokens[i].spaced && a.tokens[i-1].norm == "(" && !a.tokens[i-1].spaced && a.tokens[i-2].spoken()
}

// leadsIn reports whether a quotation opens its sentence and a comma or a dash
// leads on from it: who said it comes next.
func (a *analysis) leadsIn(i, j int) bool {
	if i > 0 && a.tokens[i-1].kind != newline && !strings.Contains(closing, a.tokens[i-1].norm) {
		return false
	}
	const leads = ",、—–-"
	after := j+1 < len(a.tokens) && strings.Contains(leads, a.tokens[j+1].norm)
	return after || strings.Contains(leads, a.tokens[j-1].norm)
}

// opensQuote reports whether the mark at i can only open a quotation.
func (a *analysis) opensQuote(i int) bool {
	const openers = "“„«「『"
	t := &a.tokens[i]
	return strings.Contains(openers, t.norm) && (i == 0 || t.spaced || t.caseless) &&
		i+1 < len(a.tokens) && a.tokens[i+1].spoken() && !a.tokens[i+1].spaced
}

// longestQuote is how many tokens a quotation has at most.
const longestQuote = 1000

// closingQuote finds what closes the quotation at i, and how many half words
// it holds. A single quote opens only after a space and closes only before one.
func (a *analysis) closingQuote(i int, closer string) (at, words int) {
	single := closer == "'" || closer == "’"
	if single && i > 0 && !a.tokens[i].spaced && a.tokens[i-1].spoken() {
		return -1, 0
	}
	for j := i + 1; j < min(len(a.tokens), i+longestQuote); j++ {
		t := &a.tokens[j]
		switch {
		case t.kind == punct && strings.Contains(closer, t.norm) && !(single && t.spaced):
			return j, words
		case t.kind == newline && single:
			return -1, 0
		case t.spoken():
			words += t.weight()
		}
	}
	return -1, 0
}

// maskPhrases masks what the pack's phrases say is not the user's own claim,
// and reports whether the turn claims an authority that it cannot have.
func (m *matcher) maskPhrases() (override bool) {
	if s, ok := m.classIn("override", 0, len(m.tokens)); ok {
		m.maskTokens(s.from, len(m.tokens), skipOverride)
		return true
	}
	m.maskLetter()
	m.maskAnswered()
	for i := range m.clauses {
		c := &m.clauses[i]
		if c.first >= len(m.tokens) || m.tokens[c.first].masked {
			continue
		}
		sentenceEnd := m.clauses[m.sentences[c.sentence].to-1].to
		if m.begins("roleplay", c.first) {
			m.maskTokens(c.from, len(m.tokens), skipRole)
			return false
		}
		if m.maskAttributed(i) {
			continue
		}
		if m.handsOver(i) {
			return false
		}
		if m.begins("suppose", c.first) {
			m.maskTokens(c.from, sentenceEnd, skipSuppose)
		} else if m.begins("story", c.first) {
			m.maskTokens(c.from, sentenceEnd, skipMaterial)
		} else if m.begins("irony", c.from) {
			m.maskTokens(c.from, sentenceEnd, skipIrony)
		} else if s, ok := m.classIn("reported", c.first, c.to); ok {
			m.maskTokens(s.to, sentenceEnd, skipReported)
		}
		m.maskIdioms(c)
	}
	return false
}

func (m *matcher) maskIdioms(c *clause) {
	for from := c.from; ; {
		s, ok := m.classIn("idiom", from, c.to)
		if !ok {
			return
		}
		m.maskTokens(s.from, s.to, skipIdiom)
		from = s.to
	}
}

// skipped returns the stretches nothing was taken from, in order.
func (a *analysis) skipped() []Skip {
	for i := range a.clauses {
		c := &a.clauses[i]
		reason := ""
		switch {
		case c.question:
			reason = skipQuestion
		case c.cond:
			reason = skipCond
		case c.denied:
			reason = skipDenied
		default:
			continue
		}
		start, end := a.bytes(c.from, c.to)
		a.skips = append(a.skips, Skip{start, end, reason})
	}
	slices.SortStableFunc(a.skips, func(x, y Skip) int { return cmp.Compare(x.Start, y.Start) })
	return a.skips
}
