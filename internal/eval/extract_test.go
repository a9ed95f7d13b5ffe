package eval

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
)

// TestExtractRules scores the rule engine alone, without a service, on the
// shared data: LOCI_EXTRACT names files or folders, LOCI_LANGS the languages,
// LOCI_SHOW prints what went wrong.
func TestExtractRules(t *testing.T) {
	paths := os.Getenv("LOCI_EXTRACT")
	if paths == "" {
		t.Skip("LOCI_EXTRACT names no data")
	}
	files, err := Files(strings.Fields(paths), ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	messages, err := ReadJSONL[message](files)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Langs: strings.Fields(os.Getenv("LOCI_LANGS"))}
	rep, err := scoreMessages(messages, opt, func(m message) ([]learnt, error) {
		r := engine.Extract(extract.Input{Text: m.User, Time: m.Now, Assistant: m.Assistant})
		var out []learnt
		for _, c := range r.Candidates {
			if l, ok := fromCandidate(c, m.Now.Location()); ok {
				out = append(out, l)
			}
		}
		return out, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, 0, len(rep.Figures))
	for name := range rep.Figures {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Logf("%-16s %.3f", name, rep.Figures[name])
	}
	if os.Getenv("LOCI_SHOW") != "" {
		for _, d := range rep.Details.([]Detail) {
			if !d.OK {
				fmt.Printf("%s %s\n   %s\n", d.ID, d.Input, strings.Join(d.Problems, "\n   "))
			}
		}
	}
}

// fromCandidate is what a candidate would become in an empty store.
func fromCandidate(c loci.Candidate, zone *time.Location) (learnt, bool) {
	l := learnt{Kind: c.Kind, Category: c.Category, Importance: c.Importance, Polarity: c.Polarity, Text: c.Text, Due: c.Due, Zone: zone}
	switch c.Op {
	case loci.OpRetract:
		l.Retraction = true
	case loci.OpAssert:
	default:
		return learnt{}, false
	}
	return l, true
}

func TestMaximumMatching(t *testing.T) {
	// The first could take either, the second only what the first takes first.
	edges := map[[2]int]bool{{0, 0}: true, {0, 1}: true, {1, 0}: true}
	got := maximumMatching(3, 2, func(i, j int) bool { return edges[[2]int{i, j}] })
	if diff := cmp.Diff([]int{1, 0, -1}, got); diff != "" {
		t.Error(diff)
	}
}

func TestScore(t *testing.T) {
	home := statement{Kind: loci.Profile, Category: loci.Preferences, Importance: loci.Medium, Polarity: loci.Affirmed,
		Contains: []string{"lisbon"}, NotContains: []string{"weather"}}
	right := learnt{Kind: loci.Profile, Category: loci.Preferences, Importance: loci.High, Polarity: loci.Affirmed, Text: "I live in LISBON"}
	mood := statement{Category: loci.Ephemeral, Contains: []string{"tired"}}
	passing := learnt{Category: loci.Ephemeral, Text: "I'm tired"}
	tests := []struct {
		name string
		want []statement
		got  []learnt
		tally
	}{
		{"right", []statement{home}, []learnt{right}, tally{matched: 1, stored: 1, expected: 1, labels: 1, polarity: 1}},
		{"runs on", []statement{home}, []learnt{{Text: "I live in Lisbon, how is the weather"}}, tally{stored: 1, expected: 1}},
		{"expected ephemeral kept", []statement{mood}, []learnt{passing}, tally{}},
		{"expected ephemeral dropped", []statement{mood}, nil, tally{}},
		{"ephemeral kept for good", []statement{mood}, []learnt{{Category: loci.Routine, Text: "I'm tired"}}, tally{stored: 1}},
		{"unexpected ephemeral", nil, []learnt{passing}, tally{stored: 1}},
		{"retraction", []statement{{Op: "retract", Contains: []string{"acme"}}}, []learnt{{Retraction: true, Text: "left Acme"}},
			tally{matched: 1, stored: 1, expected: 1, labels: 1, polarity: 1}},
		{"retraction is no memory", []statement{home}, []learnt{{Retraction: true, Text: "lisbon"}}, tally{stored: 1, expected: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := score(tt.want, tt.got)
			if diff := cmp.Diff(tt.tally, got, cmp.AllowUnexported(tally{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}
