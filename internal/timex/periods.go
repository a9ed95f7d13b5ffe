package timex

import "time"

// rolling returns the stretch of a length that lies n times after (or before)
// now; one of days or more begins tomorrow or ends today.
func (r resolver) rolling(dur []span, n int) (extent, bool) {
	u := finest(dur)
	at := r.ref
	if u >= uDay {
		at = r.today()
		if n > 0 {
			at = addDays(at, 1)
		}
	}
	other, ok := move(at, dur, n)
	if u == uWorkday && n > 0 { // the last one included
		other, ok = move(r.today(), dur, n)
		other = addDays(other, 1)
	}
	e := extent{start: at, end: other, prec: precisions[u]}
	if n < 0 {
		e.start, e.end = other, at
	}
	e.name = intervalName(e.start, e.end)
	return e, ok
}

// window returns the stretch of n units before or after now; quarters and
// halves of the year are whole ones.
func (r resolver) window(n *node) (extent, bool) {
	if len(n.dur) == 1 && n.dur[0].quarters%4 == 0 {
		if u := n.dur[0].unit; r.Whole && u < uDay {
			r.ref = r.ref.Truncate(unitLength[u])
			if n.n > 0 {
				r.ref = r.ref.Add(unitLength[u])
			}
		} else if u == uQuarter || u == uHalf || u == uDecade || u == uWeekend || r.Whole && u != uWorkday {
			first, ok1 := r.relative(u, n.n)
			last, ok2 := r.relative(u, n.n*n.dur[0].quarters/4)
			if n.n < 0 {
				first, last = last, first
			}
			return extent{start: first.start, end: last.end, prec: precisions[u]}, ok1 && ok2
		}
	}
	return r.rolling(n.dur, n.n)
}

var unitLength = map[unit]time.Duration{uSecond: time.Second, uMinute: time.Minute, uHour: time.Hour}

func finest(dur []span) unit {
	u := uCentury
	for _, s := range dur {
		// Half a day is counted in hours, half a year in months.
		if s.quarters%4 != 0 && s.unit == uDay {
			return uHour
		}
		u = min(u, s.unit)
	}
	return u
}

// move moves t by a duration, sign times.
func move(t time.Time, dur []span, sign int) (time.Time, bool) {
	for _, s := range dur {
		q := s.quarters * sign
		if q > 4*100_000_000 || q < -4*100_000_000 {
			return t, false
		}
		switch s.unit {
		case uSecond:
			t = t.Add(time.Duration(q) * time.Second / 4)
		case uMinute:
			t = t.Add(time.Duration(q) * time.Minute / 4)
		case uHour:
			t = t.Add(time.Duration(q) * time.Hour / 4)
		case uWorkday:
			t = addWorkdays(t, q/4)
		case uDay:
			t = addDays(t, q/4).Add(time.Duration(q%4) * 6 * time.Hour)
		case uWeek, uWeekend:
			t = addDays(t, 7*q/4)
		case uFortnight:
			t = addDays(t, 14*q/4)
		default:
			months := monthsIn[s.unit] * q / 4
			if months == 0 || months > 12*9999 || months < -12*9999 {
				return t, false
			}
			t = addMonths(t, months)
			if s.unit == uMonth {
				t = addDays(t, q%4*30/4)
			}
		}
	}
	return t, 1 <= t.Year() && t.Year() <= 9999
}

var monthsIn = map[unit]int{uMonth: 1, uQuarter: 3, uSeason: 3, uHalf: 6, uYear: 12, uDecade: 120, uCentury: 1200}

// shift moves a time by a duration: "in three days", "two weeks after Easter".
func (r resolver) shift(n *node) (extent, bool) {
	base := extent{start: r.ref, prec: Second}
	if n.a != nil {
		r.SkipToday = false // "a week from Tuesday" counts from today on a Tuesday
		var ok bool
		if base, ok = r.eval(n.a); !ok {
			return base, false
		}
	}
	clock := isClock(base)
	u := finest(n.dur)
	if u >= uDay && (n.a == nil || !clock) {
		t, ok := move(midnight(base.start), n.dur, n.n)
		return period(t, uDay), ok
	}
	t, ok := move(base.start, n.dur, n.n)
	e := extent{start: t, end: t.Add(time.Minute), prec: Minute}
	if u == uSecond {
		e.end, e.prec = t.Add(time.Second), Second
	}
	return e, ok
}

