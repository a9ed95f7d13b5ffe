package timex

import "time"

// extent is a resolved stretch of time.
type extent struct {
	start, end time.Time
	prec       Precision
	name       string // TIMEX of a range or an open interval; made from start and prec if empty
	open       int    // the bound of an open interval
}

func isClock(e extent) bool { return e.prec == Hour || e.prec == Minute || e.prec == Second }

// resolver gives nodes their place in time, looking one way.
type resolver struct {
	Conventions
	lang  *language
	ref   time.Time
	hours map[int][2]int // hours of the parts of a day
	past  bool           // look back
	later bool           // read an hour without a meridiem as one after noon
}

func (r resolver) today() time.Time { return midnight(r.ref) }

func (r resolver) date(y int, m time.Month, d int) time.Time {
	return time.Date(y, m, d, 0, 0, 0, 0, r.ref.Location())
}

// eval returns the extent of a node.
func (r resolver) eval(n *node) (extent, bool) {
	if n == nil {
		return extent{}, false
	}
	switch n.op {
	case opFrame:
		e, ok := r.frame(n)
		if e.prec == Weekend && r.FridayEvening && isoWeekday(e.start) == 6 {
			e.start = e.start.Add(-6 * time.Hour)
		}
		return e, ok
	case opShift:
		return r.shift(n)
	case opWindow:
		return r.window(n)
	case opRange:
		return r.rangeOf(n)
	case opOpen:
		return r.open(n)
	case opSub:
		e, ok := r.eval(n.a)
		if !ok {
			return e, false
		}
		return r.sub(e, n.n)
	}
	return extent{}, false
}

// frame places a frame: in the period it names, or in the nearest period in
// which what it says can be.
func (r resolver) frame(n *node) (extent, bool) {
	f := n.frame
	if n.a != nil {
		base, ok := r.eval(n.a)
		if !ok {
			return base, false
		}
		if f.any(mask(fMonth, fHoliday)) {
			from := r.after(base, &node{op: opFrame, frame: f})
			from.ref = r.date(base.start.Year(), base.start.Month(), 1)
			return from.nearest(f)
		}
		if f.is(fWeekday) && base.prec == Day {
			base = period(weekStart(base.start), uWeek)
		}
		return r.narrow(f, base)
	}
	if unit(f.v[fRelUnit]) == uWeekday0 {
		f = r.whichWeekday(f)
	}
	if f.v[fSeason] == 4 && unit(f.v[fRelUnit]) == uYear && r.season(r.ref.Year()-1, 3).end.After(r.ref) {
		f = f.with(fRel, int(f.v[fRel])-1) // the winter that is on began last year
	}
	switch {
	case f.is(fRelUnit) && unit(f.v[fRelUnit]) != uOccurrence:
		base, ok := r.relative(unit(f.v[fRelUnit]), int(f.v[fRel]))
		if !ok {
			return base, false
		}
		return r.narrow(f.without(relFields), base)
	case f.is(fYear):
		base := r.year(f)
		return r.narrow(f.without(yearFields), base)
	}
	return r.nearest(f)
}

// whichWeekday says which Friday "this", "next" and "last Friday" are: that of
// this week if it lies in the direction looked at, that of the next and that of
// the last week; in some languages the first after and the last before today.
func (r resolver) whichWeekday(f frame) frame {
	n := int(f.v[fRel])
	if day := addDays(weekStart(r.ref), int(f.v[fWeekday])-1); n == 0 {
		switch {
		case !r.past && day.Before(r.today()):
			n = 1
		case r.past && day.After(r.today()):
			n = -1
		}
		f = f.with(fRel, n)
		return f.with(fRelUnit, int(uWeek))
	}
	if n < 0 && r.lang.lastRecent || n > 0 && (r.lang.nextComing || r.NextComing) {
		return f.with(fRelUnit, int(uOccurrence))
	}
	return f.with(fRelUnit, int(uWeek))
}

// year returns the year, decade or century of a frame.
func (r resolver) year(f frame) extent {
	y := int(f.v[fYear])
	switch {
	case f.is(fSpan) && f.v[fSpan] == 100:
		return extent{start: r.date(y, 1, 1), end: r.date(y+100, 1, 1), prec: Century}
	case f.is(fSpan):
		return extent{start: r.date(y, 1, 1), end: r.date(y+10, 1, 1), prec: Decade}
	case f.is(fCal):
		loc := r.ref.Location()
		return extent{start: jalaliDate(loc, y, 1, 1), end: jalaliDate(loc, y+1, 1, 1), prec: Year}
	}
	return extent{start: r.date(y, 1, 1), end: r.date(y+1, 1, 1), prec: Year}
}

// nearest tries the periods around the reference time, outward in the
// direction of r, until the frame fits into one.
func (r resolver) nearest(f frame) (extent, bool) {
	skip := 0
	past := r.past
	if f.is(fRelUnit) {
		skip = int(f.v[fRel])
		if skip < 0 {
			skip, past = -skip, true
		} else {
			past = false
		}
		f = f.without(relFields)
	}
	u, tries := loopUnit(f)
	if e, ok := r.agreeing(f); ok {
		return e, true
	}
	if r.TodaysPart && f.only(timeFields) && f.is(fMeridiem) && f.v[fMeridiem] != meridiem24 {
		return r.narrow(f, period(r.today(), uDay))
	}
	step := 1
	if past {
		step = -1
	}
	for i := -step; i != tries*step; i += step {
		base := r.around(u, i, f.is(fCal))
		e, ok := r.narrow(f, base)
		if !ok || !r.ahead(e, past, skip > 0 || r.SkipToday && f.has == mask(fWeekday)) {
			continue
		}
		if skip <= 1 {
			return e, true
		}
		skip--
	}
	return extent{}, false
}

