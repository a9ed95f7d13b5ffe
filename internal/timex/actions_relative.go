package timex

// relative makes "next week" and "this morning".
func relative(kids []*node, _ int) *node {
	rel := pick(kids, opRel, 0)
	if u := pick(kids, opUnit, 0); u != nil {
		return relNode(u.unit, rel.n)
	}
	t := pick(kids, opFrame, 0)
	if t == nil || t.a != nil || t.frame.any(relFields|yearFields) {
		return nil
	}
	f := t.frame
	switch {
	case f.only(timeFields) && f.is(fPart):
		return &node{op: opFrame, frame: f.with(fRelUnit, int(uDay)).with(fRel, rel.n)}
	case f.any(clockFields):
		return nil
	case f.only(mask(fWeekday)):
		f = f.with(fRelUnit, int(uWeekday0))
	case rel.n == 0:
		f = f.with(fRelUnit, int(uYear))
	default:
		f = f.with(fRelUnit, int(uOccurrence))
	}
	return &node{op: opFrame, frame: f.with(fRel, rel.n)}
}

// current makes "the month" of a bare unit.
func current(kids []*node, _ int) *node {
	u := pick(kids, opUnit, 0)
	if u.unit <= uDay {
		return nil
	}
	return relNode(u.unit, 0)
}

// weekLater makes "Tuesday week", a week after the coming Tuesday, or more
// weeks.
func weekLater(kids []*node, weeks int) *node {
	return &node{op: opShift, n: 1, dur: []span{{4 * max(1, weeks), uWeek}}, a: withWeakness(pick(kids, opFrame, 0), 0)}
}

// shiftBy moves a time, or now, by a duration.
func shiftBy(kids []*node, sign int) *node {
	n := &node{op: opShift, n: sign, dur: pick(kids, opDur, 0).dur}
	if base := times(kids); len(base) > 0 {
		if base[0].weak&(weakNum|weakDay) != 0 || base[0].op == opShift && finest(base[0].dur) != finest(n.dur) && base[0].a != nil {
			return nil
		}
		if f := base[0].frame; base[0].op != opFrame || !f.only(relFields) || unit(f.v[fRelUnit]) != uSecond || f.v[fRel] != 0 {
			n.a = base[0] // anything but "now"
		}
	}
	return n
}

// shiftRange makes "in 2 or 3 weeks", a stretch from the one to the other.
func shiftRange(kids []*node, sign int) *node {
	u, a, b := pick(kids, opUnit, 0), pick(kids, opNum, 0), pick(kids, opNum, 1)
	if a.n >= b.n || b.n > 1000 {
		return nil
	}
	from := &node{op: opShift, n: sign, dur: []span{{4 * a.n, u.unit}}}
	to := &node{op: opShift, n: sign, dur: []span{{4 * b.n, u.unit}}}
	if sign < 0 {
		from, to = to, from
	}
	return &node{op: opRange, a: from, b: to}
}

// shiftUnit makes "in a week" where the language leaves the "a" out, and "the
// day after Christmas".
func shiftUnit(kids []*node, sign int) *node {
	dur := &node{op: opDur, dur: []span{{4, pick(kids, opUnit, 0).unit}}}
	return shiftBy(append([]*node{dur}, times(kids)...), sign)
}

// weekdayCount makes "two Fridays ago".
func weekdayCount(kids []*node, sign int) *node {
	n, t := pick(kids, opNum, 0), kids[1]
	if t.op == opSet {
		t = t.a
	}
	if n.n < 1 || n.n > 52 || t.weak != 0 {
		return nil
	}
	return &node{op: opFrame, frame: t.frame.with(fRelUnit, int(uOccurrence)).with(fRel, sign*n.n)}
}

// windowOf makes "three next days" of a number, a relation and a unit.
func windowOf(kids []*node, _ int) *node {
	d := duration(kids, 0)
	if d == nil {
		return nil
	}
	return windowBy(append([]*node{d}, kids...), 0)
}

// windowBy makes "the next three days"; sign 0 takes it from the word.
func windowBy(kids []*node, sign int) *node {
	if rel := pick(kids, opRel, 0); rel != nil {
		sign = rel.n
	}
	if sign != 1 && sign != -1 {
		return nil
	}
	return &node{op: opWindow, n: sign, dur: pick(kids, opDur, 0).dur}
}

