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

ana> remember: I prefer window seats
Remembered: I prefer window seats [ID]

ana> I live in Lisbon, and the wifi password is Tr0ub4dor&3x.
(a model would answer, knowing: I am allergic to peanuts; I prefer window seats)

ana> episode: migrate the billing database | done in two nights, no data lost
Remembered: migrate the billing database → done in two nights, no data lost [ID]

ana> company policy: never promise delivery dates to customers
Remembered: never promise delivery dates to customers [ID]

ana> What can I order for lunch?
(a model would answer, knowing: I am allergic to peanuts; never promise delivery dates to customers; I live in Lisbon; I prefer window seats)

ben> What should I tell the customer?
(a model would answer, knowing: never promise delivery dates to customers)

ana> /memory list
- [ID] never promise delivery dates to customers
- [ID] migrate the billing database → done in two nights, no data lost
- [ID] I live in Lisbon
- [ID] I prefer window seats
- [ID] I am allergic to peanuts


ana> /thread summarize
Prior conversation (summarized):
- I am allergic to peanuts
- I prefer window seats
- I live in Lisbon
- migrate the billing database → done in two nights, no data lost
- never promise delivery dates to customers

ana> /memory compact
Compacted: 2 facts in one profile, 2 of them new.

## preferences
- I prefer window seats
- I live in Lisbon
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
