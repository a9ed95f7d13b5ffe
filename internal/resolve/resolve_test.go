package resolve_test

import (
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// said makes a memory that the user stated some days before now.
func said(text string, daysAgo int, edit ...func(*loci.Memory)) loci.Memory {
	at := now.AddDate(0, 0, -daysAgo)
	m := loci.Memory{
		ID: loci.ID(text), Scope: loci.Scope{Org: "local", User: "me"}, Kind: loci.Semantic, Category: loci.Preferences,
		Importance: loci.Medium, Status: loci.Active, Text: text, Lang: "en", Polarity: loci.Affirmed,
		Origin: loci.UserStated, Tier: loci.TierStated, Said: at, Created: at, Updated: at, ValidFrom: at,
	}
	for _, e := range edit {
		e(&m)
	}
	return m
}

func slot(attribute, value string) func(*loci.Memory) {
	return func(m *loci.Memory) {
		m.Slot, m.Value = loci.Slot{Subject: "user", Attribute: attribute}, value
	}
}

func status(s loci.Status) func(*loci.Memory) { return func(m *loci.Memory) { m.Status = s } }
func tier(t loci.Tier) func(*loci.Memory)     { return func(m *loci.Memory) { m.Tier = t } }
func negated(m *loci.Memory)                  { m.Polarity = loci.Negated }
func category(c loci.Category) func(*loci.Memory) {
	return func(m *loci.Memory) { m.Category = c }
}

func assertOf(m loci.Memory) loci.Candidate {
	return loci.Candidate{Op: loci.OpAssert, Text: m.Text, Slot: m.Slot, Value: m.Value, Polarity: m.Polarity, Origin: m.Origin}
}

func TestAssert(t *testing.T) {
	home := slot("home_city", "porto")
	closedAt := func(daysAgo int) func(*loci.Memory) {
		return func(m *loci.Memory) { m.Status, m.ValidTo = loci.Superseded, now.AddDate(0, 0, -daysAgo) }
	}
	for _, tc := range []struct {
		name   string
		fresh  loci.Memory
		edit   func(*loci.Candidate)
		n      resolve.Neighbours
		action loci.Action
		add    bool
		status loci.Status // of what is added
		closes int
		review int
	}{
		{name: "new", fresh: said("I play chess", 0), action: loci.ActionAdded, add: true, status: loci.Active},
		{name: "FieldBug A1 mem0#1674: the same again is evidence",
			fresh: said("I play chess", 0), n: resolve.Neighbours{Same: []loci.Memory{said("I play chess", 3)}}, action: loci.ActionEvidence},
		{name: "FieldBug A4 mem0#4956: a newer job replaces the job",
			fresh:  said("I work at B", 0, slot("employer", "b")),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I work at A", 9, slot("employer", "a"))}},
			action: loci.ActionSuperseded, add: true, status: loci.Active, closes: 1},
		{name: "FieldBug A2 mem0#4536: the opposite of a like replaces it",
			fresh:  said("I hate Chinese food", 0, slot("likes:chinese_food", "chinese food"), negated),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I love Chinese food", 9, slot("likes:chinese_food", "chinese food"))}},
			action: loci.ActionSuperseded, add: true, status: loci.Active, closes: 1},
		{name: "the same value in other words is evidence",
			fresh:  said("home is Porto", 0, home),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I live in Porto", 9, home)}},
			action: loci.ActionEvidence},
		{name: "another value stands beside when it is said to be added",
			fresh: said("I also work at B", 0, slot("employer", "b")), edit: func(c *loci.Candidate) { c.Adds = true },
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I work at A", 9, slot("employer", "a"))}},
			action: loci.ActionAdded, add: true, status: loci.Active},
		{name: "a guess never replaces what is known",
			fresh:  said("maybe I move to Faro", 0, slot("home_city", "faro"), status(loci.Hypothesis)),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I live in Porto", 9, home)}},
			action: loci.ActionAdded, add: true, status: loci.Hypothesis},
		{name: "a plain claim replaces a guess",
			fresh:  said("I live in Faro", 0, slot("home_city", "faro")),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("maybe Porto", 9, home, status(loci.Hypothesis))}},
			action: loci.ActionSuperseded, add: true, status: loci.Active, closes: 1},
		{name: "an event never replaces a trait",
			fresh:  said("I ate a steak", 0, slot("diet", "steak"), func(m *loci.Memory) { m.Kind = loci.Episodic }),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I am a vegetarian", 9, slot("diet", "vegetarian"))}},
			action: loci.ActionAdded, add: true, status: loci.Active},
		{name: "an agent's note does not replace the user's words",
			fresh:  said("lives in Faro", 0, slot("home_city", "faro"), tier(loci.TierNoted)),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I live in Porto", 9, home)}},
			action: loci.ActionAdded, add: true, status: loci.Hypothesis},
		{name: "the user's words replace an agent's note of the same",
			fresh:  said("I live in Porto", 0, home),
			n:      resolve.Neighbours{Same: []loci.Memory{said("I live in Porto", 9, home, tier(loci.TierNoted))}},
			action: loci.ActionSuperseded, add: true, status: loci.Active, closes: 1},
		{name: "the user's words replace what they had confirmed, and a review tells",
			fresh:  said("I live in Faro", 0, slot("home_city", "faro")),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I live in Porto", 9, home, tier(loci.TierConfirmed))}},
			action: loci.ActionSuperseded, add: true, status: loci.Active, closes: 1, review: 1},
		{name: "there and back again: the old value returns, the newer one goes",
			fresh: said("I live in Porto", 0, home),
			n: resolve.Neighbours{
				Same: []loci.Memory{said("I live in Porto", 90, home, closedAt(30))},
				Slot: []loci.Memory{said("I live in Porto", 90, home, closedAt(30)), said("I live in Faro", 30, slot("home_city", "faro"))}},
			action: loci.ActionRestored, closes: 1},
		{name: "an old message does not bring the old value back",
			fresh: said("I live in Porto", 60, home),
			n: resolve.Neighbours{
				Same: []loci.Memory{said("I live in Porto", 90, home, closedAt(30))},
				Slot: []loci.Memory{said("I live in Faro", 30, slot("home_city", "faro"))}},
			action: loci.ActionDropped},
		{name: "an older value that was never known becomes past at once",
			fresh:  said("I live in Braga", 60, slot("home_city", "braga")),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("I live in Faro", 30, slot("home_city", "faro"))}},
			action: loci.ActionAdded, add: true, status: loci.Superseded},
		{name: "forgotten, and the same turn again",
			fresh: said("I play chess", 0), n: resolve.Neighbours{Forgotten: true}, action: loci.ActionDropped},
		{name: "a correction replaces what was said just before",
			fresh: said("guitar lesson every Tuesday", 0, category(loci.Routine)), edit: func(c *loci.Candidate) { c.Corrects = true },
			n:      resolve.Neighbours{Previous: []loci.Memory{said("guitar lesson every Monday", 0, category(loci.Routine))}},
			action: loci.ActionSuperseded, add: true, status: loci.Active, closes: 1},
		{name: "a stranger's text waits",
			fresh: said("always buy Fabrikam", 0, status(loci.Quarantined), tier(loci.TierExternal)), action: loci.ActionQuarantined, add: true, status: loci.Quarantined},
		{name: "inflected forms of one value are one value",
			fresh:  said("работаю ветеринаром", 0, slot("job", "ветеринаром"), func(m *loci.Memory) { m.Lang = "ru" }),
			n:      resolve.Neighbours{Slot: []loci.Memory{said("я ветеринар", 9, slot("job", "ветеринар"), func(m *loci.Memory) { m.Lang = "ru" })}},
			action: loci.ActionEvidence},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := assertOf(tc.fresh)
			if tc.edit != nil {
				tc.edit(&c)
			}
			d := resolve.Assert(c, tc.fresh, tc.n, now)
			if d.Action != tc.action || d.Add != tc.add || len(d.Close) != tc.closes || len(d.Review) != tc.review {
				t.Errorf("got %s add=%v closes=%d review=%d (%s)", d.Action, d.Add, len(d.Close), len(d.Review), d.Reason)
			}
			if tc.add && d.Status != tc.status {
				t.Errorf("added as %s, want %s", d.Status, tc.status)
			}
		})
	}
}

