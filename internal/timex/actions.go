package timex

// actions are the meanings that grammar rules may have. Those that return nil
// refuse the reading.
var actions = map[string]action{
	"merge": merge, "join": join, "only": only, "strong": strong, "strongday": strongDay,
	"dom": dayOfMonth, "domord": ordinalDay, "strongdom": strongDayOfMonth, "markeddom": markedDayOfMonth, "weekdaynum": weekdayAndDay, "numweekday": dayAndWeekday, "dayof": dayOf, "unitday": unitDay, "ordinal": ordinal, "year": year, "jyear": jalaliYearOf, "shortyear": shortYear, "anyyear": anyYear,
	"era": eraYear, "decade": decade, "century": century, "opaque": opaque,
	"yearpair": yearPair, "digityear": digitYear, "hundreds": hundreds, "thousands": thousands,
	"quarter": func(k []*node, _ int) *node { return numbered(k, int(fQuarter)) },
	"half":    func(k []*node, _ int) *node { return numbered(k, int(fHalf)) },
	"weekno":  func(k []*node, _ int) *node { return numbered(k, int(fWeekNo)) },
	"monthno": func(k []*node, _ int) *node { return numbered(k, int(fMonth)) },
	"rel":     relative, "current": current, "relby": relativeBy, "nth": nth,
	"dur": duration, "adddur": addDurations, "shift": shiftBy, "shiftunit": shiftUnit, "stretch": stretch, "todate": toDate, "window": windowBy, "within": withinBy, "windownum": windowOf,
	"between": between, "range": strongRange, "border": border, "part": partOf, "partunit": partOfUnit, "days": days, "dual": dual, "one": single, "monthday": monthDay, "weekdayof": weekdayOf, "every": every, "borderunit": borderUnit, "borderday": borderDay, "borderhour": borderHour, "morethan": moreThan, "hourofpart": hourOfPart, "nearest": nearest,
	"lateyear": lateYear, "daymonth": dayAndMonth, "thisyear": thisYear,
	"firsthalf":  func(k []*node, _ int) *node { return halfOf(k, subFirstHalf) },
	"secondhalf": func(k []*node, _ int) *node { return halfOf(k, subSecondHalf) },
	"endunit":    func(k []*node, _ int) *node { return halfOf(k, subEnd) },
	"startof":    func(_ []*node, u int) *node { return &node{op: opSub, n: subStart, a: relNode(unit(u), 0)} },
	"endof":      func(_ []*node, u int) *node { return &node{op: opSub, n: subEnd, a: relNode(unit(u), 0)} },
	"nthfirst":   func(k []*node, _ int) *node { return nth(k, 1) },
	"everyat":    everyAt,
	"clock":      clock, "clocksecond": clockSecond, "clockrange": clockRange, "clockdash": clockDash, "spaceddate": spacedDate, "clockwords": clockWords, "weakclock": weakClock, "weeklater": weekLater, "addmeridiem": addMeridiem, "past": clockPast, "pastafter": clockAfter,
}

// pick returns the i-th part of an operator, nil if there are fewer.
func pick(kids []*node, o op, i int) *node {
	for _, k := range kids {
		if k.op == o {
			if i == 0 {
				return k
			}
			i--
		}
	}
	return nil
}

// times returns the parts that are times in themselves.
func times(kids []*node) []*node {
	var out []*node
	for _, k := range kids {
		if k != nil && k.op >= opFrame && k.op != opDur {
			out = append(out, k)
		}
	}
	return out
}

// merge unites the times of a rule; at least one must stand by itself.
func merge(kids []*node, _ int) *node { return mergeAll(kids, false) }

// loose tells an ordinal in words beside something that has no use for a day:
// "at midnight, the third …".
func loose(day, other *node) bool {
	return day.weak == weakDay && day.op == opFrame && day.frame.is(fDay) && day.digit == 0 &&
		other.op == opFrame && !other.frame.any(mask(fWeekday, fRelUnit))
}

// join unites the times of a rule that makes them an expression by itself.
func join(kids []*node, _ int) *node { return mergeAll(kids, true) }

func mergeAll(kids []*node, strong bool) *node {
	parts := times(kids)
	if len(parts) == 0 {
		return nil
	}
	out := parts[0]
	if strong {
		out = combineAll(parts)
		return withWeakness(out, 0)
	}
	weak := out.weak
	for _, p := range parts[1:] {
		if out.weak != 0 && p.weak != 0 || (out.weak|p.weak)&weakNum != 0 || loose(out, p) || loose(p, out) {
			return nil
		}
		if out = combine(out, p); out == nil {
			return nil
		}
		weak = 0
	}
	return withWeakness(out, weak)
}

