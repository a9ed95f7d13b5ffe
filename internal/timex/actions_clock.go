package timex

import "slices"

// hourOfPart makes "8 tonight" of a number and a part of a certain day.
func hourOfPart(kids []*node, _ int) *node {
	n, t := pick(kids, opNum, 0), pick(kids, opFrame, 0)
	if t == nil || !t.frame.is(fPart) || unit(t.frame.v[fRelUnit]) != uDay || n.digit > 2 || n.n < 1 || n.n > 12 {
		return nil
	}
	return combine(&node{op: opFrame, frame: frame{}.with(fHour, n.n)}, t)
}

// hourAndRest returns the number that says the hour, and the numbers after it.
// Some languages say an ordinal, and noon and midnight are hours, too.
func hourAndRest(kids []*node) (hour *node, rest []*node) {
	for i, k := range kids {
		switch {
		case k.op == opOrd, k.op == opNum:
			return k, kids[i+1:]
		case k.op == opFrame && k.frame.only(mask(fHour, fMeridiem)) && k.frame.is(fHour):
			return &node{op: opNum, n: int(k.frame.v[fHour])}, kids[i+1:]
		}
	}
	return nil, nil
}

// isTwelve tells noon and midnight, which are on the 24-hour clock.
func isTwelve(kids []*node) bool {
	return slices.ContainsFunc(kids, func(k *node) bool { return k.op == opFrame && k.frame.v[fMeridiem] == meridiem24 })
}

// clock makes a time of day of an hour and perhaps a minute and a second.
func clock(kids []*node, arg int) *node {
	h, rest := hourAndRest(kids)
	if h == nil || h.n > 24 || h.digit > 2 {
		return nil
	}
	f := frame{}.with(fHour, h.n)
	if h.n == 0 || h.n > 12 || isTwelve(kids) {
		f = f.with(fMeridiem, meridiem24)
	}
	for i, x := range []field{fMinute, fSecond} {
		if m := pick(rest, opNum, i); m != nil {
			if m.n > 59 {
				return nil
			}
			f = f.with(x, m.n)
		}
	}
	if arg > 0 {
		f = f.with(fMinute, arg)
	}
	return clockWith(f, kids)
}

// clockSecond makes a time of an hour and a second.
func clockSecond(kids []*node, _ int) *node {
	h, s := pick(kids, opNum, 0), pick(kids, opNum, 1)
	if h.n > 24 || s.n > 59 {
		return nil
	}
	return clockWith(frame{}.with(fHour, h.n).with(fMinute, 0).with(fSecond, s.n), kids)
}

// clockWith adds a meridiem or a zone to a clock time.
func clockWith(f frame, kids []*node) *node {
	for _, k := range kids {
		if k.op != opFrame {
			continue
		}
		switch {
		case k.frame.is(fMeridiem) && !k.frame.is(fHour):
			// "13 pm" and "0:30 am" keep the hours of the 24-hour clock.
			if f.v[fHour] <= 12 && f.v[fHour] > 0 {
				f = f.with(fMeridiem, int(k.frame.v[fMeridiem]))
			}
		case k.frame.is(fZone):
			f = f.with(fZone, int(k.frame.v[fZone]))
		}
	}
	return &node{op: opFrame, frame: f}
}

// addMeridiem makes "10:30 am" of a clock time.
func addMeridiem(kids []*node, _ int) *node {
	for _, k := range kids {
		if k.op == opFrame && k.frame.is(fHour) {
			if k.frame.v[fMeridiem] != 0 && k.frame.v[fMeridiem] != meridiem24 {
				return nil
			}
			f := k.frame
			if f.v[fHour] <= 12 && f.v[fHour] > 0 {
				f = f.without(mask(fMeridiem))
			}
			return clockWith(f, kids)
		}
	}
	return nil
}

// clockWords makes "nine thirty" of two number words; it needs a date beside it.
func clockWords(kids []*node, _ int) *node {
	h, m := pick(kids, opNum, 0), pick(kids, opNum, 1)
	if h.digit != 0 || m.digit != 0 || h.n < 1 || h.n > 23 || m.n < 10 || m.n > 59 {
		return nil
	}
	n := clock(kids, 0)
	if n != nil {
		n.weak = weakDay
	}
	return n
}

