package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestParaphrases reads the many ways in which people put the same thing:
// testdata/paraphrases holds, under a heading, sentences each of which must
// yield a candidate of that kind and category; under "nothing", sentences that
// must yield none, a plain denial aside.
func TestParaphrases(t *testing.T) {
	files, err := filepath.Glob("testdata/paraphrases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no paraphrases: %v", err)
	}
	e := newEngine(t)
	for _, file := range files {
		lang := strings.TrimSuffix(filepath.Base(file), ".txt")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		heading := ""
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if rest, ok := strings.CutPrefix(line, "# "); ok {
				heading, _, _ = strings.Cut(rest, ":")
				continue
			}
			if line != "" {
				t.Run(lang+"/"+line, func(t *testing.T) { checkParaphrase(t, e, heading, lang, line) })
			}
		}
	}
}

func checkParaphrase(t *testing.T, e *Engine, heading, lang, text string) {
	var got []string
	for _, c := range e.Extract(Input{Text: text, Lang: lang, Time: monday}).Candidates {
		if heading == "nothing" && c.Op == loci.OpRetract && c.Target == loci.TargetSame {
			continue // it denies what nobody may have said
		}
		got = append(got, line(c))
	}
	if heading == "nothing" {
		if len(got) > 0 {
			t.Errorf("got %q, want nothing", got)
		}
		return
	}
	for _, g := range got {
		if strings.HasPrefix(g, heading) {
			return
		}
	}
	t.Errorf("got %q, want %q", got, heading)
}
