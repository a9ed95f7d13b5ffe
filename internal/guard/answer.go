package guard

import (
	"strings"

	"github.com/locimem/loci"
)

// maxAnswer is the longest answer that may be nothing but a credential, and
// maxQuestion how much of a text's end is looked at for what it asks, in bytes.
const (
	maxAnswer   = 160
	maxQuestion = 400
)

// MayAnswer reports whether a text is such that ScanAnswer may find more in it
// than ScanTurn.
func MayAnswer(text string) bool {
	return len(text) <= maxAnswer && strings.IndexFunc(text, isPasswordRune) >= 0
}

// isPasswordRune reports whether r tells a password from a word.
func isPasswordRune(r rune) bool {
	return r >= '0' && r <= '9' || strings.ContainsRune("!@#$%^&*+=~_", r)
}

// ScanAnswer is ScanTurn for a text that answers a question: where that asks for
// a credential ("What is the database password?"), the answer gives it without
// its name.
func (g *Guard) ScanAnswer(question, text string) (clean string, findings []loci.Finding) {
	if word := asked(question); word != "" && MayAnswer(text) {
		named := word + ": "
		clean, findings = g.ScanTurn(named + text)
		for i := range findings {
			f := &findings[i]
			if f.Start < len(named) || f.Class == loci.ClassSecret && strings.IndexFunc((named + text)[f.Start:f.End], isPasswordRune) < 0 {
				return g.ScanTurn(text) // one plain word may be any answer
			}
			f.Start, f.End = f.Start-len(named), f.End-len(named)
		}
		return strings.TrimPrefix(clean, named), findings
	}
	return g.ScanTurn(text)
}

// asked returns the word for the credential that a text asks for at its end, ""
// if it asks for none.
func asked(text string) string {
	v := newView(text[max(0, len(text)-maxQuestion):], nil)
	end := strings.LastIndexAny(v.lower, "?:")
	if end < 0 || strings.ContainsAny(strings.TrimSpace(v.lower[end+1:]), ".!?\n") {
		return ""
	}
	from := strings.LastIndexAny(v.lower[:end], ".!?\n") + 1
	r, word := secretRules(), ""
	r.index.each(v.lower, func(l literal, pos int) {
		if l.rule < r.firstWord || pos < from || pos >= end {
			return
		}
		w := &r.words[l.rule-r.firstWord]
		if _, ok := w.match(v, pos); ok && !proseWords().credentials[w.rule].class.ordinary() && len(w.text) > len(word) {
			word = w.text
		}
	})
	return word
}
