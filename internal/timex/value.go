package timex

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// values returns what a node may mean, the likeliest first.
func (r resolver) values(n *node, dir Direction) []Value {
	switch n.op {
	case opOpaque:
		return nil
	case opDur:
		return []Value{{Kind: Duration, Precision: precisions[finest(n.dur)], Timex: durationName(n.dur)}}
	case opSet:
		return r.recurrence(n)
	case opEither:
		values := r.values(n.a, dir)
		for _, v := range r.values(n.b, dir) {
			values = appendNew(values, v)
		}
		return values
	}
	var values []Value
	for _, reading := range readings(n) {
		for _, past := range directions(n, dir) {
			for _, later := range r.meridiems(n) {
				r.past, r.later = past, later
				if e, ok := r.eval(reading); ok && inRange(e) {
					if r.Finer {
						e = r.finer(reading, e)
					}
					values = appendNew(values, e.value())
				}
			}
		}
	}
	if r.EarliestHour && vagueHour(n) >= 0 {
		r.earliestFirst(values)
	}
	if f := n.frame; dir == Any && len(values) == 2 && n.op == opFrame && f.is(fDay) && f.is(fWeekday) {
		r.likelierFirst(values, int(f.v[fWeekday]))
	}
	return values
}

// likelierFirst sorts the two days that may be "Tuesday the 25th" or "Tuesday,
// 25 May": the weekday decides, and as it falls on such days rarely, the nearer
// one is meant.
func (r resolver) likelierFirst(values []Value, weekday int) {
	slices.SortStableFunc(values, func(a, b Value) int {
		if agrees := isoWeekday(a.Start) == weekday; agrees != (isoWeekday(b.Start) == weekday) {
			if agrees {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Start.Sub(r.ref).Abs(), b.Start.Sub(r.ref).Abs())
	})
}

// readings returns n, and n with day and month the other way round if the
// locale does not decide.
func readings(n *node) []*node {
	if !n.swap {
		return []*node{n}
	}
	swapped := *n
	f := n.frame
	swapped.frame = f.with(fDay, int(f.v[fMonth])).with(fMonth, int(f.v[fDay]))
	return []*node{n, &swapped}
}

// directions says where to look, the likelier side first: "since Monday" looks
// back.
func directions(n *node, dir Direction) []bool {
	if n.op == opOpen && n.n == boundSince {
		return []bool{true, false}
	}
	switch dir {
	case Future:
		return []bool{false}
	case Past:
		return []bool{true}
	}
	return []bool{false, true}
}

// meridiems says in which order to read hours that may be before or after
// noon: those from one to six are first taken to be after.
func (r resolver) meridiems(n *node) []bool {
	hour := vagueHour(n)
	switch {
	case hour < 0:
		return []bool{false}
	case 1 <= hour && hour <= 6 && !r.EarliestHour:
		return []bool{true, false}
	}
	return []bool{false, true}
}

// vagueHour returns the first hour in n without a meridiem, -1 if there is none.
func vagueHour(n *node) int {
	if n == nil {
		return -1
	}
	if n.op == opFrame && isVague(n.frame) {
		return int(n.frame.v[fHour])
	}
	return max(vagueHour(n.a), vagueHour(n.b))
}

func inRange(e extent) bool {
	for _, t := range []time.Time{e.start, e.end} {
		if !t.IsZero() && (t.Year() < 1 || t.Year() > 9999) {
			return false
		}
	}
	return e.open != 0 || e.start.Before(e.end) || e.start.Equal(e.end)
}

func appendNew(values []Value, v Value) []Value {
	for _, old := range values {
		if old.Start.Equal(v.Start) && old.End.Equal(v.End) && old.Kind == v.Kind {
			return values
		}
	}
	return append(values, v)
}

func (e extent) value() Value {
	v := Value{Kind: Interval, Start: e.start, End: e.end, Precision: e.prec, Timex: e.name}
	if e.name == "" {
		switch e.prec {
		case Day:
			if e.end.Equal(addDays(e.start, 1)) {
				v.Kind = Date
			}
		case Hour, Minute, Second:
			if e.end.Sub(e.start) <= time.Hour {
				v.Kind = Instant
			}
		}
		v.Timex = e.timex()
	}
	return v
}

// calendarUnits are the units that have names of their own.
var calendarUnits = map[Precision]unit{Day: uDay, Week: uWeek, Month: uMonth, Quarter: uQuarter, Half: uHalf, Year: uYear}

// timex names an extent that is one period of its precision.
func (e extent) timex() string {
	if u, ok := calendarUnits[e.prec]; ok && !period(e.start, u).end.Equal(e.end) {
		return intervalName(e.start, e.end)
	}
	return pointName(e.start, e.prec)
}

// pointName names the period of a precision that begins at t.
func pointName(t time.Time, p Precision) string {
	year := t.Format("2006")
	_, week := t.ISOWeek()
	first := t.Day() == 1
	switch p {
	case Century:
		return year[:2]
	case Decade:
		return year[:3]
	case Year:
		if first && t.Month() == 1 {
			return year
		}
	case Half:
		if first && t.Month()%6 == 1 {
			return year + "-H" + strconv.Itoa((int(t.Month())+5)/6)
		}
	case Quarter:
		if first && t.Month()%3 == 1 {
			return year + "-Q" + strconv.Itoa((int(t.Month())+2)/3)
		}
	case Season:
		return year + "-" + [...]string{"WI", "SP", "SU", "FA"}[int(t.Month())/3%4]
	case Month:
		if first {
			return t.Format("2006-01")
		}
	case Week, Weekend:
		isoYear, _ := t.ISOWeek()
		name := strconv.Itoa(isoYear) + "-W" + pad(week)
		if p == Weekend {
			name += "-WE"
		}
		if isoWeekday(t) == 1 || p == Weekend {
			return name
		}
	case Hour, Minute:
		return t.Format("2006-01-02T15:04")
	case Second, Part:
		return t.Format("2006-01-02T15:04:05")
	}
	return t.Format(time.DateOnly)
}

func pad(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// intervalName names a stretch by its ends.
func intervalName(a, b time.Time) string {
	layout := time.DateOnly
	if !midnight(a).Equal(a) || !midnight(b).Equal(b) {
		layout = "2006-01-02T15:04:05"
	}
	return "(" + a.Format(layout) + "," + b.Format(layout) + "," + lengthName(a, b) + ")"
}

// lengthName is the length of a stretch as a TIMEX duration.
func lengthName(a, b time.Time) string {
	d := b.Sub(a)
	if midnight(a).Equal(a) && midnight(b).Equal(b) {
		return "P" + strconv.Itoa(int((d+12*time.Hour)/(24*time.Hour))) + "D"
	}
	name := "PT"
	for _, part := range []struct {
		length time.Duration
		code   string
	}{{time.Hour, "H"}, {time.Minute, "M"}, {time.Second, "S"}} {
		if n := d / part.length; n > 0 {
			name += strconv.Itoa(int(n)) + part.code
			d -= n * part.length
		}
	}
	if name == "PT" {
		return "PT0S"
	}
	return name
}

var unitCodes = map[unit]string{
	uSecond: "TS", uMinute: "TM", uHour: "TH", uDay: "D", uWorkday: "BD", uWeek: "W", uFortnight: "W", uMonth: "M",
	uQuarter: "M", uSeason: "M", uHalf: "M", uYear: "Y", uDecade: "Y", uCentury: "Y", uWeekend: "WE", uWorkweek: "W",
}

var unitFactors = map[unit]int{uFortnight: 2, uQuarter: 3, uSeason: 3, uHalf: 6, uDecade: 10, uCentury: 100}

// halves says in what a part of a unit is counted: half an hour in minutes.
var halves = map[unit]span{uHour: {60, uMinute}, uDay: {24, uHour}, uYear: {12, uMonth}, uMinute: {60, uSecond}}

// durationName is a duration in TIMEX, "P1Y6M" or "PT1H30M".
func durationName(dur []span) string {
	name, clock := "P", false
	for _, s := range dur {
		if finer, ok := halves[s.unit]; ok && s.quarters%4 != 0 {
			s = span{s.quarters * finer.quarters, finer.unit}
		}
		code := unitCodes[s.unit]
		if rest, ok := strings.CutPrefix(code, "T"); ok {
			if !clock {
				name += "T"
				clock = true
			}
			code = rest
		}
		quarters := s.quarters * max(1, unitFactors[s.unit])
		name += strconv.FormatFloat(float64(quarters)/4, 'f', -1, 64) + code
	}
	return name
}

// recurrence names a repetition and gives its first occurrence from the
// reference time on.
func (r resolver) recurrence(n *node) []Value {
	v := Value{Kind: Recurrence, Precision: precisions[finest(n.dur)], Timex: "R/" + durationName(n.dur)}
	if n.a != nil {
		later := r.meridiems(n.a)[0]
		r.past, r.later = false, later
		if e, ok := r.eval(n.a); ok && inRange(e) {
			v.Start, v.End, v.Precision = e.start, e.end, e.prec
			if e.prec == Part || e.prec == Hour || e.prec == Minute {
				v.Timex = "R/" + pointName(e.start, e.prec) + "/" + durationName(n.dur)
			}
		}
	}
	return []Value{v}
}
