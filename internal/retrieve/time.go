package retrieve

import (
	"strings"
	"time"
	"unicode"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/internal/timex"
)

// timeGain is what a document gains, as a share of its score, when the query
// names its time.
const timeGain = 0.3

// maxDates is from how many dates on a query is a text with dates in it and
// not a question about one.
const maxDates = 3

// Interval is a time that a query names, from Start up to End; a zero side is
// open.
type Interval struct{ Start, End time.Time }

func (v Interval) meets(start, end time.Time) bool {
	return (v.End.IsZero() || start.Before(v.End)) && (v.Start.IsZero() || end.After(v.Start))
}

// Meets reports whether a date or an instant lies in the interval.
func (v Interval) Meets(w loci.When) bool {
	if w.Civil() {
		v = v.civil()
	}
	return v.meets(w.Start, w.End)
}

// civil returns the interval as dates are kept: the wall clock's, in UTC.
func (v Interval) civil() Interval {
	wall := func(t time.Time) time.Time {
		if t.IsZero() {
			return t
		}
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	}
	return Interval{wall(v.Start), wall(v.End)}
}

// At reads the dates of the query as they are meant at a time, in its zone.
func (a Analysis) At(now time.Time) Analysis {
	if len(a.Terms) > maxScored {
		return a
	}
	// Reading dates in every language takes time to load them all, and a query
	// whose language no word shows names a date by its digits if at all.
	if a.Lang == text.Undetermined && !strings.ContainsFunc(a.query, unicode.IsDigit) {
		return a
	}
	spans := timex.Find(a.query, timex.Options{Langs: a.langs, Ref: now, Question: true})
	if len(spans) >= maxDates {
		return a
	}
	for _, span := range spans {
		for _, v := range span.Values {
			if v.Kind == timex.Date || v.Kind == timex.Interval {
				a.dates = append(a.dates, Interval{v.Start, v.End})
			}
		}
	}
	return a
}

// Dated reports whether the query names a time.
func (a Analysis) Dated() bool { return len(a.dates) > 0 }

// longestTime is the longest time that is taken for what a query is about:
// what was said in a year is everything.
const longestTime = 32 * 24 * time.Hour

// Times returns the times that the query names and that are no longer than a
// month.
func (a Analysis) Times() []Interval {
	var out []Interval
	for _, v := range a.dates {
		if !v.Start.IsZero() && !v.End.IsZero() && v.End.Sub(v.Start) < longestTime {
			out = append(out, v)
		}
	}
	return out
}

// OfTime is a document that the query names the time of and shares no word
// with; best is the score of the best that does.
func OfTime(best float64) Scored {
	var s Scored
	s.add(Time, timeGain*max(best, 1))
	return s
}

// ofMemory reports whether the query names the time of what a memory tells, or
// else the day on which it was said.
func (a Analysis) ofMemory(m *loci.Memory) bool {
	for _, v := range a.dates {
		switch {
		case m.Event != nil && v.Meets(*m.Event), m.Due != nil && v.Meets(*m.Due):
			return true
		case m.Event == nil && m.Due == nil && v.meets(m.Said, m.Said.Add(1)):
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