// weakClock makes "three and a half", a time only if a word or a date says so.
func weakClock(kids []*node, minutes int) *node {
	n := clock(kids, minutes)
	if n != nil {
		n.weak = weakDay
	}
	return n
}

// addZone gives a clock time its zone.
func addZone(kids []*node, _ int) *node {
	if kids[0].frame.is(fZone) {
		return nil
	}
	return withWeakness(clockWith(kids[0].frame, kids[1:]), kids[0].weak)
}

// clockPast makes "ten past six" of minutes and an hour; sign -1 makes "ten to
// six". A missing number of minutes is arg.
func clockPast(kids []*node, minutes int) *node {
	sign := 1
	if minutes < 0 {
		sign, minutes = -1, -minutes
	}
	hour, rest := hourAndRest(kids)
	if minutes == 1 { // in rules: the minutes are said
		m := hour
		hour, _ = hourAndRest(rest)
		if m == nil || m.n < 1 || m.n > 59 {
			return nil
		}
		minutes = m.n
	}
	if hour == nil || hour.n > 24 || hour.n < 1 && !isTwelve(kids) {
		return nil
	}
	return clockAt(hour.n, sign*minutes, kids)
}

// clockAfter is clockPast with the hour said first.
func clockAfter(kids []*node, sign int) *node {
	h, rest := hourAndRest(kids)
	m := pick(rest, opNum, 0)
	if h == nil || m == nil || h.n > 24 || h.n < 1 && !isTwelve(kids) || m.n < 1 || m.n > 59 {
		return nil
	}
	return clockAt(h.n, sign*m.n, kids)
}

func clockAt(hour, minutes int, kids []*node) *node {
	if minutes < 0 {
		hour, minutes = hour-1, 60+minutes
		if hour < 1 {
			hour += 12
			if isTwelve(kids) {
				hour = 23
			}
		}
	}
	f := frame{}.with(fHour, hour).with(fMinute, minutes)
	if hour > 12 || isTwelve(kids) {
		f = f.with(fMeridiem, meridiem24)
	}
	return clockWith(f, kids)
}

// clockDash makes "3-8"; "twenty-five" is no range.
func clockDash(kids []*node, _ int) *node {
	if kids[0].digit == 0 || kids[2].digit == 0 {
		return nil
	}
	return clockRange(kids, 0)
}

// clockRange makes "3-8" or "2 to 2:30 pm"; without a clock time or a date at
// its side it stays weak.
func clockRange(kids []*node, _ int) *node {
	var ends []*node
	weak := weakDay
	for _, k := range kids {
		switch {
		case k.op == opNum:
			ends = append(ends, clock([]*node{k}, 0))
		case k.op == opFrame:
			ends = append(ends, k)
			weak = 0
		}
	}
	if len(ends) != 2 || ends[0] == nil || ends[1] == nil {
		return nil
	}
	return &node{op: opRange, a: ends[0], b: ends[1], weak: weak}
}

// clockDigits makes 7:30 of "at 730".
func clockDigits(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n.digit != 3 && n.digit != 4 || n.n/100 > 23 || n.n%100 > 59 {
		return nil
	}
	return clock([]*node{{op: opNum, n: n.n / 100}, {op: opNum, n: n.n % 100}}, 0)
}

// hourAndDay makes "9 tomorrow" of a number and a day, which counts other
// things as well and is a time only in a text that holds nothing else.
func hourAndDay(kids []*node, _ int) *node {
	n, t := pick(kids, opNum, 0), pick(kids, opFrame, 0)
	if t == nil || n.digit > 2 || n.n < 1 || n.n > 12 || t.frame.any(clockFields) || unit(t.frame.v[fRelUnit]) != uDay {
		return nil
	}
	both := combine(&node{op: opFrame, frame: frame{}.with(fHour, n.n)}, t)
	if both == nil {
		return nil
	}
	return withWeakness(both, weakDay)
}

// fromHalf makes "five to half past two" of minutes and a half hour.
func fromHalf(kids []*node, sign int) *node {
	m, half := pick(kids, opNum, 0), pick(kids, opFrame, 0)
	if half.frame.v[fMinute] != 30 || m.n < 1 || m.n > 15 {
		return nil
	}
	return withWeakness(&node{op: opFrame, frame: half.frame.with(fMinute, 30+sign*m.n)}, half.weak)
}