// nth makes "the second week of …" and "the last Friday of …".
func nth(kids []*node, arg int) *node {
	n := arg
	count := 0
	if o := pick(kids, opOrd, 0); o != nil && arg == 0 {
		n = o.n
	} else if rel := pick(kids, opRel, 0); rel != nil {
		if rel.n >= 0 {
			return nil
		}
		n = rel.n
	}
	if o, rel := pick(kids, opOrd, 0), pick(kids, opRel, 0); o != nil && rel != nil { // "the third last week"
		if rel.n != -1 || o.n < 2 {
			return nil
		}
		n = -o.n
	}
	if d := pick(kids, opDur, 0); d != nil {
		if len(d.dur) != 1 || d.dur[0].quarters%4 != 0 {
			return nil
		}
		count = d.dur[0].quarters / 4
		return nthNode(n, count, d.dur[0].unit, 0, kids)
	}
	if u := pick(kids, opUnit, 0); u != nil {
		return nthNode(n, count, u.unit, 0, kids)
	}
	for _, k := range kids {
		if k.op == opFrame && k.a == nil && k.frame.has == mask(fWeekday) {
			return nthNode(n, count, uWeekday0, int(k.frame.v[fWeekday]), kids)
		}
	}
	return nil
}

// nthNode builds the frame of an n-th unit and unites it with the period.
func nthNode(n, count int, u unit, weekday int, kids []*node) *node {
	f := frame{}.with(fNthUnit, int(u)).with(fNth, n)
	if count > 0 {
		f = f.with(fNthCount, count)
	}
	if weekday > 0 {
		f = f.with(fWeekday, weekday)
	}
	out := &node{op: opFrame, frame: f}
	for _, t := range times(kids) {
		if t.op == opFrame && t.frame.only(mask(fWeekday)) && weekday > 0 {
			continue
		}
		if t.op != opFrame || t.frame.any(nthFields|timeFields|mask(fDay, fWeekday)) || t.frame.is(fMonth) && u >= uMonth && u < uWeekday0 {
			return nil
		}
		out = combine(out, withWeakness(t, 0))
		if out == nil {
			return nil
		}
	}
	return out
}

// every makes a recurrence of a duration, a unit or a time.
func every(kids []*node, _ int) *node {
	n := &node{op: opSet}
	if d := pick(kids, opDur, 0); d != nil {
		n.dur = d.dur
	} else if u := pick(kids, opUnit, 0); u != nil {
		n.dur = []span{{4, u.unit}}
	} else if s := pick(kids, opSet, 0); s != nil {
		n.dur = s.dur
	}
	if t := pick(kids, opFrame, 0); t != nil {
		if t.a != nil || anchored(t.frame) || t.weak&(weakNum|weakDay) != 0 {
			return nil
		}
		n.a = withWeakness(t, 0)
		if n.dur == nil {
			u, _ := loopUnit(t.frame)
			n.dur = []span{{4, u}}
		}
	}
	return n
}

// everyAt gives a recurrence the time it falls on: "daily at seven".
func everyAt(kids []*node, _ int) *node {
	set, t := pick(kids, opSet, 0), pick(kids, opFrame, 0)
	if t == nil || t.a != nil || t.weak != 0 || anchored(t.frame) {
		return nil
	}
	out := &node{op: opSet, dur: set.dur, a: t}
	if set.a != nil {
		if out.a = combine(set.a, t); out.a == nil {
			return nil
		}
	}
	return out
}

// weekdayOf makes "Friday of next week" of a weekday, a unit and a relation.
func weekdayOf(kids []*node, _ int) *node {
	t := relative(kids[1:], 0)
	if t == nil {
		return nil
	}
	return combine(pick(kids, opFrame, 0), t)
}

// nearest makes "this past Wednesday", the last before today, and "this coming
// Wednesday", the first after it.
func nearest(kids []*node, _ int) *node {
	t := pick(kids, opFrame, 0)
	if t == nil || !t.frame.only(mask(fWeekday)) {
		return nil
	}
	return &node{op: opFrame, frame: t.frame.with(fRelUnit, int(uOccurrence)).with(fRel, pick(kids, opRel, 0).n)}
}

// nthFirst makes "the first ten days" of a word that says only "first".
func nthFirst(kids []*node, _ int) *node { return nth(kids, 1) }

// nthOfUnit makes "the last day of the month", of the current one.
func nthOfUnit(kids []*node, _ int) *node {
	last := len(kids) - 1
	period := relNode(kids[last].unit, 0)
	return nth(append(append([]*node{}, kids[:last]...), period), 0)
}
