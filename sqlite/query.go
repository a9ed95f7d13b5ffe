package sqlite

import "strings"

// filter builds the WHERE clause of a query: conditions joined by AND, values
// always bound.
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

// String returns the clause, empty for no condition.
func (f *filter) String() string {
	if len(f.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(f.where, " AND ")
}

// among narrows to a list of values, unless it is empty.
func among[T ~string](f *filter, operator string, values []T) {
	if len(values) == 0 {
		return
	}
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = string(v)
	}
	f.add(operator+" "+list(&args), args...)
}

func (f *filter) scopes(column string, ids []int64) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	f.add(column+" IN "+list(&args), args...)
}

// list returns the placeholders of a list. It fills the list up to a power of
// two with its last value, so that few statements differ by their lengths.
func list(values *[]any) string {
	n := 1
	for n < len(*values) {
		n *= 2
	}
	for len(*values) < n && len(*values) > 0 {
		*values = append(*values, (*values)[len(*values)-1])
	}
	if len(*values) == 0 {
		return "()"
	}
	return "(?" + strings.Repeat(", ?", n-1) + ")"
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
