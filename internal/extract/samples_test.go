package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

// sample is a message and what it says about its author. Want holds a line per
// candidate in the form of [line]; none means that nothing lasting is said.
type sample struct {
	text string
	want []string
}

// runSamples reads every sample with one pack.
func runSamples(t *testing.T, lang string, samples []sample) {
	t.Helper()
	e := newEngine(t)
	for _, s := range samples {
		t.Run(s.text, func(t *testing.T) {
			res := e.Extract(Input{Text: s.text, Lang: lang, Time: monday})
			var got []string
			for _, c := range res.Candidates {
				got = append(got, line(c))
			}
			if diff := cmp.Diff(s.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// demandLines runs turns, each behind its language, and demands the lines of what
// they say, one behind the other.
func demandLines(t *testing.T, e *Engine, turns map[string]string) {
	t.Helper()
	for turn, want := range turns {
		var got string
		for _, c := range candidates(e, turn) {
			got += line(c)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}

// line writes a candidate as "profile preferences+ name: my name is Ana", a
// retraction as "retract employer: I left Acme", a date as "(2026-05-20)".
func line(c loci.Candidate) string {
	var b strings.Builder
	if c.Op == loci.OpAssert {
		fmt.Fprintf(&b, "%s %s%s", c.Kind, c.Category, c.Polarity)
	} else {
		b.WriteString(string(c.Op))
	}
	if c.Slot.Filled() {
		b.WriteString(" " + c.Slot.Attribute)
	}
	if c.Hedged {
		b.WriteString(" hedged")
	}
	if c.Adds {
		b.WriteString(" adds")
	}
	if c.Corrects {
		b.WriteString(" corrects")
	}
	b.WriteString(": " + c.Text)
	if c.Due != nil {
		fmt.Fprintf(&b, " (%s)", c.Due)
	}
	return b.String()
}
