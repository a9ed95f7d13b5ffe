package timex

// actions are the meanings that grammar rules may have. Those that return nil
// refuse the reading.
var actions = map[string]action{
	"merge": merge, "join": join, "only": only, "strong": strong, "strongday": strongDay, "opaque": opaque,

	// Numbers and durations: actions_number.go.
	"ordinal": ordinal, "tens": tensAndUnits, "hundreds": hundreds, "thousands": thousands,
	"dur": duration, "decdur": decimalDuration, "adddur": addDurations, "quarters": quarterHours, "days": days, "dual": dual, "one": single,

	// Days, months and years: actions_date.go.
	"dom": dayOfMonth, "monthdom": monthAndDay, "domord": ordinalDay, "strongdom": strongDayOfMonth, "markeddom": markedDayOfMonth,
	"weekdaynum": weekdayAndDay, "numweekday": dayAndWeekday, "dayof": dayOf, "dayofmonth": dayOfMonthBy, "unitday": unitDay,
	"monthday": monthDay, "daymonth": dayAndMonth, "spaceddate": spacedDate,
	"year": year, "shortyear": shortYear, "lateyear": lateYear, "dayyear": dayYear, "anyyear": anyYear, "yearpair": yearPair,
	"digityear": digitYear, "thisyear": thisYear, "era": eraYear, "decade": decade, "century": century,
	"quarter": numbered(fQuarter, 4), "half": numbered(fHalf, 2), "weekno": numbered(fWeekNo, 53), "monthno": numbered(fMonth, 12),

	// What is counted from now or within a period: actions_relative.go.
	"rel": relative, "current": current, "nearest": nearest, "weekdayof": weekdayOf, "weeklater": weekLater, "weekdaycount": weekdayCount,
	"shift": shiftBy, "shiftunit": shiftUnit, "shiftrange": shiftRange, "window": windowBy, "windownum": windowOf, "nth": nth, "nthfirst": nthFirst, "nthofunit": nthOfUnit,
	"every": every, "everyat": everyAt,

	// Ranges, borders and parts: actions_range.go.
	"between": between, "range": strongRange, "fullrange": fullRange, "zonerange": zoneRange, "within": withinBy, "stretch": stretch, "todate": toDate,
	"border": border, "borderday": borderDay, "borderhour": borderHour, "weakborderhour": weakBorderHour, "borderunit": borderUnit, "morethan": moreThan, "morethandur": moreThanDuration, "lessago": lessAgo, "sincedur": sinceDuration,
	"part": partOf, "partunit": partOfUnit, "unitpart": partOfThis,

	// Times of day: actions_clock.go.
	"clock": clock, "clocksecond": clockSecond, "clockwords": clockWords, "weakclock": weakClock,
	"clockrange": clockRange, "clockdash": clockDash, "addmeridiem": addMeridiem, "addzone": addZone, "past": clockPast, "fromhalf": fromHalf, "pastafter": clockAfter,
	"hourofpart": hourOfPart, "hourandday": hourAndDay, "clockdigits": clockDigits,
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

// strongDay does the same for a day of the month; an ordinal in words orders
// other things: "on the second floor".
func strongDay(kids []*node, _ int) *node {
	n := only(kids, 0)
	if n == nil || n.op != opFrame {
		return nil
	}
	if n.frame.has == mask(fDay) && n.digit == 0 {
		return n
	}
	return withWeakness(n, 0)
}

// opaque marks a date that we do not place.
func opaque([]*node, int) *node { return &node{op: opOpaque} }
