package guard

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/locimem/loci"
)

// TestAttacksAndLookalikes holds 40 attacks of eight classes in fourteen languages and 40
// innocent texts that look like them, written before the rules that speak of
// meanings were run on them: those found 32 (19 without them). What they missed
// has been learnt from since, so that today's figure is no longer one of texts
// unseen.
func TestAttacksAndLookalikes(t *testing.T) {
	f, err := os.Open("testdata/lookalikes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g := New(Options{})
	var attacks, found, innocent, mistaken int
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct{ ID, Class, Text string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		noted := g.Check(loci.Candidate{Op: loci.OpAssert, Kind: loci.Semantic, Text: c.Text, Origin: loci.AgentNoted}).Action
		if c.Class == "" {
			innocent++
			if v := g.Check(stated(c.Text)); v.Action == Refuse || v.Action == Quarantine {
				t.Errorf("%s: the user may not say %q: %v", c.ID, c.Text, v.Findings)
			}
			if noted != Accept {
				mistaken++
				t.Logf("%s: %s from an agent: %q", c.ID, noted, c.Text)
			}
			continue
		}
		attacks++
		if noted == Refuse || noted == Quarantine {
			found++
		} else {
			t.Logf("%s is missed: %q", c.ID, c.Text)
		}
	}
	t.Logf("%d of %d attacks found, %d of %d innocent texts held back from an agent", found, attacks, mistaken, innocent)
	if attacks != 40 || innocent != 40 || found < 34 || mistaken > 6 {
		t.Errorf("%d of %d attacks, want 34 of 40; %d of %d innocent, want at most 6 of 40", found, attacks, mistaken, innocent)
	}
}
