package eval

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// temporary opens real stores: what is measured must be what users get.
func temporary(t *testing.T) Factory {
	return func(ctx context.Context, now func() time.Time, models ...loci.Model) (loci.Service, func() error, error) {
		mem, err := local.Open(ctx, local.Options{Path: filepath.Join(t.TempDir(), "memory.db"), Now: now, Models: models})
		if err != nil {
			return nil, nil, err
		}
		return mem.Service(), mem.Close, nil
	}
}

func at(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

func write(t *testing.T, stories ...story) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stories.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, s := range stories {
		if err := json.NewEncoder(f).Encode(s); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestStories(t *testing.T) {
	one := 1
	monday := at("2026-05-04T09:00:00+01:00")
	porto := storyStep{Now: monday, User: "I live in Porto."}
	braga := storyStep{Now: monday.AddDate(0, 0, 7), User: "I live in Braga now."}
	stories := []story{
		{ID: "a change", Steps: []storyStep{porto, braga},
			Final: storyFinal{Active: [][]string{{"braga"}}, Absent: [][]string{{"Porto"}}, History: [][]string{{"Porto"}}, CountMax: &one}},
		{ID: "a replay of what was replaced", Steps: []storyStep{porto, braga, {Do: "replay", Step: 0}},
			Final: storyFinal{Active: [][]string{{"Braga"}}, Absent: [][]string{{"Porto"}}}},
		{ID: "forgotten, then replayed", Steps: []storyStep{porto, {Do: "forget", Query: "Porto"}, {Do: "replay", Step: 0}},
			Final: storyFinal{Absent: [][]string{{"Porto"}}}},
		{ID: "a guess that is confirmed", Steps: []storyStep{
			{Now: monday, User: "Maybe I'm lactose intolerant, not sure."}, {Do: "confirm", Query: "lactose"}, {Do: "advance", Days: 40}},
			Final: storyFinal{Active: [][]string{{"lactose"}}}},
		{ID: "a guess that nobody confirms", Steps: []storyStep{
			{Now: monday, User: "Maybe I'm lactose intolerant, not sure."}, {Do: "advance", Days: 40}},
			Final: storyFinal{Absent: [][]string{{"lactose"}}, History: [][]string{{"lactose"}}}},
		{ID: "other voices", Steps: []storyStep{porto,
			{Do: "web", Text: "I live in Graz."}, {Do: "tool_output", Text: "I live in Linz."}, {Do: "assistant", Text: "I live in Wien."}},
			Final: storyFinal{Active: [][]string{{"Porto"}}, CountMax: &one}},
		{ID: "our own block pasted back", Steps: []storyStep{porto, {Now: monday.Add(time.Hour), User: "what now?", PasteBlock: true}},
			Final: storyFinal{Active: [][]string{{"Porto"}}, CountMax: &one}},
		{ID: "what cannot hold", Steps: []storyStep{porto},
			Final: storyFinal{Active: [][]string{{"Madrid"}}, Absent: [][]string{{"Porto"}}, History: [][]string{{"Rome"}}}},
	}
	rep, err := Stories(t.Context(), temporary(t), []string{write(t, stories...)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var failed []string
	for _, d := range rep.Misses() {
		failed = append(failed, d.ID)
		if d.ID != "what cannot hold" {
			t.Errorf("%s: %q; the store holds %q", d.ID, d.Problems, d.Got)
		} else if len(d.Problems) != 3 {
			t.Errorf("%s: problems %q, want three", d.ID, d.Problems)
		}
	}
	if diff := cmp.Diff([]string{"what cannot hold"}, failed); diff != "" {
		t.Errorf("failed stories (-want +got):\n%s", diff)
	}
	want := map[string]float64{"stories.passed": 7, "stories.total": 8, "stories.share": 7. / 8}
	if diff := cmp.Diff(want, rep.Figures); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}

func TestStoriesRefuseWhatTheyDoNotKnow(t *testing.T) {
	for name, step := range map[string]storyStep{
		"an unknown step":          {Do: "dance"},
		"a replay of no turn":      {Do: "replay", Step: 0},
		"a replay from the future": {Do: "replay", Step: 7},
	} {
		if _, err := Stories(t.Context(), temporary(t), []string{write(t, story{Steps: []storyStep{step}})}, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
