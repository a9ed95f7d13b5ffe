package timex

import "time"

// narrow finds what a frame says within a period, from the coarsest field to
// the finest.
func (r resolver) narrow(f frame, e extent) (extent, bool) {
	e, ok := r.narrowYear(f, e)
	if ok {
		e, ok = r.narrowNth(f, e)
	}
	if ok {
		e, ok = r.narrowDay(f, e)
	}
	if ok {
		e, ok = r.narrowWeekday(f, e)
	}
	if ok {
		e, ok = r.narrowPart(f, e)
	}
	if ok {
		e, ok = r.narrowClock(f, e)
	}
	return e, ok
}

// narrowYear goes from a year to the half, season, quarter, month, week or
// holiday in it.
func (r resolver) narrowYear(f frame, e extent) (extent, bool) {
	if !f.any(mask(fHalf, fSeason, fQuarter, fMonth, fHoliday, fWeekNo)) {
		return e, true
	}
	if e.prec != Year {
		return e, false
	}
	y := e.start.Year()
	switch {
	case f.is(fMonth) && f.is(fCal):
		jy, m := jalaliYear(e.start), int(f.v[fMonth])
		if e.start.Month() == time.January { // a Gregorian year: "mehr 2024"
			return e, false
		}
		loc := e.start.Location()
		next := jalaliDate(loc, jy+m/12, m%12+1, 1)
		return extent{start: jalaliDate(loc, jy, m, 1), end: next, prec: Month}, true
	case f.is(fMonth):
		return period(r.date(y, time.Month(f.v[fMonth]), 1), uMonth), true
	case f.is(fHoliday):
		return period(holiday(e.start.Location(), y, int(f.v[fHoliday])), uDay), true
	case f.is(fQuarter):
		return period(r.date(y, time.Month(f.v[fQuarter]*3-2), 1), uQuarter), true
	case f.is(fHalf):
		return period(r.date(y, time.Month(f.v[fHalf]*6-5), 1), uHalf), true
	case f.is(fSeason):
		return r.season(y, int(f.v[fSeason])-1), true
	}
	return period(isoWeek(e.start.Location(), y, int(f.v[fWeekNo])), uWeek), f.v[fWeekNo] <= 53
}

// narrowNth goes to the n-th unit, or run of units, of a period. A week
// belongs to the month or year that holds its Thursday.
func (r resolver) narrowNth(f frame, e extent) (extent, bool) {
	if !f.is(fNth) {
		return e, true
	}
	u, n, count := unit(f.v[fNthUnit]), int(f.v[fNth]), max(1, int(f.v[fNthCount]))
	if u == uWeekday0 {
		u += unit(f.v[fWeekday])
	}
	// Units are numbered from first; those from the end are counted back.
	first, advance, ok := r.unitsOf(e, u)
	if !ok {
		return e, false
	}
	if n < 0 {
		total := 0
		for r.inPeriod(advance(first, total), e.end, u) && total < 400 {
			total++
		}
		n = total + n + 2 - count
	}
	start := advance(first, n-1)
	if n < 1 || !r.inPeriod(start, e.end, u) {
		return e, false
	}
	out := extent{start: start, end: advance(start, count), prec: precisions[u]}
	if u > uWeekday0 || u == uDay {
		out.end = addDays(advance(start, count-1), 1)
		out.prec = Day
	}
	if u == uWeekend {
		out.end = addDays(advance(start, count-1), 2)
	}
	return out, true
}

// unitsOf returns the start of the first unit u of a period and the function
// that goes on from it.
func (r resolver) unitsOf(e extent, u unit) (time.Time, func(time.Time, int) time.Time, bool) {
	days := func(k int) func(time.Time, int) time.Time {
		return func(t time.Time, n int) time.Time { return addDays(t, k*n) }
	}
	months := func(k int) func(time.Time, int) time.Time {
		return func(t time.Time, n int) time.Time { return addMonths(t, k*n) }
	}
	s := e.start
	switch {
	case u > uWeekday0:
		return addDays(s, (int(u-uWeekday0)-isoWeekday(s)+7)%7), days(7), true
	case u == uDay:
		return s, days(1), true
	case u == uWorkday:
		return addWorkdays(addDays(s, -1), 1), addWorkdays, true
	case u == uWeek:
		w := weekStart(s)
		if isoWeekday(s) > 4 || r.WholeWeeks && w.Before(s) {
			w = addDays(w, 7)
		}
		return w, days(7), true
	case u == uWeekend:
		return addDays(s, (6-isoWeekday(s)+7)%7), days(7), true
	case u == uMonth:
		return s, months(1), true
	case u == uQuarter:
		return s, months(3), true
	case u == uHalf:
		return s, months(6), true
	case u == uYear:
		return s, months(12), true
	case u == uDecade:
		return s, months(120), true
	}
	return s, nil, false
}

