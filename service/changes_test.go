package service_test

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

//go:embed testdata/changes.txt
var changes string

// What people say later decides what is still so, in every language.
func TestChanges(t *testing.T) {
	for line := range strings.Lines(changes) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		said, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("no => in %q", line)
		}
		t.Run(said, func(t *testing.T) {
			var stand []string
			if want != "-" {
				stand = strings.Split(want, " | ")
			}
			slices.Sort(stand)
			if diff := cmp.Diff(stand, standing(t, said)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// conversed returns what messages make of a new store that come a day apart.
func conversed(t *testing.T, said string) *bench {
	t.Helper()
	b := open(t)
	for text := range strings.SplitSeq(said, " || ") {
		b.advance(day)
		b.say(text)
	}
	return b
}

// standing returns what is so after messages.
func standing(t *testing.T, said string) (texts []string) {
	t.Helper()
	r, err := conversed(t, said).List(context.Background(), loci.ListRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Memories {
		if m.Status == loci.Completed {
			m.Text += " (done)"
		}
		texts = append(texts, m.Text)
	}
	slices.Sort(texts)
	return texts
}
