package resolve

import (
	"slices"
	"strings"
	"unicode"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// nearShare is how much of the shorter statement two must share to be shown to
// a person as perhaps the same.
const nearShare = 0.5

// Near reports whether two statements may say the same: a question for a
// person, never a reason to merge. Numbers and identifiers, dates, polarity and
// what fills the slot must agree.
func Near(a, b loci.Memory) bool {
	if a.Scope != b.Scope || a.Kind == loci.Episodic || b.Kind == loci.Episodic || a.Polarity != b.Polarity ||
		a.Slot.Subject != b.Slot.Subject || a.Slot.Filled() && b.Slot.Filled() && a.Slot != b.Slot {
		return false
	}
	if day(a.Due) != day(b.Due) || day(a.Event) != day(b.Event) || !slices.Equal(figures(a.Text), figures(b.Text)) {
		return false
	}
	if a.Value != "" && b.Value != "" && overlap(a.Value, b.Value, a.Lang) < 1 && overlap(b.Value, a.Value, b.Lang) < 1 {
		return false
	}
	shared, shorter, _ := inCommon(terms(a.Text, a.Lang), terms(b.Text, b.Lang))
	return shared >= 2 && float64(shared) >= nearShare*float64(shorter)
}

// inCommon counts the terms of the shorter list that the longer one has, and
// the terms of each.
func inCommon(a, b []string) (shared, shorter, longer int) {
	if len(b) < len(a) {
		a, b = b, a
	}
	for _, t := range a {
		if slices.Contains(b, t) {
			shared++
		}
	}
	return shared, len(a), len(b)
}

func day(w *loci.When) string {
	if w == nil {
		return ""
	}
	return w.String()
}

// figures returns the words of a text that hold a digit, sorted.
func figures(s string) []string {
	var out []string
	for _, t := range text.Tokens(s) {
		if strings.ContainsFunc(t.Norm, unicode.IsDigit) {
			out = append(out, t.Norm)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
