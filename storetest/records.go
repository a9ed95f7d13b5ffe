package storetest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// What most tests need one of.
var (
	home  = loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}
	other = loci.Scope{Org: loci.DefaultOrg, User: "other"}
	start = time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
)

// id returns the n-th id; ids ascend.
func id(n int) loci.ID { return loci.ID(fmt.Sprintf("01999e2a-7c00-7000-8000-%012x", n)) }

// at returns the n-th minute of the tests' day.
func at(n int) time.Time { return start.Add(time.Duration(n) * time.Minute) }

// memory returns the n-th memory, an active one with nothing that is unique.
func memory(n int, change ...func(*loci.Memory)) loci.Memory {
	m := loci.Memory{
		ID: id(n), Scope: home, Version: 1,
		Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active,
		Text: fmt.Sprintf("likes tea number%d", n), Polarity: loci.Affirmed,
		Origin: loci.UserStated, Tier: loci.TierStated, Confidence: 0.75, Evidence: 1,
		Created: at(n), Updated: at(n), Said: at(n),
	}
	for _, f := range change {
		f(&m)
	}
	return m
}

// complete returns the n-th memory with every field set.
func complete(n int) loci.Memory {
	due, event := loci.Day(start.AddDate(0, 0, 3)), loci.Instant(at(n))
	return memory(n, func(m *loci.Memory) {
		m.Key, m.Kind, m.Field, m.Status = "deploys", loci.Episodic, loci.Workflow, loci.Hypothesis
		m.Task, m.Outcome = "deploy the shop", "rolled back"
		m.Text = loci.EpisodeText(m.Task, m.Outcome)
		m.Lang, m.Slot, m.Value = "pt-BR", loci.Slot{Subject: "user", Attribute: "child:ana"}, "ana"
		m.Ref = loci.Ref{Conversation: "c1", Turn: "t1", Tool: "shell", URL: "https://example.org/?a=1&b=<2>"}
		m.Quote, m.Confidence, m.Evidence = "we deployed the shop", 0.1, 3
		m.Days = []string{"2026-09-29", "2026-09-30", "2026-10-01"}
		m.Due, m.Event = &due, &event
		m.ValidFrom, m.ValidTo, m.Confirmed, m.Completed, m.Expires = at(1), at(2), at(3), at(4), at(5)
		m.Supersedes, m.SupersededBy, m.ProjectionOf = id(901), id(902), id(903)
		m.DerivedFrom = []loci.ID{id(904), id(905)}
		m.Metadata = json.RawMessage(`{"host": {"tags": ["a<b", "ü", "\u00e9"]}, "n": 1e2}`)
	})
}

func inScope(s loci.Scope) func(*loci.Memory)     { return func(m *loci.Memory) { m.Scope = s } }
func withStatus(s loci.Status) func(*loci.Memory) { return func(m *loci.Memory) { m.Status = s } }
func withText(text string) func(*loci.Memory)     { return func(m *loci.Memory) { m.Text = text } }
func withKey(key string) func(*loci.Memory)       { return func(m *loci.Memory) { m.Key = key } }
func withSlot(attribute string) func(*loci.Memory) {
	return func(m *loci.Memory) { m.Slot = loci.Slot{Subject: loci.SelfSubject, Attribute: attribute} }
}

// next returns the following version of a memory.
func next(m loci.Memory, change ...func(*loci.Memory)) loci.Memory {
	m = m.Clone()
	m.Version++
	for _, f := range change {
		f(&m)
	}
	return m
}

func insertion(m loci.Memory) loci.MemoryWrite {
	return loci.MemoryWrite{Memory: m, Index: memoryIndex(m)}
}

// update writes a version over the one before it.
func update(m loci.Memory) loci.MemoryWrite {
	return loci.MemoryWrite{Memory: m, Expect: m.Version - 1, Index: memoryIndex(m)}
}

func withDigest(w loci.MemoryWrite, digest string) loci.MemoryWrite {
	w.Index.Digest = digest
	return w
}

// changeset writes memories with a history row for each.
func changeset(ws ...loci.MemoryWrite) loci.Changeset {
	c := loci.Changeset{Change: "change", At: start, Memories: ws}
	for _, w := range ws {
		c.History = append(c.History, row(w.Memory))
	}
	return c
}

func row(m loci.Memory) loci.HistoryEntry {
	after := m.Clone()
	return loci.HistoryEntry{
		Scope: m.Scope, Memory: m.ID, Op: loci.HistoryEdit, Actor: "me via terminal", At: m.Updated, After: &after,
	}
}

func turn(n int, change ...func(*loci.Turn)) loci.Turn {
	t := loci.Turn{
		ID: loci.TurnID(fmt.Sprintf("t%d", n)), Scope: home, Conversation: "c1", Role: loci.RoleUser,
		Text: fmt.Sprintf("tea please turn%d", n), Time: at(n), Kept: at(n + 1),
	}
	for _, f := range change {
		f(&t)
	}
	return t
}

func turnInsertion(t loci.Turn) loci.TurnWrite {
	return loci.TurnWrite{Turn: t, Index: index(loci.DocTurn, t.Text)}
}

// memoryIndex is what the service would make of a memory, with the words of
// its text for terms.
func memoryIndex(m loci.Memory) loci.IndexEntry {
	switch m.Status {
	case loci.Quarantined:
		return loci.IndexEntry{}
	case loci.Active, loci.Hypothesis, loci.Completed:
		return index(loci.DocMemory, m.Text)
	}
	return index(loci.DocPast, m.Text)
}

func index(kind loci.DocKind, text string) loci.IndexEntry {
	words := strings.Fields(text)
	counts := map[string]int{}
	for _, w := range words {
		counts[w]++
	}
	e := loci.IndexEntry{Kind: kind, Len: len(words)}
	for _, w := range slices.Sorted(maps.Keys(counts)) {
		e.Terms = append(e.Terms, loci.TermCount{Term: w, TF: counts[w]})
	}
	return e
}
