package timex

// dayOfMonth makes a day of a number; one that is marked as a day is as good as
// written in digits.
func dayOfMonth(kids []*node, marked int) *node {
	n := pick(kids, opNum, 0)
	weak := weakNum
	if n == nil {
		n, weak = pick(kids, opOrd, 0), weakDay
	}
	if n == nil || !validDay(n.n) || n.digit > 2 {
		return nil
	}
	return &node{op: opFrame, weak: weak, digit: max(n.digit, int8(marked)), frame: frame{}.with(fDay, n.n)}
}

// monthAndDay makes a date of a month and the day behind it. A number in words
// counts what follows: "by the end of May | one report".
func monthAndDay(kids []*node, _ int) *node {
	if d := kids[len(kids)-1]; d.digit == 0 && d.weak == weakNum {
		return nil
	}
	return join(kids, 0)
}

// ordinalDay makes a day of a number with the dot that makes it an ordinal.
func ordinalDay(kids []*node, _ int) *node {
	n := dayOfMonth(kids, 0)
	if n != nil {
		n.weak = weakDay
	}
	return n
}

// strongDayOfMonth makes a day of a number said with the word "day"; an ordinal
// in words orders other things.
func strongDayOfMonth(kids []*node, _ int) *node {
	if o := pick(kids, opOrd, 0); o != nil && o.digit == 0 {
		return nil
	}
	return withWeakness(dayOfMonth(kids, 0), 0)
}

// markedDayOfMonth makes a day of a number said with a word for dates.
func markedDayOfMonth(kids []*node, _ int) *node {
	return withWeakness(dayOfMonth(kids, 0), 0)
}

// weekdayAndDay makes "Friday 23"; smaller numbers count other things too.
func weekdayAndDay(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n.digit != 2 && (n.digit != 0 || n.n < 10) {
		return nil
	}
	return join([]*node{pick(kids, opFrame, 0), dayOfMonth(kids, 0)}, 0)
}

// dayAndWeekday makes "31 Friday", which only digits do.
func dayAndWeekday(kids []*node, _ int) *node {
	if pick(kids, opNum, 0).digit != 2 {
		return nil
	}
	return weekdayAndDay(kids, 0)
}

// dayOf makes "the 21st" of "this month".
func dayOf(kids []*node, _ int) *node {
	for _, t := range times(kids) {
		if t.frame.is(fRelUnit) && unit(t.frame.v[fRelUnit]) == uMonth {
			return join(kids, 0)
		}
	}
	return nil
}

// dayOfMonthBy makes "15 next month", where the word for the month is of a form
// that nothing is counted with.
func dayOfMonthBy(kids []*node, _ int) *node {
	return join([]*node{pick(kids, opFrame, 0), relNode(uMonth, pick(kids, opRel, 0).n)}, 0)
}

// unitDay makes "the 27th of the month"; where the month stands first, only
// digits do, unless inWords.
func unitDay(kids []*node, inWords int) *node {
	u, d := pick(kids, opUnit, 0), pick(kids, opFrame, 0)
	if u.unit != uMonth || d.digit == 0 && inWords == 0 {
		return nil
	}
	return withWeakness(d, 0)
}

// year makes a year of a number of four digits.
func year(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.n < 1000 || n.n > 2200 || n.digit != 4 && (n.digit != 0 || n.n < 1100) {
		return nil
	}
	return &node{op: opFrame, weak: weakYear, frame: frame{}.with(fYear, n.n)}
}

// dayYear makes a date with a year of two digits that may be something else:
// "18 July 14" is one in a text that holds nothing else.
func dayYear(kids []*node, _ int) *node {
	if date := kids[0].frame; !date.is(fDay) || !date.is(fMonth) {
		return nil
	}
	return withWeakness(join(kids, 0), weakDay)
}

// yearPair makes 1972 of "nineteen seventy-two".
func yearPair(kids []*node, _ int) *node {
	a, b := pick(kids, opNum, 0), pick(kids, opNum, 1)
	if a.digit != 0 || b.digit != 0 || a.n < 11 || a.n > 21 || b.n < 10 || b.n > 99 {
		return nil
	}
	return &node{op: opFrame, weak: weakYear, frame: frame{}.with(fYear, 100*a.n+b.n)}
}

