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

// weekLater makes "Tuesday week", a week after the coming Tuesday.
func weekLater(kids []*node, _ int) *node {
	return &node{op: opShift, n: 1, dur: []span{{4, uWeek}}, a: withWeakness(pick(kids, opFrame, 0), 0)}
}

// relativeBy moves what is relative already: "the week after next".
func relativeBy(kids []*node, n int) *node {
	u := pick(kids, opUnit, 0)
	if u == nil {
		t := pick(kids, opFrame, 0)
		if t == nil || !t.frame.only(mask(fWeekday)) {
			return nil
		}
		return &node{op: opFrame, frame: t.frame.with(fRelUnit, int(uWeekday0)).with(fRel, n)}
	}
	return relNode(u.unit, n)
}

// duration makes "three days"; arg is what a missing number counts, in quarters.
func duration(kids []*node, quarters int) *node {
	u := pick(kids, opUnit, 0)
	if n := pick(kids, opNum, 0); n != nil {
		quarters += 4 * n.n
	}
	if quarters <= 0 {
		return nil
	}
	return &node{op: opDur, dur: []span{{quarters, u.unit}}}
}

// addDurations makes "a year and six months".
func addDurations(kids []*node, _ int) *node {
	a, b := pick(kids, opDur, 0), pick(kids, opDur, 1)
	if b.dur[0].unit >= a.dur[len(a.dur)-1].unit || len(a.dur) > 4 {
		return nil
	}
	return &node{op: opDur, dur: append(append([]span{}, a.dur...), b.dur...)}
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

// stretch makes "three days from Monday" and "from 9:30 for two hours".
func stretch(kids []*node, _ int) *node {
	if p := pick(kids, opPart, 0); p != nil && p.n != boundSince && p.n != boundFrom {
		return nil
	}
	ts := times(kids)
	if len(ts) != 1 || ts[0].op == opRange || ts[0].op == opOpen || ts[0].weak != 0 {
		return nil
	}
	dur := pick(kids, opDur, 0).dur
	return &node{op: opRange, a: ts[0], b: &node{op: opShift, n: 1, dur: dur, a: ts[0]}, n: 1}
}

// toDate makes "since May and until now" of "May to date".
func toDate(kids []*node, _ int) *node {
	t := pick(kids, opFrame, 0)
	if u := pick(kids, opUnit, 0); u != nil {
		t = relNode(u.unit, 0)
	}
	if t == nil || t.weak&weakNum != 0 {
		return nil
	}
	return &node{op: opRange, a: withWeakness(t, 0), b: relNode(uDay, 0)}
}

// shiftUnit makes "in a week" where the language leaves the "a" out.
func shiftUnit(kids []*node, sign int) *node {
	return &node{op: opShift, n: sign, dur: []span{{4, pick(kids, opUnit, 0).unit}}}
}

// windowOf makes "three next days" of a number, a relation and a unit.
func windowOf(kids []*node, _ int) *node {
	d := duration(kids, 0)
	if d == nil {
		return nil
	}
	return windowBy(append([]*node{d}, kids...), 0)
}

// withinBy makes "within three days", from now until then.
func withinBy(kids []*node, _ int) *node {
	end := &node{op: opShift, n: 1, dur: pick(kids, opDur, 0).dur}
	return &node{op: opRange, a: relNode(uSecond, 0), b: end, n: 1}
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
		if rel.n != -1 {
			return nil
		}
		n = -1
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

// between makes a range.
func between(kids []*node, _ int) *node {
	ts := times(kids)
	if len(ts) != 2 {
		return nil
	}
	a, b := ts[0], ts[1]
	weak := a.weak & b.weak
	if a.op == opRange || b.op == opRange || a.op == opOpen || b.op == opOpen || a.weak&weakNum != 0 && b.weak&weakNum == 0 && !b.frame.is(fDay) {
		return nil
	}
	if a.op == opFrame && b.op == opFrame && a.frame.only(timeFields) && b.frame.is(fHour) && b.frame.any(dateFields) && !b.dated {
		return nil // "from 2 to 3 pm on Friday": Friday is said of both
	}
	if a.op == opFrame && b.op == opFrame && a.frame.is(fMonth) && !a.frame.is(fDay) && b.frame.only(mask(fWeekday)) {
		return nil
	}
	if a.op == opFrame && b.op == opFrame && rangeLevel(a.frame) != rangeLevel(b.frame) && (weak != 0 || rangeLevel(a.frame) == 0 && !b.frame.is(fHour)) {
		return nil
	}
	return &node{op: opRange, a: a, b: b, weak: weak}
}

// rangeLevel tells clock times from dates.
func rangeLevel(f frame) int {
	if f.only(timeFields) {
		return 0
	}
	return 1
}

// strongRange is a range that the words around it make one: "from 2014 to 2018".
func strongRange(kids []*node, _ int) *node {
	n := between(kids, 0)
	if n == nil || n.weak&(weakNum|weakDay) != 0 && n.a.frame.is(fDay) {
		return n
	}
	return withWeakness(n, 0)
}

// border makes "before Friday", "since May".
func border(kids []*node, bound int) *node {
	if p := pick(kids, opPart, 0); p != nil {
		bound = p.n
	}
	ts := times(kids)
	if len(ts) != 1 || ts[0].op == opRange || ts[0].op == opOpen || ts[0].weak&(weakNum|weakUnit|weakDay) != 0 {
		return nil
	}
	if y := ts[0].frame.v[fYear]; ts[0].weak&weakYear != 0 && (y < 1900 || y > 2100) {
		return nil // "up to 1500" counts other things
	}
	return &node{op: opOpen, n: bound, a: ts[0]}
}

// partOf makes "the end of May", "early tomorrow".
func partOf(kids []*node, part int) *node {
	if p := pick(kids, opPart, 0); p != nil {
		part = p.n
	}
	ts := times(kids)
	if len(ts) != 1 || ts[0].op != opFrame || ts[0].frame.any(clockFields) || ts[0].weak&(weakNum|weakDay) != 0 {
		return nil
	}
	return &node{op: opSub, n: part, a: ts[0]}
}

// partOfUnit makes "the end of the month".
func partOfUnit(kids []*node, _ int) *node {
	u := pick(kids, opUnit, 0)
	if u.unit < uDay {
		return nil
	}
	return &node{op: opSub, n: pick(kids, opPart, 0).n, a: relNode(u.unit, 0)}
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

// halfOf makes "the first half of the year" of a unit alone.
func halfOf(kids []*node, part int) *node {
	u := pick(kids, opUnit, 0)
	if u == nil || u.unit < uDay {
		return nil
	}
	return &node{op: opSub, n: part, a: relNode(u.unit, 0)}
}

// days makes a duration of a word that counts days by itself.
func days(kids []*node, _ int) *node {
	return &node{op: opDur, dur: []span{{4 * kids[0].n, uDay}}}
}

// dual and single make durations of words that hold their number: Arabic
// "two weeks", Indonesian "a week".
func dual(kids []*node, _ int) *node { return &node{op: opDur, dur: []span{{8, unit(kids[0].n)}}} }

func single(kids []*node, _ int) *node { return &node{op: opDur, dur: []span{{4, unit(kids[0].n)}}} }

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

// borderDay makes "by the 15th".
func borderDay(kids []*node, _ int) *node {
	t := pick(kids, opFrame, 0)
	if t == nil {
		t = dayOfMonth(kids, 0)
	}
	bound := pick(kids, opPart, 0).n
	if t == nil || t.digit == 0 && bound > boundUntil || t.weak == weakNum && pick(kids, opNum, 0) == nil {
		return nil
	}
	return &node{op: opOpen, n: bound, a: withWeakness(t, 0)}
}

// borderHour makes "before eleven" where the article says that hours are meant.
func borderHour(kids []*node, _ int) *node {
	h := clock(kids, 0)
	if h == nil {
		return nil
	}
	return &node{op: opOpen, n: pick(kids, opPart, 0).n, a: h}
}

// borderUnit makes "before the weekend".
func borderUnit(kids []*node, _ int) *node {
	u := pick(kids, opUnit, 0)
	if u.unit != uWeekend {
		return nil
	}
	return &node{op: opOpen, n: pick(kids, opPart, 0).n, a: relNode(u.unit, 0)}
}

// moreThan makes "more than two weeks ago" of "two weeks ago".
func moreThan(kids []*node, _ int) *node {
	t := pick(kids, opShift, 0)
	if t == nil {
		return nil
	}
	bound := boundSince
	if t.n < 0 {
		bound = boundBefore
	}
	return &node{op: opOpen, n: bound, a: t}
}

// hourOfPart makes "8 tonight" of a number and a part of a certain day.
func hourOfPart(kids []*node, _ int) *node {
	n, t := pick(kids, opNum, 0), pick(kids, opFrame, 0)
	if t == nil || !t.frame.is(fPart) || unit(t.frame.v[fRelUnit]) != uDay || n.digit > 2 || n.n < 1 || n.n > 12 {
		return nil
	}
	return combine(&node{op: opFrame, frame: frame{}.with(fHour, n.n)}, t)
}
