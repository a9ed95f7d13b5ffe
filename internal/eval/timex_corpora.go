package eval

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/locimem/loci/internal/timex"
)

// recognizersLangs maps the files of recognizers-text to languages.
var recognizersLangs = map[string]string{
	"Arabic": "ar", "Chinese": "zh", "Dutch": "nl", "English": "en", "French": "fr", "German": "de", "Hindi": "hi",
	"Italian": "it", "Japanese": "ja", "Korean": "ko", "Portuguese": "pt", "Spanish": "es", "Turkish": "tr",
}

// recognizersHours are the hours that recognizers-text gives the parts of a day.
var recognizersHours = map[string][2]int{"MO": {8, 12}, "AF": {12, 16}, "EV": {16, 20}, "NI": {20, 24}, "MI": {11, 13}, "DT": {8, 18}, "DW": {4, 8}}

type recognizersCase struct {
	Input   string
	Context struct{ ReferenceDateTime string }
	Results []struct {
		Text       string
		Start      int
		TypeName   string
		Resolution json.RawMessage
	}
}

// recognizersCases reads the cases whose result is one date, date range,
// datetime or datetime range. Those without a reference time count if the year
// of a value is written in the input.
func recognizersCases(file string, data []byte) ([]timexCase, error) {
	lang := recognizersLangs[strings.TrimSuffix(filepath.Base(file), ".json")]
	if lang == "" {
		return nil, nil
	}
	var raw []recognizersCase
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &raw); err != nil {
		return nil, err
	}
	counted := []string{"date", "daterange", "datetime", "datetimerange"}
	var cases []timexCase
	for _, rc := range raw {
		if len(rc.Results) != 1 {
			continue
		}
		result := rc.Results[0]
		if !slices.Contains(counted, strings.TrimPrefix(result.TypeName, "datetimeV2.")) {
			continue
		}
		c := timexCase{
			lang: lang, input: rc.Input, phrase: result.Text, at: result.Start, names: true,
			options: timex.Options{Conventions: timex.Conventions{Hours: recognizersHours}},
			holiday: lang == "en" && englishHoliday().MatchString(result.Text),
			spans:   lang == "ar",
		}
		c.values = recognizersValues(result.Resolution)
		c.ref, _ = time.Parse("2006-01-02T15:04:05", rc.Context.ReferenceDateTime)
		if c.ref.IsZero() && !isAbsolute(c) {
			continue
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// englishHoliday tells the cases that ask for a feast day.
var englishHoliday = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)christmas|xmas|easter|thanksgiving|halloween|new year|ramadan|patrick|valentine|` +
		`(black|good) friday|cyber monday|palm sunday|\b(independence|labou?r|workers'|memorial|veterans|presidents|columbus|earth|` +
		`mothers?'?s?|fathers?'?s?|mlk|king,?( jr\.?)?|arbor|flag|fools'?|groundhog|teachers?'?s?|singles'?|children'?s?|women'?s?) day`)
})

func isAbsolute(c timexCase) bool {
	return slices.ContainsFunc(c.values, func(v timexValue) bool {
		last := v.end
		if last.IsZero() || !v.start.IsZero() && last.Equal(v.start.AddDate(0, 0, 1)) {
			last = v.start
		}
		return !v.start.IsZero() && strings.Contains(c.input, strconv.Itoa(v.start.Year())) && strings.Contains(c.input, strconv.Itoa(last.Year()))
	})
}

// recognizersValues reads what is resolved: a point is its day, its minute or
// its second.
func recognizersValues(resolution json.RawMessage) []timexValue {
	var r struct {
		Values []struct{ Value, Start, End string }
	}
	if json.Unmarshal(resolution, &r) != nil {
		return nil // "IgnoreResolution"
	}
	var values []timexValue
	for _, v := range r.Values {
		var tv timexValue
		if v.Value != "" {
			start, ok := recognizersTime(v.Value)
			if !ok {
				continue
			}
			tv = timexValue{start, start.AddDate(0, 0, 1)}
			if len(v.Value) > len(time.DateOnly) {
				tv.end = time.Time{} // a point
			}
		} else {
			tv.start, _ = recognizersTime(v.Start)
			tv.end, _ = recognizersTime(v.End)
			if tv.start.IsZero() && tv.end.IsZero() {
				continue
			}
		}
		values = append(values, tv)
	}
	return values
}

