package timex

// combine unites two expressions that speak of the same time: "Friday" and
// "at five", "3 to 8 pm" and "yesterday". It returns nil if they do not fit.
func combine(a, b *node) *node {
	if a.op != opFrame && b.op == opFrame {
		a, b = b, a
	}
	if a.op != opFrame {
		return nil
	}
	// a narrows b, whatever b is.
	switch b.op {
	case opFrame:
		return combineFrames(a, b)
	case opShift:
		if a.a == nil && a.frame.only(timeFields|mask(fWeekday)) && finest(b.dur) >= uDay {
			return &node{op: opFrame, frame: a.frame, a: b}
		}
		// "Christmas in 3 years": the first from then on.
		if a.a == nil && b.a == nil && finest(b.dur) >= uMonth && a.frame.any(mask(fMonth, fHoliday)) && !a.frame.any(yearFields|relFields|nthFields) {
			return &node{op: opFrame, frame: a.frame, a: b}
		}
	case opRange:
		from, to := combine(a, b.a), combine(a, b.b)
		if from != nil && to != nil {
			return &node{op: opRange, a: from, b: to}
		}
	case opSub:
		if inner := combine(a, b.a); inner != nil && a.frame.any(clockFields) {
			return inner // "early in the morning, at 8"
		}
		fallthrough
	case opOpen:
		if inner := combine(a, b.a); inner != nil && b.a.op == opFrame && b.a.frame.only(timeFields) {
			return &node{op: b.op, n: b.n, a: inner}
		}
	}
	return nil
}

func combineFrames(a, b *node) *node {
	if a.a != nil && b.a != nil {
		return nil
	}
	f, ok := unite(a.frame, b.frame)
	if !ok || !coherent(f, a.a != nil || b.a != nil) {
		return nil
	}
	base := a.a
	if base == nil {
		base = b.a
	}
	dated := a.dated || !a.frame.only(timeFields) && b.frame.only(timeFields)
	return &node{op: opFrame, frame: f, a: base, swap: a.swap || b.swap, dated: dated}
}

// unite adds up the fields of two frames that share none.
func unite(f, g frame) (frame, bool) {
	if f.has&g.has != 0 {
		// "Monday … Monday the 27th": what is said twice must agree.
		shared := f.has & g.has
		if shared&^mask(fCal, fWeekday, fPart, fMeridiem) != 0 {
			return f, false
		}
		for x := range fieldCount {
			if shared&(1<<x) != 0 && f.v[x] != g.v[x] {
				return f, false
			}
		}
	}
	f = inherit(f, g, ^uint32(0))
	if f.is(fPart) && f.is(fHour) {
		if isVague(f) {
			f = f.with(fMeridiem, meridiemOf(f))
		}
		f = f.without(mask(fPart))
	}
	return f, true
}

// meridiemOf reads an hour by the part of day it was said with: three at night
// is before noon, ten at night after.
func meridiemOf(f frame) int {
	early := f.v[fHour] < 5 || f.v[fHour] == 12
	switch f.v[fPart] {
	case partMorning, partDawn:
		return meridiemAM
	case partNight:
		if early {
			return meridiemAM
		}
	}
	return meridiemPM
}

// coherent tells whether the fields of a frame can be said of one time.
func coherent(f frame, based bool) bool {
	byWeekday := f.is(fNth) && unit(f.v[fNthUnit]) == uWeekday0
	dayLevel := based || f.any(mask(fDay, fWeekday, fHoliday)) || f.is(fNth) && unit(f.v[fNthUnit]) == uDay ||
		f.is(fRelUnit) && unit(f.v[fRelUnit]) == uDay
	switch {
	case f.any(timeFields) && f.any(dateFields) && !dayLevel,
		f.is(fWeekday) && !byWeekday && f.any(mask(fMonth, fYear, fQuarter, fSeason, fHalf)) && !f.is(fDay),
		f.is(fDay) && f.any(mask(fYear, fWeekNo, fQuarter, fSeason, fHalf, fHoliday)) && !f.is(fMonth),
		f.is(fHoliday) && f.any(mask(fMonth, fDay, fQuarter, fSeason, fHalf, fNth)),
		f.is(fNth) && f.is(fDay),
		f.is(fRelUnit) && f.is(fYear):
		return false
	}
	if !f.is(fRelUnit) {
		return true
	}
	rest := f.without(relFields)
	switch unit(f.v[fRelUnit]) {
	case uDay, uWorkday:
		return rest.only(timeFields | mask(fWeekday))
	case uWeekday0:
		return rest.only(timeFields | mask(fWeekday))
	case uWeek, uWeekend, uFortnight, uWorkweek:
		return rest.only(timeFields | mask(fWeekday, fDay) | nthFields)
	case uMonth:
		return rest.only(timeFields | mask(fDay, fWeekday) | nthFields)
	case uQuarter, uHalf, uSeason:
		return rest.only(nthFields | mask(fWeekday))
	case uHour, uMinute, uSecond:
		return rest.has == 0
	}
	return true
}