// digitYear makes a year of its digits, spelt one by one.
func digitYear(kids []*node, _ int) *node {
	y, n := 0, 0
	for _, k := range kids[:len(kids)-1] {
		y, n = y*10+k.n, n+1
	}
	y = fullYear(y, n)
	if y < 1000 || y > 2200 {
		return nil
	}
	return &node{op: opFrame, frame: frame{}.with(fYear, y)}
}

// shortYear makes a year of two digits.
func shortYear(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.digit != 2 {
		return nil
	}
	return &node{op: opFrame, weak: weakYear, frame: frame{}.with(fYear, fullYear(n.n, 2))}
}

// lateYear makes a year of two digits that can be no day: "July 98".
func lateYear(kids []*node, _ int) *node {
	if n := pick(kids, opNum, 0); n.n <= 31 {
		return nil
	}
	return shortYear(kids, 0)
}

// thisYear places a week or the like in the current year.
func thisYear(kids []*node, _ int) *node {
	t := pick(kids, opFrame, 0)
	return &node{op: opFrame, frame: t.frame.with(fRelUnit, int(uYear)).with(fRel, 0)}
}

// dayAndMonth makes a date of two numbers: "on the 17th of the 11th".
func dayAndMonth(kids []*node, _ int) *node {
	var n []int
	for _, k := range kids {
		if k.op == opNum && k.digit > 0 || k.op == opOrd {
			n = append(n, k.n)
		}
	}
	if len(n) != 2 || !validDay(n[0]) || !validMonth(n[1]) {
		return nil
	}
	return &node{op: opFrame, frame: frame{}.with(fDay, n[0]).with(fMonth, n[1])}
}

// spacedDate makes a date of three numbers in digits, "24 12 2014".
func spacedDate(kids []*node, _ int) *node {
	n := kids[1]
	if n.digit != 2 && n.digit != 4 {
		return nil
	}
	y := frame{}.with(fYear, fullYear(n.n, int(n.digit)))
	return join([]*node{kids[0], {op: opFrame, frame: y}}, 0)
}

// anyYear makes a year of any number up to four digits, with the word "year".
func anyYear(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.n < 1 || n.n > 9998 || n.digit == 1 || n.digit == 3 || n.digit == 0 && n.n < 1000 {
		return nil
	}
	return &node{op: opFrame, frame: frame{}.with(fYear, fullYear(n.n, int(n.digit)))}
}

// eraYear counts a year from the one before an era's first.
func eraYear(kids []*node, _ int) *node {
	era, n := 0, pick(kids, opNum, 0)
	for _, k := range kids {
		if k.op == opWord {
			era = max(era, k.n)
		}
	}
	if n == nil || n.n < 1 || n.n > 99 {
		return nil
	}
	return &node{op: opFrame, frame: frame{}.with(fYear, era+n.n)}
}

// decade makes "the 1990s" of 1990 and "the 90s" of 90.
func decade(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.n%10 != 0 {
		return nil
	}
	y := n.n
	switch {
	case y >= 20 && y < 100:
		y += 1900
	case y < 1000 || y > 2200:
		return nil
	}
	return &node{op: opFrame, frame: frame{}.with(fYear, y).with(fSpan, 10)}
}

// century makes "the 21st century".
func century(kids []*node, _ int) *node {
	n := pick(kids, opOrd, 0)
	if n == nil {
		n = pick(kids, opNum, 0)
	}
	if n == nil || n.n < 2 || n.n > 30 {
		return nil
	}
	return &node{op: opFrame, frame: frame{}.with(fYear, 100*(n.n-1)).with(fSpan, 100)}
}

// numbered returns the action that makes the n-th quarter, half, week or month
// of a year.
func numbered(f field, limit int) action {
	return func(kids []*node, _ int) *node {
		n := pick(kids, opNum, 0)
		if n == nil {
			n = pick(kids, opOrd, 0)
		}
		if n == nil || n.n < 1 || n.n > limit {
			return nil
		}
		return &node{op: opFrame, frame: frame{}.with(f, n.n)}
	}
}

// monthDay makes a date of the word for "day", a number and a month.
func monthDay(kids []*node, _ int) *node {
	d, m := dayOfMonth(kids, 0), pick(kids, opFrame, 0)
	if d == nil {
		return nil
	}
	return join([]*node{d, m}, 0)
}
