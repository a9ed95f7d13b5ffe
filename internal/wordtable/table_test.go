package wordtable_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/wordtable"
)

func TestTable(t *testing.T) {
	var entries []wordtable.Entry
	want := map[string][]string{"absent": nil, "": nil}
	for i := range 1000 {
		word := fmt.Sprint("wört ", i/3)
		value := fmt.Sprint(i)
		entries = append(entries, wordtable.Entry{Word: word, Value: value})
		want[word] = append(want[word], value)
	}
	table := wordtable.New(wordtable.Write(entries))
	for word, values := range want {
		if diff := cmp.Diff(values, slices.Collect(table.Of(word))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", word, diff)
		}
		if first, found := table.First(word); found != (len(values) > 0) || found && first != values[0] {
			t.Errorf("first of %q: got %q, %v", word, first, found)
		}
	}
	for v := range table.Of("wört 0") {
		if v != "0" {
			t.Errorf("got %q behind the first value", v)
		}
		break
	}
}

func TestEmptyTable(t *testing.T) {
	for name, table := range map[string]wordtable.Table{
		"zero": {}, "no file": wordtable.New(""), "no entries": wordtable.New(wordtable.Write(nil)),
	} {
		if got := slices.Collect(table.Of("word")); got != nil {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// An empty value is a value.
func TestEmptyValue(t *testing.T) {
	table := wordtable.New(wordtable.Write([]wordtable.Entry{{Word: "a"}, {Word: "b", Value: "x"}, {Word: "a"}}))
	if diff := cmp.Diff([]string{"", ""}, slices.Collect(table.Of("a"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
