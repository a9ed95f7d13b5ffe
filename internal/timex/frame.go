package timex

// field names one slot of a frame.
type field uint8

const (
	fYear     field = iota
	fSpan           // years covered from fYear: 10 or 100
	fHalf           // 1–2
	fSeason         // 1–4 from spring
	fQuarter        // 1–4
	fMonth          // 1–12
	fCal            // calendar of year, month and day: see calendars
	fWeekNo         // ISO week
	fDay            // 1–31
	fWeekday        // 1–7 from Monday
	fHoliday        // encoded holiday rule
	fRelUnit        // a unit counted from the reference time …
	fRel            // … and how far
	fNthUnit        // the fNth unit (or weekday) of the period given by the other fields
	fNth            // negative: from the end
	fNthCount       // how many of them
	fPart           // part of day
	fHour
	fMinute
	fSecond
	fMeridiem // 1 before noon, 2 after, 3 the hour is on the 24-hour clock
	fZone     // minutes east of UTC, for clock times
	fieldCount
)

// frame is a partially known calendar time: what was said, and nothing more.
type frame struct {
	has uint32
	v   [fieldCount]int16
}

func (f frame) is(x field) bool    { return f.has&(1<<x) != 0 }
func (f frame) any(m uint32) bool  { return f.has&m != 0 }
func (f frame) only(m uint32) bool { return f.has&^m == 0 }

func (f frame) with(x field, v int) frame {
	f.has |= 1 << x
	f.v[x] = int16(v)
	return f
}

func (f frame) without(m uint32) frame {
	f.has &^= m
	for x := range fieldCount {
		if m&(1<<x) != 0 {
			f.v[x] = 0
		}
	}
	return f
}

func mask(fields ...field) uint32 {
	var m uint32
	for _, x := range fields {
		m |= 1 << x
	}
	return m
}

var (
	clockFields = mask(fHour, fMinute, fSecond, fMeridiem, fZone)
	timeFields  = clockFields | mask(fPart)
	yearFields  = mask(fYear, fSpan)
	relFields   = mask(fRelUnit, fRel)
	nthFields   = mask(fNthUnit, fNth, fNthCount)
	// dateFields are those that say which day or longer period is meant.
	dateFields = ^timeFields & (1<<fieldCount - 1)
)

// unit is a unit of time, fine to coarse.
type unit int

const (
	uNone unit = iota
	uSecond
	uMinute
	uHour
	uPart
	uDay
	uWorkday
	uWeekend
	uWeek
	uFortnight
	uMonth
	uQuarter
	uSeason
	uHalf
	uYear
	uDecade
	uCentury
	uWorkweek
	uOccurrence // of what the other fields say: "next May"
	uSelf       // in rules: the unit of the unit word
	// uWeekday0 + 1…7 name the weekdays where a unit is asked for: "the second Monday of …".
	uWeekday0 unit = 100
)

// op says what a node is.
type op uint8

const (
	opWord   op = iota // a function word; says nothing of time by itself
	opNum              // the number n
	opOrd              // the ordinal n
	opUnit             // a unit
	opRel              // next (+n), this (0), last (-n)
	opPart             // a word for part n of a period: start, middle, end
	opFrame            // frame, narrowing a if there is one
	opDur              // dur
	opShift            // a (or now) moved by dur, n = ±1
	opWindow           // the dur that lies before or after now, n = ±1
	opRange            // from a to b
	opOpen             // a as a border; n is a bound
	opSub              // part n of a
	opSet              // again and again: every dur, or whenever a
	opOpaque           // a date we cannot place
	opEither           // a, or else b
)

// Borders of opOpen.
const (
	boundBefore = iota + 1
	boundUntil
	boundAfter
	boundSince
	boundFrom // as since, but ahead: "starting on Monday"
	boundBy   // as until, of what is due: "by Friday"
)

// Parts of a period, for opPart and opSub.
const (
	subStart = iota + 1
	subMiddle
	subEnd
	subRest
	subFirstHalf
	subSecondHalf
	subEarlier // from its start to now
	subLater   // from now to its end
	subEarly   // the first half, of whatever it is
	subLate    // the second
	subWeek    // the week around it
	subWeekend // the weekend around it
)

// Parts of the day.
const (
	partDawn = iota + 1
	partMorning
	partLunch
	partAfternoon
	partEvening
	partNight
	partDaytime
)

// Meridiems.
const (
	meridiemAM = iota + 1
	meridiemPM
	meridiem24
)

// calJalali marks year, month and day as those of the Solar Hijri calendar.
const calJalali = 1

// weakness says why a node is not a time expression by itself.
type weakness uint8

const (
	weakWord weakness = 1 << iota // an ordinary word too: "may", "sat"
	weakYear                      // a bare number that may be a year
	weakDay                       // an ordinal that may be a day
	weakNum                       // a bare number
	weakUnit                      // a bare unit: "week"
)

// node is a parsed expression or a part of one. Nodes are immutable: those of
// the lexicon are shared by all texts.
type node struct {
	op    op
	weak  weakness
	dated bool // the date was said before the clock time
	swap  bool // day and month of the frame may be the other way round
	digit int8 // digits a number was written with; 0 if in words
	n     int
	unit  unit
	frame frame
	dur   []span
	a, b  *node
}

// span is one part of a duration. A half is two quarters: counts are in
// quarters of the unit.
type span struct {
	quarters int
	unit     unit
}

func sameNode(a, b *node) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	if a.op != b.op || a.weak != b.weak || a.n != b.n || a.unit != b.unit || a.frame != b.frame || len(a.dur) != len(b.dur) {
		return false
	}
	for i := range a.dur {
		if a.dur[i] != b.dur[i] {
			return false
		}
	}
	return sameNode(a.a, b.a) && sameNode(a.b, b.b)
}
