package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// turn is what somebody says, and the heading that it stands under.
type turn struct{ heading, said string }

// turnsOf reads a file of testdata: a turn per line, in which \n is a line end,
// under headings that begin with "# ".
func turnsOf(t testing.TB, file string) (turns []turn) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	heading := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if h, ok := strings.CutPrefix(line, "# "); ok {
			heading = h
		} else if line != "" {
			turns = append(turns, turn{heading, strings.ReplaceAll(line, `\n`, "\n")})
		}
	}
	return turns
}

// eachSaid calls f, each time as a test of its own, for the turns in a folder of
// testdata, which holds a file per language.
func eachSaid(t *testing.T, folder string, f func(t *testing.T, heading string, in Input)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s: %v", folder, err)
	}
	for _, file := range files {
		lang := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, turn := range turnsOf(t, file) {
			t.Run(lang+"/"+turn.heading+"/"+turn.said, func(t *testing.T) {
				f(t, turn.heading, Input{Text: turn.said, Lang: lang, Time: monday})
			})
		}
	}
}

// stands is the heading of turns from which something is taken.
const stands = "stands"

// checkStands fails unless something is taken under that heading, and nothing
// under any other.
func checkStands(t *testing.T, heading string, taken []string) {
	t.Helper()
	if want := heading == stands; want != (len(taken) > 0) {
		t.Errorf("taken: %q, want something: %t", taken, want)
	}
}

// candidates returns what is read in a turn behind the name of its language:
// "en I live in Hull".
func candidates(e *Engine, turn string) []loci.Candidate {
	lang, said, _ := strings.Cut(turn, " ")
	return e.Extract(Input{Text: said, Lang: lang, Time: monday}).Candidates
}

// compiled compiles a pack.
func compiled(t testing.TB, src *source, facts []*fact) []byte {
	t.Helper()
	data, err := src.compile(facts)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
