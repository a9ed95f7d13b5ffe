package retrieve

import (
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
)

// timeGain is what a document gains, as a share of its score, when the query
// names its time.
const timeGain = 0.3

// maxDates is from how many dates on a query is a text with dates in it and
// not a question about one.
const maxDates = 3

// interval is a time that a query names; a zero side is open.
type interval struct{ start, end time.Time }

func (v interval) meets(start, end time.Time) bool {
	return (v.end.IsZero() || start.Before(v.end)) && (v.start.IsZero() || end.After(v.start))
}

// civil returns the interval as dates are kept: the wall clock's, in UTC.
func (v interval) civil() interval {
	wall := func(t time.Time) time.Time {
		if t.IsZero() {
			return t
		}
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	}
	return interval{wall(v.start), wall(v.end)}
}

// At reads the dates of the query as they are meant at a time, in its zone.
func (a Analysis) At(now time.Time) Analysis {
	if len(a.Terms) >= longQuery {
		return a
	}
	spans := timex.Find(a.query, timex.Options{Langs: a.langs, Ref: now, Question: true})
	if len(spans) >= maxDates {
		return a
	}
	for _, span := range spans {
		for _, v := range span.Values {
			if v.Kind == timex.Date || v.Kind == timex.Interval {
				a.dates = append(a.dates, interval{v.Start, v.End})
			}
		}
	}
	return a
}

// Dated reports whether the query names a time.
func (a Analysis) Dated() bool { return len(a.dates) > 0 }

// ofMemory reports whether the query names the time of what a memory tells, or
// the day on which it was said.
func (a Analysis) ofMemory(m *loci.Memory) bool {
	for _, v := range a.dates {
		for _, w := range []*loci.When{m.Event, m.Due} {
			if w == nil {
				continue
			}
			if v := v.civil(); w.Civil() && v.meets(w.Start, w.End) {
				return true
			}
			if !w.Civil() && v.meets(w.Start, w.End) {
				return true
			}
		}
		if m.Event == nil && m.Due == nil && v.meets(m.Said, m.Said.Add(1)) {
			return true
		}
	}
	return false
}

func (a Analysis) ofTurn(t *loci.Turn) bool {
	for _, v := range a.dates {
		if v.meets(t.Time, t.Time.Add(1)) {
			return true
		}
	}
	return false
}
