package timex

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// civil returns the instant at which clocks in loc show the given time. In a
// gap (clocks jump forward) it is as far after the jump as the time would
// have been; in a fold (clocks go back) it is the earlier of the two.
func civil(loc *time.Location, y int, mo time.Month, d, h, mi, s int) time.Time {
	t := time.Date(y, mo, d, h, mi, s, 0, loc)
	if h == 0 && mi == 0 && s == 0 {
		return t
	}
	wall := time.Date(y, mo, d, h, mi, s, 0, time.UTC)
	_, before := t.Add(-24 * time.Hour).Zone()
	_, after := t.Add(24 * time.Hour).Zone()
	if before == after {
		return t
	}
	// The offset before the change gives the earlier reading of a fold, and
	// carries a time in a gap past the jump.
	early := wall.Add(-time.Duration(before) * time.Second).In(loc)
	if sameClock(early, wall) {
		return early
	}
	late := wall.Add(-time.Duration(after) * time.Second).In(loc)
	if sameClock(late, wall) {
		return late
	}
	return early
}

func sameClock(a, b time.Time) bool {
	return a.Hour() == b.Hour() && a.Minute() == b.Minute() && a.Day() == b.Day()
}

// addMonths moves t by whole months and stays within the month it reaches:
// 31 January and one month is 28 or 29 February.
func addMonths(t time.Time, n int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	day := min(t.Day(), daysIn(first.Year(), first.Month()))
	return civil(t.Location(), first.Year(), first.Month(), day, t.Hour(), t.Minute(), t.Second())
}

func daysIn(y int, m time.Month) int { return time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Day() }

func addDays(t time.Time, n int) time.Time {
	return civil(t.Location(), t.Year(), t.Month(), t.Day()+n, t.Hour(), t.Minute(), t.Second())
}

// addWorkdays moves t by n days from Monday to Friday.
func addWorkdays(t time.Time, n int) time.Time {
	step := 1
	if n < 0 {
		step, n = -1, -n
	}
	for n = min(n, 1000); n > 0; {
		t = addDays(t, step)
		if isoWeekday(t) < 6 {
			n--
		}
	}
	return t
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

func isoWeekday(t time.Time) int { return (int(t.Weekday())+6)%7 + 1 }

func weekStart(t time.Time) time.Time { return addDays(midnight(t), 1-isoWeekday(t)) }

// isoWeek returns the Monday of a week of a year.
func isoWeek(loc *time.Location, year, week int) time.Time {
	return addDays(weekStart(time.Date(year, 1, 4, 0, 0, 0, 0, loc)), 7*(week-1))
}

// jalaliDate converts a date of the Solar Hijri calendar, by the 33-year rule
// that holds from 1178 to 1633 (1799 to 2254).
func jalaliDate(loc *time.Location, y, m, d int) time.Time {
	days := 365*(y-1) + (8*(y-1)+29)/33 // leap years: y mod 33 in 1 5 9 13 17 22 26 30
	if m <= 7 {
		days += 31 * (m - 1)
	} else {
		days += 186 + 30*(m-7)
	}
	return time.Date(622, 3, 21+days+d-1, 0, 0, 0, 0, loc)
}

// jalaliYear returns the Solar Hijri year in which t lies.
func jalaliYear(t time.Time) int {
	y := t.Year() - 621
	if t.Before(jalaliDate(t.Location(), y, 1, 1)) {
		y--
	}
	return y
}

// easter returns Western Easter Sunday, by the anonymous Gregorian algorithm.
func easter(year int) (time.Month, int) {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	j, k := c/4, c%4
	m := (a + 11*h) / 319
	r := (2*e + 2*j - k - h + m + 32) % 7
	month := (h - m + r + 90) / 25
	day := (h - m + r + month + 19) % 32
	return time.Month(month), day
}

// orthodoxEaster returns Easter Sunday of the Julian calendar, by Meeus.
func orthodoxEaster(loc *time.Location, year int) time.Time {
	d := (19*(year%19) + 15) % 30
	e := (2*(year%4) + 4*(year%7) - d + 34) % 7
	n := d + e + 114
	lag := year/100 - year/400 - 2 // days between the calendars
	return time.Date(year, time.Month(n/31), n%31+1+lag, 0, 0, 0, 0, loc)
}

// Holiday rules are encoded in an int16: a fixed day as month·100+day, a day
// counted from Easter as 2000+offset+200, from Orthodox Easter as
// 3000+offset+200, a day counted from the n-th weekday of a month as
// 4000+month·1000+n·100+weekday·10+offset, n = 0 for the last,
// and the first weekday from a day on as 20000+(month·31+day)·8+weekday.
const (
	holidayEaster   = 2000
	holidayOrthodox = 3000
	holidayNth      = 4000
	holidayFrom     = 20000
)

var errHoliday = errors.New("a holiday is MM-DD, easter+N, orthodox+N or MM-nth-N-weekday+N or MM-DD-from-weekday")

// parseHoliday reads "12-25", "easter-2", "orthodox+0" or "11-nth-4-4+1" (the day after
// the 4th Thursday of November; n = 0: the last) or "11-27-from-7" (the first
// Sunday from 27 November on).
func parseHoliday(s string) (int, error) {
	for feast, code := range map[string]int{"easter": holidayEaster, "orthodox": holidayOrthodox} {
		if offset, ok := strings.CutPrefix(s, feast); ok {
			n, err := strconv.Atoi(offset)
			if err != nil || n < -199 || n > 199 {
				return 0, errHoliday
			}
			return code + 200 + n, nil
		}
	}
	var m, n, wd, plus int
	if _, err := fmt.Sscanf(s, "%d-nth-%d-%d+%d", &m, &n, &wd, &plus); err == nil {
		return holidayNth + m*1000 + n*100 + wd*10 + plus, nil
	}
	var d int
	if _, err := fmt.Sscanf(s, "%d-%d-from-%d", &m, &d, &wd); err == nil {
		return holidayFrom + (m*31+d)*8 + wd, nil
	}
	if _, err := fmt.Sscanf(s, "%d-%d", &m, &d); err != nil {
		return 0, errHoliday
	}
	return m*100 + d, nil
}

// holiday returns the day of a holiday in a year.
func holiday(loc *time.Location, year, code int) time.Time {
	switch {
	case code >= holidayFrom:
		code -= holidayFrom
		month, day, wd := (code/8-1)/31, (code/8-1)%31+1, code%8
		from := time.Date(year, time.Month(month), day, 0, 0, 0, 0, loc)
		return addDays(from, (wd-isoWeekday(from)+7)%7)
	case code >= holidayNth:
		code -= holidayNth
		month, n, wd, plus := time.Month(code/1000), code/100%10, code/10%10, code%10
		if n == 0 {
			last := time.Date(year, month+1, 0, 0, 0, 0, 0, loc)
			return addDays(last, plus-(isoWeekday(last)-wd+7)%7)
		}
		first := time.Date(year, month, 1, 0, 0, 0, 0, loc)
		return addDays(first, (wd-isoWeekday(first)+7)%7+7*(n-1)+plus)
	case code >= holidayOrthodox:
		return addDays(orthodoxEaster(loc, year), code-holidayOrthodox-200)
	case code >= holidayEaster:
		m, d := easter(year)
		return addDays(time.Date(year, m, d, 0, 0, 0, 0, loc), code-holidayEaster-200)
	}
	return time.Date(year, time.Month(code/100), code%100, 0, 0, 0, 0, loc)
}