// agreeing returns the day of a date without a year on which the weekday said
// with it falls, of this and the next or the last year; if there is none, the
// weekday is not checked: people err in weekdays.
func (r resolver) agreeing(f frame) (extent, bool) {
	if !f.is(fWeekday) || !f.is(fDay) || !f.is(fMonth) {
		return extent{}, false
	}
	years := []int{0, 1}
	if r.past {
		years[1] = -1
	}
	for _, i := range years {
		e, ok := r.narrow(f, r.around(uYear, i, f.is(fCal)))
		if ok && isoWeekday(e.start) == int(f.v[fWeekday]) && e.end.After(r.ref) != r.past {
			return e, true
		}
	}
	return extent{}, false
}

// ahead tells whether an extent lies in the direction looked at. Today counts
// as ahead; a period that has begun counts as both ahead and behind. What is
// called next or last has not begun or is over.
func (r resolver) ahead(e extent, past, strict bool) bool {
	clock := isClock(e)
	switch {
	case clock && past:
		return !e.start.After(r.ref)
	case clock:
		return !e.start.Before(r.ref)
	case past && strict:
		return !e.end.After(r.today())
	case past:
		return e.start.Before(r.today())
	case strict:
		return e.start.After(r.ref)
	}
	return e.end.After(r.ref)
}

// loopUnit returns the period within which a frame without one recurs, and how
// many to try: 29 February recurs within 8 years, a Friday the 31st within 2.
func loopUnit(f frame) (unit, int) {
	nth := unit(f.v[fNthUnit])
	switch {
	case f.any(mask(fHalf, fSeason, fQuarter, fMonth, fHoliday, fWeekNo)):
		return uYear, 12
	case f.is(fDay):
		return uMonth, 40
	case f.is(fNth) && (nth == uMonth || nth == uQuarter || nth == uHalf || nth == uSeason):
		return uYear, 3
	case f.is(fNth):
		return uMonth, 12
	case f.is(fWeekday):
		return uWeek, 3
	}
	return uDay, 3
}

// around returns the i-th period from the one that holds the reference time.
func (r resolver) around(u unit, i int, jalali bool) extent {
	if u == uYear && jalali {
		y := jalaliYear(r.ref) + i
		return r.year(frame{}.with(fYear, y).with(fCal, calJalali))
	}
	e, _ := r.relative(u, i)
	return e
}

// relative returns the n-th unit from the current one.
func (r resolver) relative(u unit, n int) (extent, bool) {
	t := r.today()
	y, m := t.Year(), t.Month()
	switch u {
	case uDay:
		return period(addDays(t, n), uDay), true
	case uWorkday:
		return period(addWorkdays(t, n), uDay), true
	case uWeek:
		return period(addDays(weekStart(t), 7*n), uWeek), true
	case uFortnight:
		s := addDays(weekStart(t), 14*n)
		return extent{start: s, end: addDays(s, 14), prec: Week}, true
	case uWeekend, uWorkweek:
		return period(addDays(weekStart(t), 7*n), u), true
	case uMonth:
		return period(r.date(y, m+time.Month(n), 1), uMonth), true
	case uQuarter:
		return period(r.date(y, (m-1)/3*3+1+time.Month(3*n), 1), uQuarter), true
	case uHalf:
		return period(r.date(y, (m-1)/6*6+1+time.Month(6*n), 1), uHalf), true
	case uSeason:
		return r.season(y, r.currentSeason()+n), true
	case uYear:
		return period(r.date(y+n, 1, 1), uYear), true
	case uDecade:
		return r.year(frame{}.with(fYear, y/10*10+10*n).with(fSpan, 10)), true
	case uCentury:
		return r.year(frame{}.with(fYear, y/100*100+100*n).with(fSpan, 100)), true
	case uSecond, uMinute, uHour:
		if n == 0 {
			return extent{start: r.ref, end: r.ref, prec: Second}, true
		}
		return r.rolling([]span{{4, u}}, n)
	}
	return extent{}, false
}

// period returns the calendar period of a unit that begins at t (for weekends
// and working weeks: the Monday of their week).
func period(t time.Time, u unit) extent {
	switch u {
	case uDay:
		return extent{start: t, end: addDays(t, 1), prec: Day}
	case uWeek:
		return extent{start: t, end: addDays(t, 7), prec: Week}
	case uWeekend:
		return extent{start: addDays(t, 5), end: addDays(t, 7), prec: Weekend}
	case uWorkweek:
		return extent{start: t, end: addDays(t, 5), prec: Week}
	case uMonth:
		return extent{start: t, end: addMonths(t, 1), prec: Month}
	case uQuarter:
		return extent{start: t, end: addMonths(t, 3), prec: Quarter}
	case uSeason:
		return extent{start: t, end: addMonths(t, 3), prec: Season}
	case uHalf:
		return extent{start: t, end: addMonths(t, 6), prec: Half}
	}
	return extent{start: t, end: addMonths(t, 12), prec: Year}
}
