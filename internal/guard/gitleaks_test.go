package guard

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// keyFrames are what people say around a key.
var keyFrames = []string{
	"%", "I wrote this down: %", "%.", "take %, please", "(%)", "“%”", "here it is: %!", "вот оно: %; спасибо", "یہ رکھو %۔", "`%`", "see below\n%\nthanks",
}

// unclaimed names the rules of gitleaks that we make no claim for; after
// accept: those whose false positives are none here.
//
//go:embed testdata/gitleaks-unclaimed.txt
var unclaimed string

// TestGitleaks measures the guard against the vectors that .ci/gitleaks/vectors
// writes; LOCI_GITLEAKS names the file.
func TestGitleaks(t *testing.T) {
	path := os.Getenv("LOCI_GITLEAKS")
	if path == "" {
		t.Skip("LOCI_GITLEAKS is not set")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var skipped []string
	for line := range strings.Lines(unclaimed) {
		if !strings.HasPrefix(line, "#") {
			skipped = append(skipped, strings.Fields(line)...)
		}
	}
	type count struct{ hit, all int }
	byRule := map[string]*count{}
	var found, innocent, near count
	g := New(Options{})
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var v struct{ Rule, Expect, Text string }
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if v.Expect == "refuse" && slices.Contains(skipped, v.Rule) {
			continue
		}
		innocent := &innocent
		if slices.Contains(skipped, "accept:"+v.Rule) {
			innocent = &near
		}
		for _, frame := range keyFrames {
			_, findings := g.ScanTurn(strings.Replace(frame, "%", v.Text, 1))
			hit := slices.ContainsFunc(findings, func(f loci.Finding) bool { return f.Class == loci.ClassSecret })
			if v.Expect == "accept" {
				innocent.all++
				if hit {
					innocent.hit++
				}
				if hit && innocent != &near {
					t.Logf("%s: flags %q", v.Rule, v.Text)
				}
				continue
			}
			c := byRule[v.Rule]
			if c == nil {
				c = &count{}
				byRule[v.Rule] = c
			}
			c.all, found.all = c.all+1, found.all+1
			if hit {
				c.hit, found.hit = c.hit+1, found.hit+1
			}
		}
	}
	for rule, c := range byRule {
		if c.hit < c.all {
			t.Logf("%s: %d of %d", rule, c.hit, c.all)
		}
	}
	if float64(found.hit) < .98*float64(found.all) || found.all == 0 {
		t.Errorf("%d of %d true positives of %d rules found", found.hit, found.all, len(byRule))
	}
	if float64(innocent.hit) > .01*float64(innocent.all) {
		t.Errorf("%d of %d false positives flagged", innocent.hit, innocent.all)
	}
	t.Logf("%d of %d true positives of %d rules, %d of %d false positives, %d of %d near misses", found.hit, found.all, len(byRule), innocent.hit, innocent.all, near.hit, near.all)
}
