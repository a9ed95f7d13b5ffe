package resolve

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
)

//go:embed moved.toml
var movedFile string

// dueWords are the words that say that something is due on another day, and all
// that say no more than when it is.
type dueWords struct{ moved, all phrases }

var readDueWords = sync.OnceValue(func() dueWords {
	file := read[struct{ Moved, Due map[string]string }]("moved.toml", movedFile)
	return dueWords{readPhrases(file.Moved), readPhrases(file.Due, file.Moved)}
})

// mayMove reports whether a statement may give what is due already another day.
// Payments come again: that of June is not that of May.
func mayMove(fresh loci.Memory) bool {
	if fresh.Due == nil || fresh.Kind != loci.Semantic || fresh.Category == loci.Finance || fresh.Slot.Filled() {
		return false
	}
	return readDueWords().moved.in(fresh.Text, fresh.Lang)
}

// moved returns the memories that a statement gives another day: "my thesis is
// now due on 3 June". Beside the dates they are about the same.
func moved(fresh loci.Memory, related []loci.Memory, now time.Time) []loci.Memory {
	if !mayMove(fresh) {
		return nil
	}
	what := matter(fresh)
	var out []loci.Memory
	for _, m := range related {
		same := m.Kind == fresh.Kind && m.Category == fresh.Category && m.Slot == fresh.Slot && m.Lang == fresh.Lang
		if same && m.Due != nil && day(m.Due) != day(fresh.Due) && m.StatusAt(now) == loci.Active && len(what) > 0 && slices.Equal(what, matter(m)) {
			out = append(out, m)
		}
	}
	return out
}

// matter returns the terms that say what is due.
func matter(m loci.Memory) []string { return readDueWords().all.cut(undated(m), m.Lang) }

// undated returns a text without its dates.
func undated(m loci.Memory) string {
	var b strings.Builder
	at := 0
	for _, s := range timex.Find(m.Text, timex.Options{Langs: []string{m.Lang}, Ref: m.Said}) {
		b.WriteString(m.Text[at:s.Start] + " ")
		at = s.End
	}
	return b.String() + m.Text[at:]
}