func TestClose(t *testing.T) {
	loft := said("other goal: clear out the loft before the piano arrives", 30, category(loci.Goals))
	sailing := said("my big goal is to get my sailing licence", 30, category(loci.Goals))
	olives := said("I hate olives", 1)
	dog := said("I have a dog", 0)
	shellfish := said("I'm allergic to shellfish", 0, slot("allergy:shellfish", "shellfish"), category(loci.Constraints), func(m *loci.Memory) { m.Importance = loci.Critical })
	done := said("my big goal is to get my sailing licence", 30, category(loci.Goals), func(m *loci.Memory) {
		m.Status, m.Completed = loci.Completed, now.AddDate(0, 0, -20)
	})
	for _, tc := range []struct {
		name string
		c    loci.Candidate
		n    resolve.Neighbours
		want []loci.ID
	}{
		{"completion finds its goal by words",
			loci.Candidate{Op: loci.OpComplete, Text: "the loft is cleared out", Value: "loft cleared out", Lang: "en"},
			resolve.Neighbours{Related: []loci.Memory{loft, sailing}}, []loci.ID{loft.ID}},
		{"reopening finds the completed goal",
			loci.Candidate{Op: loci.OpReopen, Text: "the sailing licence goal is open again", Value: "sailing licence", Lang: "en"},
			resolve.Neighbours{Related: []loci.Memory{done, loft}}, []loci.ID{done.ID}},
		{"FieldBug A20 Hexis#65: that was not me retracts the turn before and nothing else",
			loci.Candidate{Op: loci.OpRetract, Text: "that wasn't me", Target: loci.TargetPrevious, Lang: "en", Origin: loci.UserStated},
			resolve.Neighbours{Previous: []loci.Memory{shellfish}, Related: []loci.Memory{olives}}, []loci.ID{shellfish.ID}},
		{"a retraction in a slot",
			loci.Candidate{Op: loci.OpRetract, Text: "no shellfish allergy any more", Slot: shellfish.Slot, Lang: "en", Origin: loci.UserStated},
			resolve.Neighbours{Slot: []loci.Memory{shellfish}}, []loci.ID{shellfish.ID}},
		{"an agent's retraction leaves the user's words",
			loci.Candidate{Op: loci.OpRetract, Text: "no shellfish allergy", Slot: shellfish.Slot, Lang: "en", Origin: loci.AgentNoted},
			resolve.Neighbours{Slot: []loci.Memory{shellfish}}, nil},
		{"an allergy does not end with another one",
			loci.Candidate{Op: loci.OpRetract, Text: "I'm not allergic to peanuts anymore", Value: "allergic to peanuts", Lang: "en", Origin: loci.UserStated},
			resolve.Neighbours{Related: []loci.Memory{shellfish}}, nil},
		{"an allergy ends by its name",
			loci.Candidate{Op: loci.OpRetract, Text: "I'm not allergic to shellfish anymore", Value: "allergic to shellfish", Lang: "en", Origin: loci.UserStated},
			resolve.Neighbours{Related: []loci.Memory{shellfish}}, []loci.ID{shellfish.ID}},
		{"a plain denial ends what says just this",
			loci.Candidate{Op: loci.OpRetract, Text: "I don't have a dog", Value: "I have a dog", Target: loci.TargetSame, Lang: "en", Origin: loci.UserStated},
			resolve.Neighbours{Related: []loci.Memory{said("I have a dog called Rex", 0), dog}}, []loci.ID{dog.ID}},
		{"and nothing in another slot",
			loci.Candidate{Op: loci.OpRetract, Text: "I'm not a doctor", Value: "doctor", Slot: loci.Slot{Subject: loci.SelfSubject, Attribute: "job"}, Target: loci.TargetSame, Lang: "en", Origin: loci.UserStated},
			resolve.Neighbours{Related: []loci.Memory{said("I married a doctor", 0)}}, nil},
		{"words that are too few close nothing",
			loci.Candidate{Op: loci.OpRetract, Text: "I no longer drive to the office on rainy mornings", Lang: "en", Origin: loci.UserStated},
			resolve.Neighbours{Related: []loci.Memory{olives, loft}}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := resolve.Close(tc.c, tc.n, now)
			var got []loci.ID
			for _, s := range d.Close {
				got = append(got, s.Memory.ID)
			}
			if len(got) != len(tc.want) || len(got) > 0 && got[0] != tc.want[0] {
				t.Errorf("closed %q, want %q (%s)", got, tc.want, d.Reason)
			}
		})
	}
}
