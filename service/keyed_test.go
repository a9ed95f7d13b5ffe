package service_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

// What was given by hand under a key stays until something else is given; what
// the old text said itself goes with it.
func TestAKeyKeepsItsLabels(t *testing.T) {
	ctx := as(loci.ViaTerminal)
	due, err := loci.ParseWhen("2026-10-15")
	if err != nil {
		t.Fatal(err)
	}
	given := loci.RememberRequest{
		Text: "The grant application is half done", Key: "k", Category: loci.Goals, Importance: loci.Critical, Due: &due, Metadata: []byte(`{"a":1}`),
	}
	for _, tt := range []struct {
		name        string
		first, next loci.RememberRequest
		want        loci.Memory
	}{
		{"left out", given, loci.RememberRequest{Text: "The grant application is nearly done"},
			loci.Memory{Kind: loci.Semantic, Category: loci.Goals, Importance: loci.Critical, Due: &due, Metadata: []byte(`{"a":1}`)}},
		{"the same text", given, loci.RememberRequest{Text: given.Text},
			loci.Memory{Kind: loci.Semantic, Category: loci.Goals, Importance: loci.Critical, Due: &due, Metadata: []byte(`{"a":1}`)}},
		{"given anew", given, loci.RememberRequest{Text: "The grant application is nearly done", Category: loci.Study, Importance: loci.Low},
			loci.Memory{Kind: loci.Semantic, Category: loci.Study, Importance: loci.Low, Due: &due, Metadata: []byte(`{"a":1}`)}},
		{"read from the text", loci.RememberRequest{Text: "I like nuts", Key: "k"}, loci.RememberRequest{Text: "I'm allergic to nuts"},
			loci.Memory{Kind: loci.Semantic, Category: loci.Constraints, Importance: loci.Critical}},
		{"of another kind to read", loci.RememberRequest{Text: "I work at Acme", Key: "k"}, loci.RememberRequest{Text: "Between two contracts"},
			loci.Memory{Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			remember(t, b, ctx, tt.first)
			tt.next.Key = "k"
			remember(t, b, ctx, tt.next)
			if got := b.valid(); len(got) != 1 {
				t.Fatalf("valid: %q", got)
			}
			got, err := b.Get(ctx, loci.GetRequest{Ref: "k"})
			if err != nil || got.Text != tt.next.Text {
				t.Fatalf("%+v %v", got, err)
			}
			labels := loci.Memory{Kind: got.Kind, Category: got.Category, Importance: got.Importance, Due: got.Due, Metadata: got.Metadata}
			if diff := cmp.Diff(tt.want, labels); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A program that holds a key labels what is under it.
func TestUpsertLabelsWhatItsKeyHolds(t *testing.T) {
	b := open(t)
	c := loci.Candidate{Text: "The grant application is half done", Key: "k", Category: loci.Goals, Importance: loci.Critical}
	for _, importance := range []loci.Importance{loci.Critical, "", loci.Low} {
		c.Importance = importance
		if _, err := b.Upsert(person(), c); err != nil {
			t.Fatal(err)
		}
		want := loci.Critical
		if importance == loci.Low {
			want = loci.Low
		}
		if m := b.one("grant"); m.Category != loci.Goals || m.Importance != want {
			t.Errorf("given %q: %s %s", importance, m.Category, m.Importance)
		}
	}
}
