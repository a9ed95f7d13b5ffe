package loci

import (
	"encoding/json"
	"time"
)

// Precision says how exactly a time is known.
type Precision string

// The precisions. Day and coarser are civil: they mean that day wherever the
// user is. Minute is an instant.
const (
	PrecisionYear   Precision = "year"
	PrecisionMonth  Precision = "month"
	PrecisionWeek   Precision = "week"
	PrecisionDay    Precision = "day"
	PrecisionMinute Precision = "minute"
)

// When is a date, an interval or an instant: half-open, [Start, End). Civil
// times are kept as midnight UTC of their civil date.
type When struct {
	Start     time.Time
	End       time.Time
	Precision Precision
}

// Day returns the civil day of t in t's own zone.
func Day(t time.Time) When {
	d := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	return When{Start: d, End: d.AddDate(0, 0, 1), Precision: PrecisionDay}
}

// Instant returns the minute of t.
func Instant(t time.Time) When {
	t = t.UTC().Truncate(time.Minute)
	return When{Start: t, End: t.Add(time.Minute), Precision: PrecisionMinute}
}

// Civil reports whether w is a matter of calendar days.
func (w When) Civil() bool { return w.Precision != PrecisionMinute }

// DaysUntil returns how many calendar days lie between now, in now's zone, and
// the last day of w: 0 today, negative when it has passed.
func (w When) DaysUntil(now time.Time) int {
	last := w.End.Add(-time.Nanosecond)
	if !w.Civil() {
		last = w.Start.In(now.Location())
	}
	const day = 24 * 60 * 60
	return int((Day(last).Start.Unix() - Day(now).Start.Unix()) / day) // a Duration ends after 292 years
}

// String writes a day as 2026-10-15, an interval as start/last day, an instant
// in RFC 3339.
func (w When) String() string {
	if !w.Civil() {
		return w.Start.Format(time.RFC3339)
	}
	first, last := w.Start.Format(time.DateOnly), w.End.Add(-time.Nanosecond).Format(time.DateOnly)
	if first == last {
		return first
	}
	return first + "/" + last
}

type whenJSON struct {
	Start     string    `json:"start"`
	End       string    `json:"end"`
	Precision Precision `json:"precision"`
}

// MarshalJSON writes start and end (exclusive), dates for civil times.
func (w When) MarshalJSON() ([]byte, error) {
	layout := time.RFC3339
	if w.Civil() {
		layout = time.DateOnly
	}
	return json.Marshal(whenJSON{w.Start.UTC().Format(layout), w.End.UTC().Format(layout), w.Precision})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (w *When) UnmarshalJSON(data []byte) error {
	var j whenJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	layout := time.RFC3339
	w.Precision = j.Precision
	if w.Civil() {
		layout = time.DateOnly
	}
	var err error
	if w.Start, err = time.Parse(layout, j.Start); err != nil {
		return err
	}
	w.End, err = time.Parse(layout, j.End)
	return err
}

// ParseWhen reads a date (2026-10-15) or an instant (RFC 3339).
func ParseWhen(s string) (When, error) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return Day(t), nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return Instant(t), nil
	}
	return When{}, Errorf(Invalid, "%q is not a date", s).WithHint("write 2026-10-15 or 2026-10-15T14:00:00+02:00")
}

// Validate refuses what is no time: an unknown precision, an end that is not
// after the start, or years that cannot be written with four digits.
func (w *When) Validate() error {
	if w == nil {
		return nil
	}
	known := []Precision{PrecisionYear, PrecisionMonth, PrecisionWeek, PrecisionDay, PrecisionMinute}
	if err := oneOf("precision", w.Precision, known); err != nil {
		return err
	}
	if !w.End.After(w.Start) || w.Start.Year() < 1 || w.End.Add(-time.Nanosecond).Year() > 9999 {
		return Errorf(Invalid, "a time must end after it starts, within the years 1 to 9999")
	}
	return nil
}

func (w *When) clone() *When {
	if w == nil {
		return nil
	}
	c := *w
	return &c
}
