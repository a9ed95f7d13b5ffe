package extract

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestMeans reads who belongs to the speaker and what the speaker lives on and
// pays, in every language: a line "r:Ann+Tom f:200 | what was said" wants a
// memory of each sort with these words, - none of any sort.
func TestMeans(t *testing.T) {
	e := newEngine(t)
	data, err := os.ReadFile("testdata/means.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split(string(data), "\n[")[1:] {
		lang, body, _ := strings.Cut(section, "]\n")
		for line := range strings.Lines(body) {
			wanted, said, ok := strings.Cut(strings.TrimSpace(line), " | ")
			if !ok {
				continue
			}
			got := candidates(e, lang+" "+said)
			got = slices.DeleteFunc(got, func(c loci.Candidate) bool { return sortOf(c) == "" })
			found := textsOf(got)
			for _, want := range strings.Fields(wanted) {
				at := slices.IndexFunc(got, func(c loci.Candidate) bool { return isMeans(c, want) })
				switch {
				case want == "-" && len(got) > 0:
					t.Errorf("%s %q: %q", lang, said, found)
				case want != "-" && at < 0:
					t.Errorf("%s %q: no %s among %q", lang, said, want, found)
				case want != "-":
					got = slices.Delete(got, at, at+1)
				}
			}
		}
	}
}

func isMeans(c loci.Candidate, want string) bool {
	sort, words, _ := strings.Cut(want, ":")
	for w := range strings.SplitSeq(words, "+") {
		if !strings.Contains(c.Text, strings.ReplaceAll(w, "_", " ")) {
			return false
		}
	}
	return sortOf(c) == sort
}

// sortOf says what sort of means a candidate is about, if any.
func sortOf(c loci.Candidate) string {
	switch {
	case c.Category == loci.Relationships:
		return "r"
	case c.Category == loci.Finance && c.Kind == loci.Episodic:
		return "p"
	case c.Category == loci.Finance:
		return "f"
	}
	return ""
}

func textsOf(all []loci.Candidate) []string {
	var out []string
	for _, c := range all {
		out = append(out, sortOf(c)+":"+c.Text)
	}
	return out
}
