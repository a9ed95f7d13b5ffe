package service_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestSuccessions says things one after the other, a day apart, and looks at what
// is true then: testdata/successions.txt describes itself.
func TestSuccessions(t *testing.T) {
	data, err := os.ReadFile("testdata/successions.txt")
	if err != nil {
		t.Fatal(err)
	}
	lang := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		said, wants, ok := strings.Cut(line, " => ")
		switch {
		case strings.HasPrefix(line, "["):
			lang = strings.Trim(line, "[]")
		case ok:
			t.Run(lang+" "+said, func(t *testing.T) { checkSuccession(t, said, wants) })
		}
	}
}

func checkSuccession(t *testing.T, said, wants string) {
	valid := conversed(t, said).valid()
	for want := range strings.SplitSeq(wants, " ; ") {
		want, absent := strings.CutPrefix(want, "!")
		has := func(text string) bool { return containsAll(text, strings.Split(want, "+")) }
		if slices.ContainsFunc(valid, has) == absent {
			t.Errorf("%s => %q, want %q, absent: %t", said, valid, want, absent)
		}
	}
}
