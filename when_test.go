package loci_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func TestDaysUntilCountsLocalDays(t *testing.T) {
	tokyo := time.FixedZone("Tokyo", 9*3600)
	day := loci.Day(time.Date(2026, 10, 15, 23, 0, 0, 0, tokyo))
	instant := loci.Instant(time.Date(2026, 10, 15, 1, 0, 0, 0, tokyo)) // still the 14th in UTC
	for _, tc := range []struct {
		name string
		w    loci.When
		now  time.Time
		want int
	}{
		{"today, a minute before midnight", day, time.Date(2026, 10, 15, 23, 59, 0, 0, tokyo), 0},
		{"yesterday, a minute after", day, time.Date(2026, 10, 16, 0, 1, 0, 0, tokyo), -1},
		{"tomorrow in a zone that lags behind", day, time.Date(2026, 10, 14, 12, 0, 0, 0, time.UTC), 1},
		{"an instant counts in the zone of now", instant, time.Date(2026, 10, 14, 12, 0, 0, 0, time.UTC), 0},
		{"the same instant in its own zone", instant, time.Date(2026, 10, 14, 12, 0, 0, 0, tokyo), 1},
		{"across the end of summer time", loci.Day(time.Date(2026, 10, 26, 0, 0, 0, 0, time.UTC)), time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC), 2},
	} {
		if got := tc.w.DaysUntil(tc.now); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
}

func TestWhenRoundTrips(t *testing.T) {
	for _, s := range []string{"2026-10-15", "2026-10-15T14:00:00+02:00"} {
		w, err := loci.ParseWhen(s)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		var back loci.When
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(w, back); diff != "" {
			t.Errorf("%s: %s", s, diff)
		}
	}
	if w, _ := loci.ParseWhen("2026-02-28"); w.String() != "2026-02-28" || !w.Civil() {
		t.Errorf("%s", w)
	}
	if _, err := loci.ParseWhen("next week"); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("%v", err)
	}
}

func TestChainHashSeesEveryField(t *testing.T) {
	key := []byte("key")
	base := loci.HistoryEntry{Seq: 1, Change: "c", Scope: loci.Scope{Org: "a", User: "b"}, Memory: "m", Op: loci.HistoryAdd, Actor: "x", Why: "y", At: t0}
	body := loci.BodyMAC(key, []byte("{}"), base.Why)
	want := loci.ChainHash(key, "", base, body)
	for name, change := range map[string]func(*loci.HistoryEntry){
		"seq":    func(e *loci.HistoryEntry) { e.Seq = 2 },
		"change": func(e *loci.HistoryEntry) { e.Change = "d" },
		"moved":  func(e *loci.HistoryEntry) { e.Scope = loci.Scope{Org: "ab"} },
		"memory": func(e *loci.HistoryEntry) { e.Memory = "n" },
		"op":     func(e *loci.HistoryEntry) { e.Op = loci.HistoryEdit },
		"actor":  func(e *loci.HistoryEntry) { e.Actor = "xy" },
		"time":   func(e *loci.HistoryEntry) { e.At = e.At.Add(time.Microsecond) },
	} {
		e := base
		change(&e)
		if loci.ChainHash(key, "", e, body) == want {
			t.Errorf("%s does not matter to the hash", name)
		}
	}
	for name, got := range map[string]string{
		"key": loci.ChainHash([]byte("other"), "", base, body), "prev": loci.ChainHash(key, "p", base, body),
		"body": loci.ChainHash(key, "", base, loci.BodyMAC(key, []byte("{ }"), base.Why)),
		"why":  loci.ChainHash(key, "", base, loci.BodyMAC(key, []byte("{}"), "z")),
	} {
		if got == want {
			t.Errorf("%s does not matter to the hash", name)
		}
	}
}

func TestWhenValidate(t *testing.T) {
	day := loci.Day(t0)
	backwards, eon, late := day, day, loci.Day(time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC))
	backwards.End = day.Start
	eon.Precision = "eon"
	for name, tc := range map[string]struct {
		w  *loci.When
		ok bool
	}{
		"none": {nil, true}, "a day": {&day, true}, "the last day": {&late, true},
		"backwards": {&backwards, false}, "of no precision": {&eon, false}, "zero": {&loci.When{}, false},
	} {
		if err := tc.w.Validate(); (err == nil) != tc.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := late.DaysUntil(t0); got != 2912383 {
		t.Errorf("days until the end of 9999: %d", got)
	}
}
