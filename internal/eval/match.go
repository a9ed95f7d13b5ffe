package eval

import (
	"slices"
	"time"

	"github.com/locimem/loci"
)

// statement is a labelled memory, as the data's README defines it.
type statement struct {
	Op          string          `json:"op"`
	Kind        loci.Kind       `json:"kind"`
	Category    loci.Category   `json:"category"`
	Importance  loci.Importance `json:"importance_min"`
	Polarity    loci.Polarity   `json:"polarity"`
	Contains    []string        `json:"contains"`
	NotContains []string        `json:"not_contains"`
	Due         string          `json:"due"`
}

func (s statement) retraction() bool { return s.Op == "retract" }
func (s statement) ephemeral() bool  { return s.Category == loci.Ephemeral && !s.retraction() }

// learnt is what came out of one message: a memory or a retraction.
type learnt struct {
	Retraction bool
	Kind       loci.Kind
	Category   loci.Category
	Importance loci.Importance
	Polarity   loci.Polarity
	Text       string
	Due        *loci.When
	Zone       *time.Location // in which it was said
}

func (l learnt) ephemeral() bool { return l.Category == loci.Ephemeral && !l.Retraction }

// matches reports whether l says what s expects.
func (s statement) matches(l learnt) bool {
	if s.retraction() != l.Retraction || s.ephemeral() != l.ephemeral() {
		return false
	}
	return holds(l.Text, s.Contains) &&
		!slices.ContainsFunc(s.NotContains, func(part string) bool { return holds(l.Text, []string{part}) })
}

// tally counts over messages; the figures are its ratios.
type tally struct {
	matched, stored, expected int
	labels, polarity          int
	due, dated                int
}

func (t *tally) add(o tally) {
	t.matched += o.matched
	t.stored += o.stored
	t.expected += o.expected
	t.labels += o.labels
	t.polarity += o.polarity
	t.due += o.due
	t.dated += o.dated
}

// score compares what was learnt from one message with what was expected. It
// returns for each expectation the index of what matched it, or -1.
func score(want []statement, got []learnt) (tally, []int) {
	pairs := maximumMatching(len(want), len(got), func(i, j int) bool { return want[i].matches(got[j]) })
	t := tally{stored: len(got)}
	for i, w := range want {
		j := pairs[i]
		if w.ephemeral() {
			if j >= 0 {
				t.stored-- // rightly kept for a day: neither for nor against
			}
			continue
		}
		t.expected++
		if j < 0 {
			continue
		}
		t.matched++
		if w.retraction() {
			t.labels++
			t.polarity++
			continue
		}
		t.judge(w, got[j])
	}
	return t, pairs
}

// judge compares the labels of a matched memory.
func (t *tally) judge(w statement, l learnt) {
	step := w.Importance.Rank() - l.Importance.Rank()
	if w.Kind == l.Kind && w.Category == l.Category && step >= -1 && step <= 1 {
		t.labels++
	}
	if w.Polarity == l.Polarity {
		t.polarity++
	}
	due := l.dueDay()
	if due != "" || w.Due != "" {
		t.dated++
		if due == w.Due {
			t.due++
		}
	}
}

// dueDay is the last day of the due date, where it was said, or empty.
func (l learnt) dueDay() string {
	switch {
	case l.Due == nil:
		return ""
	case !l.Due.Civil():
		return l.Due.Start.In(l.Zone).Format(time.DateOnly)
	}
	return l.Due.End.Add(-time.Nanosecond).Format(time.DateOnly)
}

// maximumMatching pairs as many of n with m as ok allows (augmenting paths). It
// returns the partner of each of the n, or -1.
func maximumMatching(n, m int, ok func(i, j int) bool) []int {
	left, right := make([]int, n), make([]int, m)
	for i := range left {
		left[i] = -1
	}
	for j := range right {
		right[j] = -1
	}
	var augment func(i int, seen []bool) bool
	augment = func(i int, seen []bool) bool {
		for j := range m {
			if seen[j] || !ok(i, j) {
				continue
			}
			seen[j] = true
			if right[j] < 0 || augment(right[j], seen) {
				left[i], right[j] = j, i
				return true
			}
		}
		return false
	}
	for i := range n {
		augment(i, make([]bool, m))
	}
	return left
}
