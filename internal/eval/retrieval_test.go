package eval

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/locimem/loci"
)

func TestRetrieval(t *testing.T) {
	run := func(lines string) (Report, error) {
		path := filepath.Join(t.TempDir(), "own.jsonl")
		if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
		return Retrieval(t.Context(), temporary(t), []string{path}, Options{})
	}
	rep, err := run(`{"id": "a", "text": "The harbour is closed in winter"}
{"id": "b", "text": "Where did you buy the bread?", "conversation": "c", "speaker": "Ana"}
{"id": "x", "text": "At the corner, it was warm", "conversation": "c", "speaker": "Ben"}
{"query": "when are harbours closed", "relevant": ["a"]}
{"query": "buying bread", "relevant": ["x"]}
{"query": "zeppelin", "relevant": ["a"]}
`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"all.r@5": 2. / 3, "all.mrr": 0.5, "floor.bm25.r@5": 1. / 3} {
		if got, ok := rep.Figures[name]; !ok || got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%s = %v (there: %v), want %v", name, got, ok, want)
		}
	}
	for name, lines := range map[string]string{
		"unknown id":   `{"query": "x", "relevant": ["nowhere"]}`,
		"no id":        `{"text": "x"}`,
		"no relevance": `{"query": "x"}`,
		"twice":        `{"id": "a", "text": "x"}` + "\n" + `{"id": "a", "text": "y"}`,
		"no JSON":      `harbour`,
	} {
		if _, err := run(lines); !errors.Is(err, loci.Invalid) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
