package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/timex"
)

// pastExamples are forms in which flags take a time that lies behind.
const pastExamples = "2026-10-15, 7d, yesterday"

// when reads a date, an instant, or words for one in any language; those that
// you usually write come first.
func (a *app) when(s string, d timex.Direction) (loci.When, error) {
	when, err := loci.ParseWhen(s)
	if err == nil {
		return when, nil
	}
	all, zone, failed := a.zone()
	if failed != nil {
		return when, failed
	}
	langs := slices.Concat(list(all.get("languages")), []string{"en"}, timex.Languages())
	if said, ok := extract.When(s, timex.Options{Langs: langs, Ref: a.sys.Now().In(zone), Direction: d, Question: true}); ok {
		return said, nil
	}
	return when, err
}

// moment reads a day (its end, so that the whole day counts), an instant, or an
// age.
func (a *app) moment(s string) (time.Time, error) {
	return a.past(s, func(w loci.When) (time.Time, error) {
		midnight, err := a.midnight(w.End)
		return midnight.Add(-time.Microsecond), err
	})
}

// beginning reads a day (its first moment), an instant, or an age.
func (a *app) beginning(s string) (time.Time, error) {
	return a.past(s, func(w loci.When) (time.Time, error) { return a.midnight(w.Start) })
}

// past reads a time that lies behind; of days one moment counts. Without a text
// there is none.
func (a *app) past(s string, of func(days loci.When) (time.Time, error)) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if age, err := parseAge(s); err == nil {
		return a.sys.Now().Add(-age), nil
	}
	when, err := a.when(s, timex.Past)
	if err != nil || !when.Civil() {
		return when.Start, err
	}
	return of(when)
}

// midnight is where a day begins in the configured zone.
func (a *app) midnight(day time.Time) (time.Time, error) {
	_, zone, err := a.zone()
	if err != nil {
		return time.Time{}, err
	}
	y, m, d := day.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, zone), nil
}

// zone returns the configuration and the time zone that it names.
func (a *app) zone() (settings, *time.Location, error) {
	all, err := a.settings()
	if err != nil {
		return nil, nil, err
	}
	zone, err := parseZone(all.get("zone"))
	return all, zone, err
}

// parseAge reads 30d, or a duration such as 12h.
func parseAge(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n <= 36500 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	} else if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return d, nil
	}
	return 0, loci.Errorf(loci.Invalid, "%q is no age", s).WithHint("write days like 30d, or hours like 12h")
}
