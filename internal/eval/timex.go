package eval

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci/internal/timex"
)

// timexCase is one phrase with the values that are right for it.
type timexCase struct {
	lang    string
	input   string
	phrase  string // the expression within the input; empty: the input
	at      int    // where it begins, in characters
	ref     time.Time
	options timex.Options
	values  []timexValue
	spans   bool // no values are given: the place of the expression is scored
	holiday bool
	closed  time.Duration // what the end of a range of clock times includes
	names   bool          // ranges and borders are compared by the periods they name
}

// timexValue is a half-open interval; a zero end or start is open. A case
// without a value is right if none is found.
type timexValue struct {
	start, end time.Time
}

// TimexMiss is a case that was not right, for the details of a report.
type TimexMiss struct {
	Lang  string `json:"lang"`
	Input string `json:"input"`
	Want  string `json:"want"`
	Got   string `json:"got"`
}

// TimexDetails lists the misses of the half that is open to development; the
// other half stays unseen.
type TimexDetails struct {
	Counted map[string]int `json:"counted"`
	Misses  []TimexMiss    `json:"misses"`
}

// Timex scores time expressions on the files of recognizers-text and duckling
// found under paths, for the languages named (all if none). A case is right if
// the first value of the expression found equals one of those listed.
func Timex(paths []string, langs []string) (figures map[string]float64, details any, err error) {
	cases, err := timexCases(paths)
	if err != nil {
		return nil, nil, err
	}
	d := TimexDetails{Counted: map[string]int{}}
	right := map[string]int{}
	for _, c := range cases {
		if len(langs) > 0 && !slices.Contains(langs, c.lang) {
			continue
		}
		half := inputHalf(c.input)
		names := []string{c.lang + ".accuracy", fmt.Sprintf("%s.half%d.accuracy", c.lang, half)}
		if c.holiday {
			names = []string{c.lang + ".holidays.accuracy"}
		}
		got, ok := c.score()
		for _, name := range names {
			d.Counted[name]++
			if ok {
				right[name]++
			}
		}
		if !ok && half == 1 {
			d.Misses = append(d.Misses, TimexMiss{c.lang, c.input, c.want(), got})
		}
	}
	figures = map[string]float64{}
	for name, n := range d.Counted {
		figures[name] = float64(right[name]) / float64(n)
	}
	return figures, d, nil
}

// inputHalf splits cases by the first bit of the hash of their input.
func inputHalf(input string) int {
	sum := sha256.Sum256([]byte(input))
	return 1 + int(sum[0]>>7)
}

func timexCases(paths []string) ([]timexCase, error) {
	var cases []timexCase
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(file) != ".json" {
				return err
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			read := recognizersCases
			if strings.HasPrefix(strings.TrimPrefix(string(data), "\ufeff"), "{") {
				read = ducklingCases
			}
			found, err := read(file, data)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			cases = append(cases, found...)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return cases, nil
}

// score finds the expression of a case and compares it; got says what was found.
func (c timexCase) score() (got string, ok bool) {
	o := c.options
	o.Langs, o.Ref = []string{c.lang}, c.ref
	span, found := c.pick(timex.Find(c.input, o))
	if c.spans {
		trim := func(s string) string { return strings.Trim(strings.ToLower(s), " .") }
		return span.Text, found && trim(span.Text) == trim(c.phrase)
	}
	if !found || len(span.Values) == 0 {
		return "nothing", len(c.values) == 0
	}
	v := span.Values[0]
	got = fmt.Sprintf("%q %s", span.Text, v.Timex)
	mine := timexValue{v.Start, v.End}
	if v.Kind == timex.Instant {
		mine.end = time.Time{} // a clock time is compared as a point
	}
	if slices.ContainsFunc(c.values, mine.equal) {
		return got, true
	}
	if named, ok := namedEnds(v, c.ref.Location()); ok && (c.names || c.closed > 0) {
		if !c.names && !named.end.IsZero() {
			named.end = named.end.Add(c.closed)
		}
		return got, slices.ContainsFunc(c.values, named.equal)
	}
	return got, false
}

// pick returns the longest expression found at the phrase of the case.
func (c timexCase) pick(spans []timex.Span) (timex.Span, bool) {
	from, to := 0, len(c.input)
	if runes := []rune(c.input); c.phrase != "" && 0 <= c.at && c.at <= len(runes) {
		from = len(string(runes[:c.at]))
		to = min(to, from+len(c.phrase))
	}
	var best timex.Span
	for _, s := range spans {
		if s.Start < to && from < s.End && s.End-s.Start > best.End-best.Start &&
			s.Kind != timex.Duration && s.Kind != timex.Recurrence {
			best = s
		}
	}
	return best, best.End > 0
}

func (c timexCase) want() string {
	if c.spans {
		return c.phrase
	}
	var all []string
	for _, v := range c.values {
		all = append(all, v.start.Format("2006-01-02T15:04:05")+"/"+v.end.Format("2006-01-02T15:04:05"))
	}
	return c.phrase + " " + strings.Join(all, " | ")
}

// equal compares two intervals; the last second of a day is its end.
func (v timexValue) equal(w timexValue) bool {
	return sameInstant(v.start, w.start) && sameInstant(v.end, w.end)
}

func sameInstant(a, b time.Time) bool {
	return a.IsZero() && b.IsZero() || !a.IsZero() && !b.IsZero() && roundUp(a).Equal(roundUp(b))
}

func roundUp(t time.Time) time.Time {
	t = t.Truncate(time.Second)
	if t.Hour() == 23 && t.Minute() == 59 && t.Second() == 59 {
		return t.Add(time.Second)
	}
	return t
}

// namedEnds reads the ends of a range, or the border of an open interval, from
// its TIMEX: "from 3 to 5 May" ends with the 5th, and names its beginning.
func namedEnds(v timex.Value, loc *time.Location) (timexValue, bool) {
	if from, ok := strings.CutSuffix(v.Timex, "/.."); ok {
		t, ok := timexStart(from, loc)
		return timexValue{start: t}, ok
	}
	if to, ok := strings.CutPrefix(v.Timex, "../"); ok {
		t, ok := timexStart(to, loc)
		return timexValue{end: t}, ok
	}
	inner, ok := strings.CutPrefix(v.Timex, "(")
	if !ok {
		return timexValue{}, false
	}
	parts := strings.Split(inner, ",")
	if len(parts) != 3 {
		return timexValue{}, false
	}
	from, ok1 := timexStart(parts[0], loc)
	to, ok2 := timexStart(parts[1], loc)
	return timexValue{from, to}, ok1 && ok2
}

// timexStart returns the beginning of the period that a TIMEX names.
func timexStart(name string, loc *time.Location) (time.Time, bool) {
	var year, n int
	for format, at := range map[string]func() time.Time{
		"%4d-W%2d": func() time.Time {
			jan4 := time.Date(year, 1, 4, 0, 0, 0, 0, loc)
			return jan4.AddDate(0, 0, 7*(n-1)-(int(jan4.Weekday())+6)%7)
		},
		"%4d-Q%1d": func() time.Time { return time.Date(year, time.Month(3*n-2), 1, 0, 0, 0, 0, loc) },
		"%4d-H%1d": func() time.Time { return time.Date(year, time.Month(6*n-5), 1, 0, 0, 0, 0, loc) },
	} {
		if _, err := fmt.Sscanf(name, format, &year, &n); err == nil {
			return at(), true
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02", "2006-01", "2006"} {
		if t, err := time.ParseInLocation(layout, name, loc); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