// combineAll unites parts that fit only all together: 2020, 23 and September.
func combineAll(parts []*node) *node {
	sum := &node{op: opFrame}
	for _, p := range parts {
		if p.op != opFrame || p.a != nil {
			return combineInTurn(parts)
		}
		f, ok := unite(sum.frame, p.frame)
		if !ok {
			return nil
		}
		sum.frame = f
		sum.swap = sum.swap || p.swap
	}
	if !coherent(sum.frame, false) {
		return nil
	}
	return sum
}

func combineInTurn(parts []*node) *node {
	out := parts[0]
	for _, p := range parts[1:] {
		if out = combine(out, p); out == nil {
			return nil
		}
	}
	return out
}

func withWeakness(n *node, w weakness) *node {
	if n == nil || n.weak == w {
		return n
	}
	copied := *n
	copied.weak = w
	return &copied
}

// only returns the one part that is not a function word.
func only(kids []*node, _ int) *node {
	for _, k := range kids {
		if k.op != opWord {
			return k
		}
	}
	return nil
}

// strong takes a weak word or year for a time, because of the words around it.
func strong(kids []*node, _ int) *node {
	n := only(kids, 0)
	if n == nil || n.weak&(weakNum|weakUnit|weakDay) != 0 {
		return nil
	}
	return withWeakness(n, 0)
}

// strongDay does the same for a day of the month.
func strongDay(kids []*node, _ int) *node {
	n := only(kids, 0)
	if n == nil || n.op != opFrame {
		return nil
	}
	return withWeakness(n, 0)
}

// dayOfMonth makes a day of a number.
func dayOfMonth(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	weak := weakNum
	if n == nil {
		n, weak = pick(kids, opOrd, 0), weakDay
	}
	if n == nil || !validDay(n.n) || n.digit > 2 {
		return nil
	}
	return &node{op: opFrame, weak: weak, digit: n.digit, frame: frame{}.with(fDay, n.n)}
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
	t := pick(kids, opFrame, 0)
	if t == nil || !t.frame.is(fRelUnit) || unit(t.frame.v[fRelUnit]) != uMonth {
		return nil
	}
	return join(kids, 0)
}

// unitDay makes "the 27th of the month" where the month stands first.
func unitDay(kids []*node, _ int) *node {
	u, d := pick(kids, opUnit, 0), pick(kids, opFrame, 0)
	if u.unit != uMonth || d.digit == 0 {
		return nil
	}
	return withWeakness(d, 0)
}

// ordinal makes an ordinal of a number and its ending.
func ordinal(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.digit == 0 || n.digit > 2 {
		return nil
	}
	return &node{op: opOrd, n: n.n, weak: weakNum, digit: n.digit}
}

// year makes a year of a number of four digits.
func year(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.n < 1000 || n.n > 2200 || n.digit != 4 && (n.digit != 0 || n.n < 1100) {
		return nil
	}
	return &node{op: opFrame, weak: weakYear, frame: frame{}.with(fYear, n.n)}
}

// jalaliYearOf makes a year of the Jalali calendar.
func jalaliYearOf(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.n < 1250 || n.n > 1500 {
		return nil
	}
	return &node{op: opFrame, weak: weakYear, frame: frame{}.with(fYear, n.n).with(fCal, calJalali)}
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

// hundreds and thousands make numbers of several words.
func hundreds(kids []*node, _ int) *node { return multiply(kids, 100) }

func thousands(kids []*node, _ int) *node { return multiply(kids, 1000) }

func multiply(kids []*node, scale int) *node {
	n, before := 0, 1
	for _, k := range kids {
		switch {
		case k.op != opNum:
			n = before * scale
		case k.digit != 0 || k.n == 0:
			return nil
		case n == 0:
			before = k.n
		case k.n >= scale:
			return nil
		default:
			n += k.n
		}
	}
	if before >= 100 || n > 9999 {
		return nil
	}
	return &node{op: opNum, weak: weakNum, n: n}
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

// numbered makes the n-th quarter, half or week of a year.
func numbered(kids []*node, f int) *node {
	n := pick(kids, opNum, 0)
	if n == nil {
		n = pick(kids, opOrd, 0)
	}
	limit := map[field]int{fQuarter: 4, fHalf: 2, fWeekNo: 53, fMonth: 12}[field(f)]
	if n == nil || n.n < 1 || n.n > limit {
		return nil
	}
	return &node{op: opFrame, frame: frame{}.with(field(f), n.n)}
}

// monthDay makes a date of the word for "day", a number and a month.
func monthDay(kids []*node, _ int) *node {
	d, m := dayOfMonth(kids, 0), pick(kids, opFrame, 0)
	if d == nil {
		return nil
	}
	return join([]*node{d, m}, 0)
}

// opaque marks a date that we do not place.
func opaque([]*node, int) *node { return &node{op: opOpaque} }
