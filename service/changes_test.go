package service_test

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"testing"
	"time"

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
			if diff := cmp.Diff(stand, standing(t, strings.Split(said, " || "))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// standing returns what is so after messages that come a day apart.
func standing(t *testing.T, said []string) (texts []string) {
	t.Helper()
	b := open(t)
	for _, text := range said {
		b.clock = b.clock.Add(24 * time.Hour)
		if _, err := b.Ingest(context.Background(), loci.IngestRequest{Turns: []loci.Turn{{Role: loci.RoleUser, Text: text, Time: b.clock}}}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := b.List(context.Background(), loci.ListRequest{})
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
