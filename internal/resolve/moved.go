package resolve

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
)

//go:embed moved.toml
var movedFile string

// dueWords are the words, by language, that say that something is due on
// another day, and all that say no more than when it is.
type dueWords struct{ moved, all map[string][]string }

var readDueWords = sync.OnceValue(func() dueWords {
	var file struct{ Moved, Due map[string]string }
	if err := toml.Unmarshal([]byte(movedFile), &file); err != nil {
		panic(fmt.Sprintf("resolve: moved.toml: %v", err)) // embedded: a test reads it
	}
	w := dueWords{map[string][]string{}, map[string][]string{}}
	for lang, list := range file.Moved {
		w.moved[lang] = wordsOf(list)
		w.all[lang] = append(wordsOf(file.Due[lang]), w.moved[lang]...)
		slices.SortStableFunc(w.all[lang], func(a, b string) int { return len(b) - len(a) }) // the fuller phrase first
	}
	return w
})

// wordsOf returns the words of a list in the form that texts are searched in.
func wordsOf(list string) []string {
	var out []string
	for word := range strings.SplitSeq(list, ",") {
		out = append(out, spaced(word))
	}
	return out
}

// spaced sets the words of a text apart, folded.
func spaced(s string) string { return " " + strings.Join(tokens(s), " ") + " " }

// unspaced are the languages that write words without a space or with endings
// that belong to none.
var unspaced = []string{"zh", "ja", "ko"}

// find returns a word of a language in the form that it is looked for in.
func find(word, lang string) string {
	if slices.Contains(unspaced, lang) {
		return strings.TrimSpace(word)
	}
	return word
}

// MayMove reports whether a statement may give what is due already another day.
// Payments come again: that of June is not that of May.
func MayMove(fresh loci.Memory) bool {
	if fresh.Due == nil || fresh.Kind != loci.Semantic || fresh.Category == loci.Finance || fresh.Slot.Filled() {
		return false
	}
	said := spaced(fresh.Text)
	return slices.ContainsFunc(readDueWords().moved[fresh.Lang], func(w string) bool { return strings.Contains(said, find(w, fresh.Lang)) })
}

// moved returns the memories that a statement gives another day: "my thesis is
// now due on 3 June". Beside the dates they are about the same.
func moved(fresh loci.Memory, related []loci.Memory, now time.Time) []loci.Memory {
	if !MayMove(fresh) {
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
func matter(m loci.Memory) []string {
	s := undated(m)
	for _, w := range readDueWords().all[m.Lang] {
		s = strings.ReplaceAll(s, find(w, m.Lang), " ")
	}
	return terms(s, m.Lang)
}

// undated returns a text without its dates.
func undated(m loci.Memory) string {
	var b strings.Builder
	at := 0
	for _, s := range timex.Find(m.Text, timex.Options{Langs: []string{m.Lang}, Ref: m.Said}) {
		b.WriteString(m.Text[at:s.Start] + " ")
		at = s.End
	}
	return spaced(b.String() + m.Text[at:])
}
