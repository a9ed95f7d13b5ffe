package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// population returns memories that differ in every field a query asks for.
func population() []loci.MemoryWrite {
	due := func(days int) func(*loci.Memory) {
		w := loci.Day(start.AddDate(0, 0, days))
		return func(m *loci.Memory) { m.Due = &w }
	}
	ws := []loci.MemoryWrite{
		insertion(memory(1, withKey("k1"), withSlot("job"), due(5))),
		insertion(memory(2, withStatus(loci.Hypothesis), func(m *loci.Memory) {
			m.Category, m.Importance, m.Expires = loci.Finance, loci.Critical, at(100)
		})),
		insertion(memory(3, withKey("k1"), due(2), func(m *loci.Memory) {
			m.Kind, m.Slot, m.Value = loci.Profile, loci.Slot{Subject: "ana", Attribute: "job"}, "painter"
		})),
		insertion(memory(4, withStatus(loci.Superseded), withSlot("job"), func(m *loci.Memory) {
			m.Ref.Turn, m.Expires = "t1", at(200)
		})),
		insertion(memory(5, func(m *loci.Memory) {
			m.Kind, m.DerivedFrom = loci.Procedural, []loci.ID{id(1), id(2)}
			m.Field = loci.Style
		})),
		insertion(memory(6, due(9), func(m *loci.Memory) { m.ProjectionOf = id(1) })),
		insertion(memory(7, withStatus(loci.Quarantined))),
		insertion(memory(8, inScope(other), withKey("k1"), withSlot("job"), due(1))),
	}
	ws[0].Index.Digest, ws[3].Index.Digest, ws[7].Index.Digest = "digest1", "digest1", "digest1"
	return ws
}

