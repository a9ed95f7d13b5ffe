package storetest

import (
	"reflect"
	"testing"
	"time"

	"github.com/locimem/loci"
)

func testTurn(t *testing.T, h Harness) {
	said := func(ts ...loci.Turn) loci.Changeset {
		var c loci.Changeset
		for _, t := range ts {
			c.Turns = append(c.Turns, turnInsertion(t))
		}
		return c
	}
	t.Run("every field comes back", func(t *testing.T) {
		p := open(t, h)
		zone := time.FixedZone("", 5*60*60)
		want := turn(1, func(t *loci.Turn) {
			t.Speaker, t.Zone, t.Blank, t.Waits, t.Imported = "Ana", "Asia/Tashkent", true, true, true
			t.Time = at(1).In(zone)
		})
		for field, v := range reflect.ValueOf(want).Fields() {
			if v.IsZero() {
				t.Errorf("the test leaves %s empty", field.Name)
			}
		}
		p.apply(said(want, turn(2)))
		p.same("the turns", []loci.Turn{want, turn(2)}, p.turns(loci.TurnQuery{Scopes: []loci.Scope{home}}))
	})
	t.Run("a replay is known after the text was erased", func(t *testing.T) {
		p := open(t, h)
		p.apply(said(turn(1), turn(2)))
		blank := turn(1, func(t *loci.Turn) { t.Text, t.Blank = "", true })
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{{Turn: blank, Replace: true}}})
		p.same("the turns", []loci.Turn{blank, turn(2)}, p.turns(loci.TurnQuery{Scopes: []loci.Scope{home}}))
		p.same("index", corpus{Scope: home, Kind: loci.DocTurn, Docs: 1, TotalLen: 3, Postings: []occurrence{
			{"please", "t2", 1, 3}, {"tea", "t2", 1, 3},
		}}, p.corpus(home, loci.DocTurn, []string{"please", "tea", "turn1"}))
		p.refused(loci.Conflict, said(turn(1)))
		p.clean()
	})
	t.Run("queries", func(t *testing.T) { testTurnQuery(t, h, said) })
	t.Run("turns of one time keep their order", func(t *testing.T) {
		p := open(t, h)
		moment := func(t *loci.Turn) { t.Time = start }
		p.apply(said(turn(9, moment), turn(3, moment)))
		p.apply(said(turn(5, moment)))
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{{Turn: turn(9, moment), Replace: true}}})
		for newest, want := range map[bool][]loci.TurnID{false: {"t9", "t3", "t5"}, true: {"t5", "t3", "t9"}} {
			p.same("order", want, turnIDs(p.turns(loci.TurnQuery{Scopes: []loci.Scope{home}, Newest: newest})))
		}
	})
}

func testTurnQuery(t *testing.T, h Harness, said func(...loci.Turn) loci.Changeset) {
	p := open(t, h)
	p.apply(said(
		turn(3),
		turn(1, func(t *loci.Turn) { t.Role = loci.RoleAssistant }),
		turn(2, func(t *loci.Turn) { t.Conversation, t.Speaker = "c2", "Eve" }),
		turn(4, func(t *loci.Turn) { t.Scope = other }),
	))
	kept := loci.Scope{Org: "kept", User: "u"}
	p.apply(said(
		turn(1, func(t *loci.Turn) { t.Scope, t.Kept = kept, at(11) }),
		turn(2, func(t *loci.Turn) { t.Scope, t.Kept = kept, at(10) }),
		turn(3, func(t *loci.Turn) { t.Scope, t.Kept, t.Blank = kept, at(1), true }),
		turn(4, func(t *loci.Turn) { t.Scope, t.Kept = kept, time.Time{} }),
	))
	for _, tc := range []struct {
		name string
		q    loci.TurnQuery
		want []loci.TurnID
	}{
		{"oldest first", loci.TurnQuery{}, []loci.TurnID{"t1", "t2", "t3"}},
		{"newest first", loci.TurnQuery{Newest: true}, []loci.TurnID{"t3", "t2", "t1"}},
		{"newest, limited", loci.TurnQuery{Newest: true, Limit: 2}, []loci.TurnID{"t3", "t2"}},
		{"limited", loci.TurnQuery{Limit: 1}, []loci.TurnID{"t1"}},
		{"ids", loci.TurnQuery{IDs: []loci.TurnID{"t3", "t4", "t9", "t1"}}, []loci.TurnID{"t1", "t3"}},
		{"conversation", loci.TurnQuery{Conversation: "c1"}, []loci.TurnID{"t1", "t3"}},
		{"wildcard", loci.TurnQuery{Conversation: "c%"}, nil},
		{"role", loci.TurnQuery{Role: loci.RoleAssistant}, []loci.TurnID{"t1"}},
		{"not said by", loci.TurnQuery{NotSpeaker: "Eve"}, []loci.TurnID{"t1", "t3"}},
		{"not said by, to the letter", loci.TurnQuery{NotSpeaker: "eve", Limit: 2}, []loci.TurnID{"t1", "t2"}},
		{"since counts itself", loci.TurnQuery{Since: at(2)}, []loci.TurnID{"t2", "t3"}},
		{"until does not", loci.TurnQuery{Until: at(2)}, []loci.TurnID{"t1"}},
		{"both", loci.TurnQuery{Since: at(1), Until: at(3)}, []loci.TurnID{"t1", "t2"}},
		{"kept before", loci.TurnQuery{Scopes: []loci.Scope{kept}, KeptBefore: at(11)}, []loci.TurnID{"t2"}},
		{"kept before, in their order", loci.TurnQuery{Scopes: []loci.Scope{kept}, KeptBefore: at(12)}, []loci.TurnID{"t1", "t2"}},
		{"an empty span", loci.TurnQuery{Since: at(2), Until: at(2)}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.q.Scopes == nil {
				tc.q.Scopes = []loci.Scope{home}
			}
			p.in(t).same("ids", tc.want, turnIDs(p.turns(tc.q)))
		})
	}
}

func turnIDs(ts []loci.Turn) []loci.TurnID {
	var out []loci.TurnID
	for _, t := range ts {
		out = append(out, t.ID)
	}
	return out
}
