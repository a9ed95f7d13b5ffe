package sqlite

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// filter builds the WHERE clause of a query: conditions joined by AND, values
// always bound. A list of any length is one JSON array, so that queries differ
// by which lists they have and not by how long these are.
type filter struct {
	where []string
	args  []any
}

func (f *filter) add(condition string, args ...any) {
	f.where = append(f.where, condition)
	f.args = append(f.args, args...)
}

// is narrows to a value, unless it is empty.
func (f *filter) is(column, value string) {
	if value != "" {
		f.add(column+" = ?", value)
	}
}

// scopes narrows to the numbers of scopes.
func (f *filter) scopes(column string, ids []int64) {
	data, _ := json.Marshal(ids) // numbers always marshal
	f.add(column+" IN (SELECT value FROM json_each(?))", string(data))
}

// among narrows to a list of values, unless it is empty. The operator is IN or
// NOT IN.
func among[T ~string](f *filter, column, operator string, values []T) {
	if len(values) == 0 {
		return
	}
	f.add(column+" "+operator+" (SELECT value FROM json_each(?))", array(values))
}

// array writes values as JSON; those that are no text are stored nowhere.
func array[T ~string](values []T) string {
	values = slices.DeleteFunc(slices.Clone(values), func(v T) bool { return !utf8.ValidString(string(v)) })
	data, _ := json.Marshal(values) // valid strings always marshal
	return string(data)
}

// slots narrows to a list of slots, unless it is empty.
func (f *filter) slots(slots []loci.Slot) {
	if len(slots) == 0 {
		return
	}
	pairs := make([][2]string, 0, len(slots))
	filled := true
	for _, s := range slots {
		if utf8.ValidString(s.Subject) && utf8.ValidString(s.Attribute) {
			pairs = append(pairs, [2]string{s.Subject, s.Attribute})
			filled = filled && s.Filled()
		}
	}
	if filled {
		f.add("m.attribute <> ''") // lets SQLite see that the index of slots will do
	}
	data, _ := json.Marshal(pairs) // valid strings always marshal
	f.add("(m.subject, m.attribute) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))", string(data))
}

// String returns the clause, empty for no condition.
func (f *filter) String() string {
	if len(f.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(f.where, " AND ")
}

// limit returns the LIMIT clause; no limit and no offset cost nothing.
func limit(n, offset int) (string, []any) {
	switch {
	case n <= 0 && offset <= 0:
		return "", nil
	case n <= 0:
		n = -1
	}
	return " LIMIT ? OFFSET ?", []any{n, max(offset, 0)}
}