// rangeOf resolves "from a to b". Each side takes from the other what it
// leaves unsaid, and b is the first that follows a.
func (r resolver) rangeOf(n *node) (extent, bool) {
	a, b := shareFields(n.a, n.b)
	from, ok := r.eval(a)
	if !ok {
		return from, false
	}
	to, ok := r.after(from, b).eval(b)
	if !ok {
		return to, false
	}
	if from.prec == Second && from.start.Equal(r.ref) && !isClock(to) && n.n == 0 {
		from = period(r.today(), uDay) // "between now and May" is in days
	}
	if to.prec == Second && to.start.Equal(r.ref) && !isClock(from) {
		to = extent{start: r.today(), end: r.ref, prec: Day}
	}
	if !r.past && n.a.op == opFrame && !anchored(n.a.frame) {
		// A stretch that has begun is the one meant: "from August to October"
		// said in September.
		back := r
		back.past = true
		if f, ok := back.eval(a); ok && f.prec != Hour && f.prec != Minute {
			if t, ok := r.after(f, b).eval(b); ok && t.end.After(r.today()) && t.end.Before(from.end) {
				from, to = f, t
			}
		}
	}
	if b.op == opFrame && isVague(b.frame) && !b.frame.any(dateFields) && isClock(from) && to.start.Sub(from.start) > 12*time.Hour {
		to.start, to.end = to.start.Add(-12*time.Hour), to.end.Add(-12*time.Hour)
	}
	if to.start.Before(from.start) {
		from, to, ok = r.reorder(a, b, from, to)
		if !ok {
			return from, false
		}
	}
	return joined(n, from, to), true
}

// reorder mends a range whose end lies before its start: "November to
// February 2017" begins in 2016, "from 11 to 2" ends after noon.
func (r resolver) reorder(a, b *node, from, to extent) (extent, extent, bool) {
	switch {
	case b.op == opFrame && isVague(b.frame):
		to.start, to.end = to.start.Add(12*time.Hour), to.end.Add(12*time.Hour)
	case b.op == opFrame && b.frame.is(fHour):
		to.start, to.end = addDays(to.start, 1), addDays(to.end, 1)
	case a.op == opFrame && a.frame.is(fYear) && a.frame.is(fMonth):
		f := *a
		f.frame = f.frame.with(fYear, int(f.frame.v[fYear])-1)
		from, _ = r.eval(&f)
	}
	return from, to, !to.start.Before(from.start)
}

// after returns a resolver that looks ahead from the start of an extent, if n
// can be placed there.
func (r resolver) after(e extent, n *node) resolver {
	if n.op == opFrame && n.a == nil && !anchored(n.frame) {
		r.past = false
		r.ref = e.start
	}
	return r
}

// joined builds the extent of a range. Its last day belongs to it; a clock
// time ends it.
func joined(n *node, from, to extent) extent {
	e := extent{start: from.start, end: to.end, prec: to.prec}
	if isClock(to) {
		e.end = to.start
	}
	last := to.start
	if n.n == 1 { // a stretch: its length was said, not its end
		e.end, e.prec = to.start, from.prec
	}
	if n.b.op == opSub {
		last = to.end
	}
	e.name = "(" + pointName(from.start, from.prec) + "," + pointName(last, to.prec) + "," + lengthName(from.start, last) + ")"
	return e
}

// anchored tells whether a frame says which one it means.
func anchored(f frame) bool {
	return f.is(fYear) || f.is(fRelUnit)
}

// shareFields gives each end of a range what it takes from the other.
func shareFields(a, b *node) (*node, *node) {
	if a.op != opFrame || b.op != opFrame || a.a != nil || b.a != nil {
		return a, b
	}
	fa, fb := a.frame, b.frame
	if u := unit(fa.v[fRelUnit]); fb.only(timeFields) && !fa.only(timeFields) && (!fa.is(fRelUnit) || u >= uDay) {
		fb = inherit(fb, fa, dateFields)
	}
	dayOnly := mask(fDay, fWeekday) | timeFields
	if fb.only(dayOnly) && (fb.is(fDay) || fb.only(timeFields)) || fa.only(dayOnly) && fa.is(fDay) {
		fa = inherit(fa, fb, mask(fMonth, fCal, fRelUnit, fRel, fYear))
		if fb.v[fDay] >= fa.v[fDay] { // "from 27 April to the 3rd" ends in May
			fb = inherit(fb, fa, mask(fMonth, fCal))
		}
	}
	if fa.any(mask(fMonth, fQuarter, fSeason, fHalf, fHoliday)) && fb.is(fYear) && !fa.is(fRelUnit) {
		fa = inherit(fa, fb, yearFields)
	}
	// "3 to 8 pm" begins after noon, "11 to 2 pm" before.
	if isVague(fa) && fb.is(fMeridiem) && fb.v[fMeridiem] != meridiem24 {
		if fa.v[fHour]%12 <= fb.v[fHour]%12 {
			fa = fa.with(fMeridiem, int(fb.v[fMeridiem]))
		} else if fb.v[fMeridiem] == meridiemPM {
			fa = fa.with(fMeridiem, meridiemAM)
		}
	}
	if isVague(fb) && fa.is(fMeridiem) && fa.v[fMeridiem] == meridiemPM && fb.v[fHour] > fa.v[fHour]%12 {
		fb = fb.with(fMeridiem, meridiemPM)
	}
	ca, cb := *a, *b
	ca.frame, cb.frame = fa, fb
	return &ca, &cb
}