func testQuery(t *testing.T, h Harness) {
	p := open(t, h)
	p.write(population()...)
	slot := func(subject, attribute string) loci.Slot { return loci.Slot{Subject: subject, Attribute: attribute} }
	for _, tc := range []struct {
		name string
		q    loci.MemoryQuery
		want []int
	}{
		{"scope", loci.MemoryQuery{}, []int{1, 2, 3, 4, 5, 6, 7}},
		{"id", loci.MemoryQuery{IDs: []loci.ID{id(3), id(1), id(8), id(99), id(3)}}, []int{1, 3}},
		{"short id", loci.MemoryQuery{ShortID: id(2).Short()}, []int{2}},
		{"tail of an id", loci.MemoryQuery{ShortID: string(id(2))[10:]}, []int{2}},
		{"whole id", loci.MemoryQuery{ShortID: string(id(2))}, []int{2}},
		{"too short an id", loci.MemoryQuery{ShortID: id(2).Short()[1:]}, nil},
		{"head of an id", loci.MemoryQuery{ShortID: string(id(2))[:8]}, nil},
		{"short id of another scope", loci.MemoryQuery{ShortID: id(8).Short()}, nil},
		{"wildcards in a short id", loci.MemoryQuery{ShortID: "%%%%%%%%"}, nil},
		{"blanks in a short id", loci.MemoryQuery{ShortID: "_______2"}, nil},
		{"globs in a short id", loci.MemoryQuery{ShortID: "*0000002"}, nil},
		{"key", loci.MemoryQuery{Key: "k1"}, []int{1, 3}},
		{"key and kind", loci.MemoryQuery{Key: "k1", Kinds: []loci.Kind{loci.Profile}}, []int{3}},
		{"wildcards in a key", loci.MemoryQuery{Key: "k%"}, nil},
		{"kinds", loci.MemoryQuery{Kinds: []loci.Kind{loci.Profile, loci.Procedural}}, []int{3, 5}},
		{"not kinds", loci.MemoryQuery{NotKinds: []loci.Kind{loci.Semantic, loci.Procedural}}, []int{3}},
		{"kind and not that kind", loci.MemoryQuery{Kinds: []loci.Kind{loci.Profile}, NotKinds: []loci.Kind{loci.Profile}}, nil},
		{"category", loci.MemoryQuery{Categories: []loci.Category{loci.Finance, loci.Study}}, []int{2}},
		{"importance", loci.MemoryQuery{Importance: loci.Critical}, []int{2}},
		{"status as stored", loci.MemoryQuery{Statuses: []loci.Status{loci.Hypothesis, loci.Quarantined}}, []int{2, 7}},
		{"slot", loci.MemoryQuery{Slots: []loci.Slot{slot("user", "job")}}, []int{1, 4}},
		{"slots", loci.MemoryQuery{Slots: []loci.Slot{slot("user", "job"), slot("ana", "job")}}, []int{1, 3, 4}},
		{"subject alone is no slot", loci.MemoryQuery{Slots: []loci.Slot{slot("user", "")}}, nil},
		{"no slot", loci.MemoryQuery{Slots: []loci.Slot{{}}}, []int{2, 5, 6, 7}},
		{"subject of a slot", loci.MemoryQuery{Subject: "user"}, []int{1, 4}},
		{"digest", loci.MemoryQuery{Digest: "digest1"}, []int{1, 4}},
		{"value", loci.MemoryQuery{Value: "painter"}, []int{3}},
		{"value is exact", loci.MemoryQuery{Value: "Painter"}, nil},
		{"turns", loci.MemoryQuery{Turns: []loci.TurnID{"t1", "t9"}}, []int{4}},
		{"source", loci.MemoryQuery{Sources: []loci.ID{id(1)}}, []int{5, 6}},
		{"second source", loci.MemoryQuery{Sources: []loci.ID{id(2)}}, []int{5}},
		{"one of two sources", loci.MemoryQuery{Sources: []loci.ID{id(2), id(1)}}, []int{5, 6}},
		{"part of a source", loci.MemoryQuery{Sources: []loci.ID{id(1)[:20]}}, nil},
		{"expires by", loci.MemoryQuery{ExpiresBy: at(100)}, []int{2}},
		{"expires later", loci.MemoryQuery{ExpiresBy: at(100).Add(-time.Microsecond)}, nil},
		{"due ends after", loci.MemoryQuery{DueAfter: loci.Day(start.AddDate(0, 0, 5)).End.Add(-time.Microsecond)}, []int{1, 6}},
		{"due ends by then", loci.MemoryQuery{DueAfter: loci.Day(start.AddDate(0, 0, 5)).End}, []int{6}},
		{"several", loci.MemoryQuery{Statuses: []loci.Status{loci.Active}, Slots: []loci.Slot{slot("user", "job")}, Key: "k1"}, []int{1}},
		{"empty lists", loci.MemoryQuery{IDs: []loci.ID{}, Kinds: []loci.Kind{}, Slots: []loci.Slot{}}, []int{1, 2, 3, 4, 5, 6, 7}},
		{"newest first", loci.MemoryQuery{Order: loci.NewestFirst}, []int{7, 6, 5, 4, 3, 2, 1}},
		{"soonest due", loci.MemoryQuery{Order: loci.SoonestDue}, []int{3, 1, 6, 2, 4, 5, 7}},
		{"soonest due, limited", loci.MemoryQuery{Order: loci.SoonestDue, Limit: 2}, []int{3, 1}},
		{"limit", loci.MemoryQuery{Limit: 2}, []int{1, 2}},
		{"limit above all", loci.MemoryQuery{Limit: 100}, []int{1, 2, 3, 4, 5, 6, 7}},
		{"offset", loci.MemoryQuery{Offset: 5}, []int{6, 7}},
		{"limit and offset", loci.MemoryQuery{Limit: 2, Offset: 3}, []int{4, 5}},
		{"offset beyond all", loci.MemoryQuery{Limit: 2, Offset: 30}, nil},
		{"limit after the filter", loci.MemoryQuery{Kinds: []loci.Kind{loci.Procedural}, Limit: 1}, []int{5}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.q.Scopes = []loci.Scope{home}
			want := []loci.ID{}
			for _, n := range tc.want {
				want = append(want, id(n))
			}
			p.in(t).same("ids", want, ids(p.memories(tc.q)))
		})
	}
	t.Run("scopes together", func(t *testing.T) {
		p.in(t).same("ids", []loci.ID{id(1), id(3), id(8)}, ids(p.memories(loci.MemoryQuery{
			Scopes: []loci.Scope{other, home}, Key: "k1",
		})))
	})
	t.Run("ties", func(t *testing.T) { testTies(t, h) })
}

// testTies writes memories of one time in no order and reads them in pages.
func testTies(t *testing.T, h Harness) {
	p := open(t, h)
	due := loci.Day(start)
	for _, n := range []int{4, 1, 5, 3, 2} {
		p.insert(memory(n, func(m *loci.Memory) { m.Created, m.Updated, m.Due = start, start, &due }))
	}
	ascending := []loci.ID{id(1), id(2), id(3), id(4), id(5)}
	descending := []loci.ID{id(5), id(4), id(3), id(2), id(1)}
	for order, want := range map[loci.QueryOrder][]loci.ID{
		loci.OldestFirst: ascending, loci.NewestFirst: descending, loci.SoonestDue: ascending,
	} {
		got := []loci.ID{}
		for offset := 0; offset < 6; offset += 2 {
			got = append(got, ids(p.memories(loci.MemoryQuery{
				Scopes: []loci.Scope{home}, Order: order, Limit: 2, Offset: offset,
			}))...)
		}
		p.same(fmt.Sprintf("pages of order %d", order), want, got)
	}
}