func recognizersTime(s string) (time.Time, bool) {
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// ducklingCases reads the phrases of every language we have. An interval with one
// border is compared by the beginning of the period that it names: duckling's
// "after 2014" begins with 2014.
func ducklingCases(_ string, data []byte) ([]timexCase, error) {
	var raw map[string][]struct {
		Kind     string
		Value    string
		Examples []string
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	known := timex.Languages()
	var cases []timexCase
	for code, groups := range raw {
		lang := strings.ToLower(code)
		if !slices.Contains(known, lang) {
			continue
		}
		ref := time.Date(2013, 2, 12, 4, 30, 0, 0, time.FixedZone("", -2*3600))
		if lang == "vi" {
			ref = time.Date(2017, 2, 2, 3, 55, 0, 0, time.UTC)
		}
		for _, g := range groups {
			value, ok := ducklingValue(g.Value, ref.Location())
			if !ok {
				continue
			}
			grain := grainLength[ducklingGrain().FindString(g.Value)]
			values := []timexValue{value}
			if value.end.IsZero() && !strings.HasPrefix(g.Value, "After") {
				values = append(values, timexValue{value.start, value.start.Add(grain)}) // an hour, as well as its beginning
			}
			for _, example := range g.Examples {
				cases = append(cases, timexCase{
					lang: lang, input: example, ref: ref, values: values,
					options: timex.Options{Question: true, Conventions: ducklingConventions(lang)}, closed: grain,
					names:   value.start.IsZero() || value.end.IsZero() && strings.HasPrefix(g.Value, "After"),
					holiday: strings.Contains(g.Kind, "Holiday"),
				})
			}
		}
	}
	return cases, nil
}

var (
	ducklingTuple = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\((\d+), *(\d+), *(\d+), *(\d+), *(\d+), *([\d.]+)\)`)
	})
	ducklingGrain = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(Second|Minute|Hour|Day|Week|Month|Quarter|Year)\b`)
	})
)

// ducklingValue reads "(2013, 2, 12, 0, 0, 0) Day", "((…), (…)) Hour" and
// "After (…) Day".
func ducklingValue(s string, loc *time.Location) (timexValue, bool) {
	var at []time.Time
	for _, m := range ducklingTuple().FindAllStringSubmatch(s, -1) {
		var n [6]int
		for i := range n {
			n[i], _ = strconv.Atoi(strings.TrimSuffix(m[i+1], ".0"))
		}
		n[1], n[2] = max(n[1], 1), max(n[2], 1) // duckling writes the first as 0, too
		at = append(at, time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, loc))
	}
	switch {
	case len(at) == 2:
		return timexValue{at[0], at[1]}, true
	case len(at) != 1:
		return timexValue{}, false
	case strings.HasPrefix(s, "After"):
		return timexValue{start: at[0]}, true
	case strings.HasPrefix(s, "Before"):
		return timexValue{end: at[0]}, true
	}
	return timexValue{at[0], grainEnd(at[0], ducklingGrain().FindString(s))}, true
}

// grainLength is what duckling adds to the last hour, minute or second of a
// range, which it takes to belong to it.
var grainLength = map[string]time.Duration{"Hour": time.Hour, "Minute": time.Minute, "Second": time.Second}

// grainEnd returns the end of the period that begins at t; a clock time is a
// point and has none.
func grainEnd(t time.Time, grain string) time.Time {
	switch grain {
	case "Day":
		return t.AddDate(0, 0, 1)
	case "Week":
		return t.AddDate(0, 0, 7)
	case "Month":
		return t.AddDate(0, 1, 0)
	case "Quarter":
		return t.AddDate(0, 3, 0)
	case "Year":
		return t.AddDate(1, 0, 0)
	}
	return time.Time{}
}