func (r resolver) inPeriod(t, end time.Time, u unit) bool {
	switch {
	case u == uWeek && r.WholeWeeks:
		t = addDays(t, 6)
	case u == uWeek:
		t = addDays(t, 3)
	}
	return t.Before(end)
}

var precisions = map[unit]Precision{
	uSecond: Second, uMinute: Minute, uHour: Hour, uPart: Part, uDay: Day, uWorkday: Day, uWeekend: Weekend, uWeek: Week,
	uFortnight: Week, uMonth: Month, uQuarter: Quarter, uSeason: Season, uHalf: Half, uYear: Year, uDecade: Decade,
	uCentury: Century, uWorkweek: Week,
}

// narrowDay goes to a day of a month.
func (r resolver) narrowDay(f frame, e extent) (extent, bool) {
	if !f.is(fDay) {
		return e, true
	}
	d := int(f.v[fDay])
	switch e.prec {
	case Month:
		t := addDays(e.start, d-1)
		return period(t, uDay), t.Before(e.end)
	case Day:
		return e, e.start.Day() == d
	case Week, Weekend:
		for t := e.start; t.Before(e.end); t = addDays(t, 1) {
			if t.Day() == d {
				return period(t, uDay), true
			}
		}
	}
	return e, false
}

// narrowWeekday goes to a weekday of a period. With day and month known the
// weekday says nothing new and is not checked: people err in weekdays.
func (r resolver) narrowWeekday(f frame, e extent) (extent, bool) {
	if !f.is(fWeekday) || f.is(fNth) && unit(f.v[fNthUnit]) == uWeekday0 || f.is(fDay) && f.any(mask(fMonth, fRelUnit)) || f.is(fHoliday) {
		return e, true
	}
	wd := int(f.v[fWeekday])
	if e.prec == Day {
		return e, isoWeekday(e.start) == wd
	}
	t := addDays(e.start, (wd-isoWeekday(e.start)+7)%7)
	// In a month or a year that has begun, the one that is next.
	if e.prec != Week && t.Before(r.today()) && r.today().Before(e.end) && !r.past {
		t = addDays(r.today(), (wd-isoWeekday(r.today())+7)%7)
	}
	return period(t, uDay), t.Before(e.end)
}

// narrowPart goes to a part of a day.
func (r resolver) narrowPart(f frame, e extent) (extent, bool) {
	if !f.is(fPart) || f.is(fHour) {
		return e, true
	}
	if e.prec != Day {
		return e, false
	}
	h := r.hours[int(f.v[fPart])]
	y, m, d := e.start.Date()
	loc := e.start.Location()
	return extent{start: civil(loc, y, m, d, h[0], 0, 0), end: civil(loc, y, m, d, h[1], 0, 0), prec: Part,
		name: e.start.Format(time.DateOnly) + "T" + partCodes[f.v[fPart]]}, true
}

// partCodes are the TIMEX3 names of the parts of a day.
var partCodes = [...]string{partDawn: "DW", partMorning: "MO", partLunch: "MI", partAfternoon: "AF", partEvening: "EV", partNight: "NI", partDaytime: "DT"}

// narrowClock goes to a time of a day.
func (r resolver) narrowClock(f frame, e extent) (extent, bool) {
	if !f.is(fHour) {
		return e, true
	}
	if e.prec != Day {
		return e, false
	}
	h, mi, s := r.hour(f), int(f.v[fMinute]), int(f.v[fSecond])
	y, m, d := e.start.Date()
	prec, length := Hour, time.Hour
	switch {
	case f.is(fSecond):
		prec, length = Second, time.Second
	case f.is(fMinute):
		prec, length = Minute, time.Minute
	}
	var t time.Time
	if f.is(fZone) {
		t = time.Date(y, m, d, h, mi, s, 0, time.FixedZone("", 60*int(f.v[fZone]))).In(e.start.Location())
	} else {
		t = civil(e.start.Location(), y, m, d, h, mi, s)
	}
	return extent{start: t, end: t.Add(length), prec: prec}, true
}

// hour reads an hour by its meridiem, by the part of day it was said with, or
// by the reading that r is after.
func (r resolver) hour(f frame) int {
	h := int(f.v[fHour])
	switch {
	case f.v[fMeridiem] == meridiem24 || h > 12:
		return h
	case f.v[fMeridiem] == meridiemPM, !f.is(fMeridiem) && r.later:
		return h%12 + 12
	case f.v[fMeridiem] == meridiemAM:
		return h % 12
	}
	return h
}

// isVague tells whether the hour of a frame may be before or after noon.
func isVague(f frame) bool { return f.is(fHour) && !f.is(fMeridiem) && f.v[fHour] <= 12 }
