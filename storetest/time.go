package storetest

import (
	"testing"
	"time"

	"github.com/locimem/loci"
)

func testTime(t *testing.T, h Harness) {
	t.Run("microseconds in UTC", func(t *testing.T) {
		for name, given := range map[string]time.Time{
			"nanoseconds":     start.Add(123_456_789),
			"last nanosecond": start.Add(time.Second - 1),
			"east of UTC":     start.Add(1001).In(time.FixedZone("", 14*60*60)),
			"odd zone":        start.In(time.FixedZone("LMT", -(3*60*60 + 6*60 + 28))),
			"monotonic clock": time.Now(),
			"before 1970":     time.Date(1931, 2, 3, 4, 5, 6, 999_999_999, time.UTC),
			"year 1":          time.Date(1, 1, 1, 0, 0, 0, 5001, time.UTC),
			"year 9999":       time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
		} {
			t.Run(name, func(t *testing.T) { testMoment(t, h, given) })
		}
	})
	t.Run("zero times stay zero", func(t *testing.T) {
		p := open(t, h)
		zero := time.Time{}.In(time.FixedZone("", 60*60))
		p.apply(loci.Changeset{
			Memories: []loci.MemoryWrite{insertion(memory(1, func(m *loci.Memory) { m.ValidFrom, m.Expires = zero, zero }))},
			Turns:    []loci.TurnWrite{turnInsertion(turn(1, func(t *loci.Turn) { t.Time, t.Kept = zero, zero }))},
		})
		m := p.memory(id(1))
		said := p.turns(loci.TurnQuery{Scopes: []loci.Scope{home}})[0]
		for name, got := range map[string]time.Time{
			"valid from": m.ValidFrom, "valid to": m.ValidTo, "confirmed": m.Confirmed,
			"completed": m.Completed, "expires": m.Expires, "turn": said.Time, "kept": said.Kept,
		} {
			if !got.IsZero() {
				t.Errorf("%s: got %v, want the zero time", name, got)
			}
		}
		p.same("never expires", 0, len(p.memories(loci.MemoryQuery{AllScopes: true, ExpiresBy: at(0)})))
	})
	t.Run("dates and instants", func(t *testing.T) {
		p := open(t, h)
		day := loci.When{Start: time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), End: time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), Precision: loci.PrecisionDay}
		year := loci.When{Start: time.Date(1931, 1, 1, 0, 0, 0, 0, time.UTC), End: time.Date(1932, 1, 1, 0, 0, 0, 0, time.UTC), Precision: loci.PrecisionYear}
		instant := loci.Instant(start.In(time.FixedZone("", 7*60*60)))
		want := memory(1, func(m *loci.Memory) { m.Due, m.Event = &day, &year })
		p.insert(want, memory(2, func(m *loci.Memory) { m.Due = &instant }))
		p.same("civil", want, p.memory(id(1)))
		p.same("instant", &instant, p.memory(id(2)).Due)
	})
}

// testMoment puts a time into every record and asks for it back.
func testMoment(t *testing.T, h Harness, given time.Time) {
	p := open(t, h)
	want := given.UTC().Truncate(time.Microsecond)
	m := memory(1, func(m *loci.Memory) {
		m.ValidFrom, m.ValidTo, m.Created, m.Updated, m.Said = given, given, given, given, given
		m.Confirmed, m.Completed, m.Expires = given, given, given
	})
	c := changeset(insertion(m))
	c.Turns = []loci.TurnWrite{turnInsertion(turn(1, func(t *loci.Turn) { t.Time, t.Kept = given, given }))}
	c.Tombstones = []loci.Tombstone{{Scope: home, MAC: "mac1", At: given}}
	c.Reviews = []loci.Review{{ID: "r1", Scope: home, Kind: loci.ReviewForget, Memory: m.ID, Created: given}}
	p.apply(c)

	scopes := []loci.Scope{home}
	said := p.turns(loci.TurnQuery{Scopes: scopes, Since: given, Until: given.Add(time.Microsecond)})
	if len(said) != 1 {
		t.Fatal("the turn is not found by its own time")
	}
	changed := p.history(loci.HistoryQuery{Scopes: scopes})[0]
	times := map[string]time.Time{
		"turn": said[0].Time, "kept": said[0].Kept, "history": changed.At,
		"tombstone": p.tombstones(home, "mac1")[0].At, "review": p.reviews(home)[0].Created,
	}
	for name, m := range map[string]loci.Memory{"memory": p.memory(id(1)), "after": *changed.After} {
		times[name+" valid from"], times[name+" valid to"] = m.ValidFrom, m.ValidTo
		times[name+" created"], times[name+" updated"], times[name+" said"] = m.Created, m.Updated, m.Said
		times[name+" confirmed"], times[name+" completed"], times[name+" expires"] = m.Confirmed, m.Completed, m.Expires
	}
	for name, got := range times {
		if !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	p.same("expired by its own time", 1, len(p.memories(loci.MemoryQuery{Scopes: scopes, ExpiresBy: given})))
	p.same("as of its own time", 1, len(p.memories(loci.MemoryQuery{Scopes: scopes, AsOf: given})))
	p.same("as of the time before", 0, len(p.memories(loci.MemoryQuery{Scopes: scopes, AsOf: want.Add(-time.Nanosecond)})))
	p.clean()
}
