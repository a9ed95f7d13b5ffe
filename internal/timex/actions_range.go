package timex

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

// withinBy makes "within three days", from now until then.
func withinBy(kids []*node, _ int) *node {
	end := &node{op: opShift, n: 1, dur: pick(kids, opDur, 0).dur}
	return &node{op: opRange, a: relNode(uSecond, 0), b: end, n: 1}
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
	if b.op == opFrame && b.weak&weakNum != 0 && b.frame.only(mask(fDay)) && unit(a.frame.v[fRelUnit]) == uDay {
		return nil // "tomorrow till 12" is no day of the month
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

// partOfThis makes "the first half of the year" of a unit alone.
func partOfThis(kids []*node, part int) *node {
	u := pick(kids, opUnit, 0)
	if u == nil || u.unit < uDay {
		return nil
	}
	return &node{op: opSub, n: part, a: relNode(u.unit, 0)}
}

// borderDay makes "by the 15th".
func borderDay(kids []*node, _ int) *node {
	t := pick(kids, opFrame, 0)
	if t == nil {
		t = dayOfMonth(kids, 0)
	}
	bound := pick(kids, opPart, 0).n
	if t == nil || t.digit == 0 && bound > boundUntil && bound != boundBy || t.weak == weakNum && pick(kids, opNum, 0) == nil {
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

// weakBorderHour makes the same of any word for a border: "tomorrow before 5" is
// a time, "before 5 people" is none.
func weakBorderHour(kids []*node, _ int) *node {
	if n := borderHour(kids, 0); n != nil {
		return withWeakness(n, weakDay)
	}
	return nil
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

// fullRange makes an interval of two dates with clock times.
func fullRange(kids []*node, _ int) *node {
	a, b := combine(kids[0], kids[1]), combine(kids[3], kids[4])
	if a == nil || b == nil {
		return nil
	}
	return between([]*node{a, b}, 0)
}

// zoneRange gives both ends of a range of clock times their zone.
func zoneRange(kids []*node, _ int) *node {
	r := kids[0]
	a, b := addZone([]*node{r.a, kids[1]}, 0), addZone([]*node{r.b, kids[1]}, 0)
	if a == nil || b == nil {
		return nil
	}
	return &node{op: opRange, a: a, b: b}
}

// moreThanDuration makes "more than two weeks ago" where the words stand in
// another order: "vor mehr als zwei Wochen".
func moreThanDuration(kids []*node, sign int) *node {
	return moreThan([]*node{shiftBy([]*node{pick(kids, opDur, 0)}, sign)}, 0)
}

// lessAgo makes "less than two weeks ago": since then.
func lessAgo(kids []*node, _ int) *node {
	ago := &node{op: opShift, n: -1, dur: pick(kids, opDur, 0).dur}
	return &node{op: opRange, a: ago, b: relNode(uSecond, 0), n: 1}
}

// sinceDuration makes "for three years now" of words that say only "since".
func sinceDuration(kids []*node, _ int) *node {
	ago := &node{op: opShift, n: -1, dur: pick(kids, opDur, 0).dur}
	return &node{op: opOpen, n: boundSince, a: ago}
}
