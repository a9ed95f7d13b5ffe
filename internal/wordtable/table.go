// Package wordtable keeps what is known of many words in a file that is a hash
// table itself: nothing is made of it before it can be asked, and nothing is read
// of it but the line in which a word would stand. A hook is a process that asks
// for a few words and ends; to fill a map with thousands took it longer than all
// its questions.
package wordtable

import (
	"iter"
	"strings"
)

// Table is a file that [Write] has made.
type Table struct {
	file string
	ends []uint32 // of its lines
}

// New returns the table of a file; an empty one holds nothing.
func New(file string) Table {
	t := Table{file, make([]uint32, 0, strings.Count(file, "\n")+1)}
	for from := 0; from <= len(file); {
		n := strings.IndexByte(file[from:], '\n')
		if n < 0 {
			n = len(file) - from
		}
		t.ends = append(t.ends, uint32(from+n))
		from += n + 1
	}
	return t
}

// Of yields what the table holds of a word, in the order in which it was written.
func (t Table) Of(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for value, rest, found := next(t.line(word), word); found && yield(value); {
			value, rest, found = next(rest, word)
		}
	}
}

// First returns the first of what the table holds of a word, and whether it holds
// anything.
func (t Table) First(word string) (value string, found bool) {
	value, _, found = next(t.line(word), word)
	return value, found
}

// line returns where a word would stand.
func (t Table) line(word string) string {
	if len(t.ends) == 0 {
		return ""
	}
	i, from := place(word, len(t.ends)), uint32(0)
	if i > 0 {
		from = t.ends[i-1] + 1
	}
	return t.file[from:t.ends[i]]
}

// next returns the next value of a word in a line, and what stands behind it.
func next(line, word string) (value, rest string, found bool) {
	for line != "" {
		w, after, _ := strings.Cut(line, separator)
		value, rest, _ = strings.Cut(after, separator)
		if w == word {
			return value, rest, true
		}
		line = rest
	}
	return "", "", false
}

// Entry is a word and something that is known of it.
type Entry struct{ Word, Value string }

const separator = "\t"

// Write makes the file of a table. Words and values have no tabs and no ends of
// lines in them.
func Write(entries []Entry) string {
	words := map[string]bool{}
	for _, e := range entries {
		words[e.Word] = true
	}
	lines := make([]string, max(len(words), 1))
	for _, e := range entries {
		lines[place(e.Word, len(lines))] += e.Word + separator + e.Value + separator
	}
	return strings.Join(lines, "\n")
}

// place is the line of a word: FNV-1a, since it must be the same in every process.
func place(word string, lines int) int {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return int(h % uint32(lines))
}