// inherit copies the fields of m that f lacks.
func inherit(f, from frame, m uint32) frame {
	for x := range fieldCount {
		if m&(1<<x) != 0 && from.is(x) && !f.is(x) {
			f = f.with(x, int(from.v[x]))
		}
	}
	return f
}

// open resolves an interval with one border. A day named as "until" belongs to
// it; what comes "after" a period begins at its end.
func (r resolver) open(n *node) (extent, bool) {
	e, ok := r.eval(n.a)
	if !ok {
		return e, false
	}
	clock := isClock(e)
	out := extent{prec: e.prec, open: n.n}
	if n.a.op == opSub && n.a.n == subEnd && n.n != boundSince && n.n != boundFrom {
		e.start, e.prec = e.end, Day // until the end of May is until 1 June
		clock = true
	}
	name := pointName(e.start, e.prec)
	switch n.n {
	case boundBefore, boundUntil, boundBy:
		out.end = e.start
		if n.n != boundBefore && !clock {
			out.end = e.end
		}
		out.name = "../" + name
		if n.n == boundBy && r.FromNow && r.ref.Before(out.end) {
			out.start, out.open = r.ref, 0
			out.name = intervalName(out.start, out.end)
		}
	default:
		out.start = e.start
		if n.n == boundAfter && !clock {
			out.start = e.end
		}
		out.name = name + "/.."
	}
	return out, true
}

// sub returns a part of an extent: months are halved at the 16th, years at
// July, weeks at Thursday, everything else in the middle.
func (r resolver) sub(e extent, part int) (extent, bool) {
	if own, ok := r.portion(e, part); ok {
		return own, true
	}
	s, half := e.start, e.start.Add(e.end.Sub(e.start)/2)
	mid, midEnd := s.Add(e.end.Sub(s)/3), s.Add(2*e.end.Sub(s)/3)
	switch e.prec {
	case Year:
		half, mid, midEnd = addMonths(s, 6), addMonths(s, 4), addMonths(s, 8)
	case Month:
		half, mid, midEnd = addDays(s, 15), addDays(s, 9), addDays(s, 20)
	case Week:
		half, mid, midEnd = addDays(s, 3), addDays(s, 2), addDays(s, 4)
	case Day:
		half, mid, midEnd = s.Add(12*time.Hour), s.Add(10*time.Hour), s.Add(14*time.Hour)
	}
	out := extent{start: s, end: e.end, prec: e.prec}
	switch part {
	case subWeek:
		return period(weekStart(s), uWeek), true
	case subWeekend:
		return period(weekStart(s), uWeekend), true
	case subEarlier, subLater:
		if r.ref.Before(s) || !r.ref.Before(e.end) {
			break
		}
		now := r.ref
		if e.prec != Part {
			now = r.today()
		}
		if part == subEarlier && now.Before(half) || part == subLater && half.Before(now) {
			half = now
		}
	}
	switch part {
	case subEnd:
		if e.prec == Day {
			return extent{start: e.end.Add(-time.Second), end: e.end, prec: Second}, true
		}
		out.start = half
	case subStart, subFirstHalf, subEarly, subEarlier:
		out.end = half
	case subMiddle:
		out.start, out.end = mid, midEnd
	case subSecondHalf, subLate, subLater:
		out.start = half
	case subRest:
		out.start = r.ref
		if e.prec != Part && e.prec != Hour {
			out.start = r.today()
		}
	}
	out.name = intervalName(out.start, out.end)
	return out, out.start.Before(out.end)
}
