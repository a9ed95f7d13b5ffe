package timex

import "time"

// Direction says which way an incomplete expression points: "Friday" in a
// deadline lies ahead, in a story about the past it lies behind.
type Direction int

// The directions. Any looks ahead first and offers the past as a second value.
const (
	Any Direction = iota
	Future
	Past
)

// Kind tells what a value denotes.
type Kind string

// The kinds of value.
const (
	Date       Kind = "date"       // one civil day
	Instant    Kind = "instant"    // a clock time on a day
	Interval   Kind = "interval"   // anything longer or vaguer than a day, and ranges
	Duration   Kind = "duration"   // a length without a place: "three days"
	Recurrence Kind = "recurrence" // "every Monday at 7"
)

// Precision is the unit in which a value was said.
type Precision string

// The precisions, coarse to fine.
const (
	Century Precision = "century"
	Decade  Precision = "decade"
	Year    Precision = "year"
	Half    Precision = "half"
	Season  Precision = "season"
	Quarter Precision = "quarter"
	Month   Precision = "month"
	Week    Precision = "week"
	Weekend Precision = "weekend"
	Day     Precision = "day"
	Part    Precision = "part"
	Hour    Precision = "hour"
	Minute  Precision = "minute"
	Second  Precision = "second"
)

// Value is one reading of an expression. Start and End form a half-open
// interval in the zone of the reference time; a zero Start or End is an open
// side ("since May", "until Friday"). A duration has neither; a recurrence has
// its first occurrence.
type Value struct {
	Kind       Kind
	Start, End time.Time
	Precision  Precision
	Timex      string // TIMEX3 value: "2026-05-28", "2026-W22", "P3D", "R/P1W"
}

// Span is an expression found in a text. Values is empty for what is a date
// but not one we can place, such as a Hijri date.
type Span struct {
	Start, End int // byte offsets
	Text       string
	Kind       Kind
	Values     []Value
}

// Options are the circumstances in which a text was said.
type Options struct {
	Langs     []string  // candidate languages (BCP 47), the likeliest first; none: English
	Ref       time.Time // when it was said; its Location is the speaker's zone
	Direction Direction
	// Question marks a question about a date or the answer to one: a bare
	// "2019" is a year, and a text that holds nothing but "Sat", "the 1st" or
	// "ten thirty" is taken for a date.
	Question    bool
	Conventions Conventions
}
