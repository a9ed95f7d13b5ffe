package eval

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNotes(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"dataset.jsonl": `{"id":"1","text":"I live in Porto near the river."}
{"id":"2","text":"The chiller is at 19 degrees."}
{"id":"3","text":"I'm allergic to peanuts. My name is Ana."}`,
		"labels.jsonl": `{"id":"1","memories":[{"type":"fact","content":"Lives in Porto."}]}
{"id":"2","memories":[{"type":"fact","content":"The chiller stands at 19 degrees."}]}
{"id":"3","memories":[{"type":"fact","content":"Has an allergy to peanuts."},{"type":"fact","content":"Owns a boat."}]}`,
		"dataset.pt-BR.jsonl": `{"id":"1","text":"Moro no Porto."}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := Files([]string{dir}, ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := Notes(context.Background(), temporary(t), files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{
		"en.notes": 3, "en.kept": 2.0 / 3, "en.stored": 3, "en.recall": 2.0 / 4, "en.precision": 2.0 / 3,
		"pt.notes": 1, "pt.kept": 1, "pt.stored": 1,
	}
	if diff := cmp.Diff(want, rep.Figures); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	if misses := rep.Misses(); len(misses) != 2 {
		t.Errorf("misses: %+v", misses)
	}
}
