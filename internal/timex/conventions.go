package timex

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Conventions are choices on which speakers and applications differ. The zero
// value is what the package documentation describes.
type Conventions struct {
	// Whole takes "the last two months" for whole calendar months, not for the
	// time since this day two months ago.
	Whole bool
	// Finer takes "in 3 days" for an hour and "2 years ago" for a month: a
	// distance in days is known to the hour, one in years to the month.
	Finer bool
	// NextComing takes "next Friday" for the first after today in every
	// language, not for that of the next week.
	NextComing bool
	// SkipToday takes "Friday" said on a Friday for the one a week later.
	SkipToday bool
	// WholeWeeks counts as weeks of a month or year only those that lie wholly
	// in it.
	WholeWeeks bool
	// FromNow begins now what is to be done "by" a time.
	FromNow bool
	// FridayEvening begins weekends on Friday at 18:00.
	FridayEvening bool
	// EarliestHour takes an hour without a meridiem for the next at which clocks
	// show it, not the hours from 1 to 6 for those after noon.
	EarliestHour bool
	// TodaysPart places "3 in the morning" today, also when that is past.
	TodaysPart bool
	// Hours are the hours from and to which the parts of a day last, by their
	// TIMEX3 codes (MO, MI, AF, EV, NI, DT, DW), where they differ from ours.
	Hours map[string][2]int
	// Seasons are the first day of a season and the first day after it, as
	// "06-21", by their TIMEX3 codes (SP, SU, FA, WI), where they differ from
	// ours.
	Seasons map[string][2]string
	// Portions say from and to where the start, the middle and the end of a
	// period last, by its precision ("year", "month", "week", "day") or the code
	// of a part of a day: in months of a year, days of a month or a week, hours
	// of a day. The first is 0; a portion of no length is ours.
	Portions map[string][3][2]int
}

// finer takes a day for an hour, and a day reached by years for a month.
func (r resolver) finer(n *node, e extent) extent {
	if n.op != opShift || n.a != nil || e.prec != Day {
		return e
	}
	switch u := finest(n.dur); {
	case u >= uQuarter && u != uWorkweek:
		return period(r.date(e.start.Year(), e.start.Month(), 1), uMonth)
	case u == uDay || u == uFortnight:
		y, m, d := e.start.Date()
		t := civil(e.start.Location(), y, m, d, r.ref.Hour(), 0, 0)
		return extent{start: t, end: t.Add(time.Hour), prec: Hour}
	}
	return e
}

// earliestFirst sorts the readings of an hour: those ahead come first.
func (r resolver) earliestFirst(values []Value) {
	slices.SortStableFunc(values, func(a, b Value) int {
		if before := a.Start.Before(r.ref); before != b.Start.Before(r.ref) {
			if before {
				return 1
			}
			return -1
		}
		return a.Start.Compare(b.Start)
	})
}

// seasonCodes are the TIMEX3 names of the seasons from spring.
var seasonCodes = [...]string{"SP", "SU", "FA", "WI"}

// season returns the n-th season, counted from spring as 0, that begins in a
// year.
func (r resolver) season(year, n int) extent {
	year, n = year+(n-(n%4+4)%4)/4, (n%4+4)%4
	first := r.date(year, time.Month(3*n+3), 1)
	e := extent{start: first, end: addMonths(first, 3), prec: Season}
	if own, ok := r.Seasons[seasonCodes[n]]; ok {
		var m1, d1, m2, d2 int
		if _, err := fmt.Sscanf(own[0]+" "+own[1], "%d-%d %d-%d", &m1, &d1, &m2, &d2); err == nil {
			e.start, e.end = r.date(year, time.Month(m1), d1), r.date(year, time.Month(m2), d2)
			if !e.start.Before(e.end) {
				e.end = r.date(year+1, time.Month(m2), d2)
			}
		}
	}
	return e
}

// currentSeason returns the number, for season, of the one that is on in the
// year of the reference time.
func (r resolver) currentSeason() int {
	for n := 3; n > -1; n-- {
		if !r.season(r.ref.Year(), n).start.After(r.ref) {
			return n
		}
	}
	return -1
}

// portion returns the start, middle or end of a period where the application
// says how long it lasts.
func (r resolver) portion(e extent, part int) (extent, bool) {
	key := string(e.prec)
	if e.prec == Part {
		key = e.name[strings.LastIndex(e.name, "T")+1:]
	}
	index := map[int]int{subStart: 0, subEarly: 0, subMiddle: 1, subEnd: 2, subLate: 2}
	i, ok := index[part]
	span := r.Portions[key][i]
	if !ok || span[0] >= span[1] {
		return e, false
	}
	at := func(n int) time.Time {
		switch e.prec {
		case Year:
			return addMonths(e.start, n)
		case Month, Week:
			return addDays(e.start, n)
		}
		y, m, d := e.start.Date()
		return civil(e.start.Location(), y, m, d, n, 0, 0)
	}
	out := extent{start: at(span[0]), end: at(span[1]), prec: e.prec}
	if e.prec != Part && out.end.After(e.end) {
		out.end = e.end
	}
	out.name = intervalName(out.start, out.end)
	return out, out.start.Before(out.end)
}
