package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const want = `ana> I am allergic to peanuts.
(a model would answer, knowing: nothing)

ana> episode: migrate the billing database | done in two nights, no data lost
Remembered: migrate the billing database → done in two nights, no data lost [ID]

ana> company policy: never promise delivery dates to customers
Remembered: never promise delivery dates to customers [ID]

ana> What can I order for lunch?
(a model would answer, knowing: I am allergic to peanuts; never promise delivery dates to customers)

ben> What should I tell the customer?
(a model would answer, knowing: never promise delivery dates to customers)

ana> /memory list
- [ID] never promise delivery dates to customers
- [ID] migrate the billing database → done in two nights, no data lost
- [ID] I am allergic to peanuts


ana> /thread summarize
Prior conversation (summarized):
- I am allergic to peanuts.
- episode: migrate the billing database | done in two nights, no data lost
- company policy: never promise delivery dates to customers
- /memory list

ana> /memory compact
Nothing to compact.
`

// The policy reaches the second person, what is private does not.
func TestTalk(t *testing.T) {
	var out bytes.Buffer
	clock := time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC)
	err := talk(t.Context(), &out, filepath.Join(t.TempDir(), "memory.db"), func() time.Time { clock = clock.Add(time.Second); return clock })
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`\[[0-9a-f]{8}\]`).ReplaceAllString(out.String(), "[ID]")
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("%s", got)
	}
}
